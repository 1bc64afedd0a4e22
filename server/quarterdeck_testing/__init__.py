"""Tools for the tests of any game: the promises that every game must keep, and recorded playthroughs.

The pytest plugin (`plugin.py`) runs both for the games of a test package. It is part of every installation of
Quarterdeck. The package plays matches in the same way as the server, and only tests import it.
"""
