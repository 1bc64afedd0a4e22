"""The game MYACARDS: two fields of real species in eight shared columns. The rules are in `RULES.md`: `S4:n` is a line
of the published text, `MY-n` a ruling on a gap in it."""
