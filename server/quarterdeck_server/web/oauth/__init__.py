"""Authorization of third-party apps over plain HTTP."""
