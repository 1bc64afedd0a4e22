"""Accounts: identities, tokens, names, passwords and tokens for programs."""
