"""Tiny: the smallest complete game. Benchmarks measure the house with it, and `ADDING_A_GAME.md` walks through it."""
