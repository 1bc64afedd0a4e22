"""The operator's console over plain HTTP."""
