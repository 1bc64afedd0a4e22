"""The rules of the game Amiibart TCG. `triggers.py` has their timing, `cards/` the printed cards.

Rules are cited as in `RULES.md`: `S0:n` is a line of the published text, `AM-n` a ruling.
"""
