"""Density Deck, for two to four seats: three cards in hand, and a nerve to keep.

The rules are in `RULES.md`. In these modules `S2:n` cites line n of the published text, and `DD-n` a ruling where it is
silent. A *match* runs from the first deal to the last player standing. The published text calls one hand a match or a
hand; here it is a **deal**.
"""
