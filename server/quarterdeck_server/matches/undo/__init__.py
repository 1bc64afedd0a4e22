"""Undo and recess by consent: the last action of a match is taken back, or its clocks stand."""
