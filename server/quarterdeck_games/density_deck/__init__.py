"""The game Density Deck, for two to four players, with three cards in hand.

The rules are in `RULES.md`. In these modules `S2:n` cites line n of the published text, and `DD-n` a ruling where the
text is silent. A *match* lasts from the first dealing of cards until one player is left. The published text calls one
dealing of the cards a match or a hand; here it is a **deal**.
"""
