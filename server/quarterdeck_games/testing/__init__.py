"""What the tests of any game need: the promises that every game keeps, and playthroughs that are written down.

A pytest plugin (`plugin.py`) gives both their games: it is there wherever Quarterdeck is installed. This is the only
part of the package that is not pure, and nothing but tests imports it.
"""
