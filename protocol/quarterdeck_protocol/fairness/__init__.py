"""Hashes, random draws and pack draws that anyone can compute again, as FAIRNESS.md specifies them."""
