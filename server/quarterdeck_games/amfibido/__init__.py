"""The game Amfibido, for two players: draft a team, put it into three dojos, and win four rounds.

The rules are in `RULES.md`. In these modules `S3:n` cites line n of the published rules sheet, `AF-n` a ruling where
the sheet is silent, and `AF fact n` a later statement of the designer.
"""
