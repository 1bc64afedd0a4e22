"""Tiny, the smallest complete game. Benchmarks measure the server with it, and `ADDING_A_GAME.md` explains its code."""
