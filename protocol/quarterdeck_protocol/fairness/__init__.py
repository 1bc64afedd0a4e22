"""Hashes, random draws and pack draws that anyone can repeat, as FAIRNESS.md specifies them."""
