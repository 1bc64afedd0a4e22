"""Who is who: accounts, tokens, names, passwords, programs."""
