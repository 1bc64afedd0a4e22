"""Passwords that cost nothing to hash: for every test whose subject is not how hard that is.

With the library's own costs each server that a test starts takes 0.15 s of a core before it says a word.
"""

from argon2 import PasswordHasher
from quarterdeck_server.lobby.accounts.passwords import Passwords

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def quick_passwords() -> Passwords:
    """Return what hashes passwords for one process."""
    return Passwords(QUICK)
