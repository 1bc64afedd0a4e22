"""Private messages between players who follow each other."""
