"""Routes over plain HTTP, with a module for each group of paths."""
