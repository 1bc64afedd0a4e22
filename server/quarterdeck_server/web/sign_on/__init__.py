"""Sign-in by providers of identities, over plain HTTP."""
