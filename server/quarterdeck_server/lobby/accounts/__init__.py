"""Accounts: identities, tokens, names, passwords, programs."""
