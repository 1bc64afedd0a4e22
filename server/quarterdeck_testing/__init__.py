"""Tools for the tests of any game: the promises that every game keeps, and playthroughs that are written down.

A pytest plugin (`plugin.py`) gives both their games: it is there in every installation of Quarterdeck. The package
plays matches as the server keeps them, and nothing but tests imports it.
"""
