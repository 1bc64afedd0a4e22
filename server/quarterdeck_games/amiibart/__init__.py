"""Amiibart TCG: the rules. `triggers.py` has their timing; `cards/` has the printed cards.

Rules are cited as in `RULES.md`: `S0:n` is a line of the published text, `AM-n` a ruling.
"""
