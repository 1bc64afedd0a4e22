"""Tournaments for other programs: reports in FIDE's format (TRF), written, read and checked, and the signed log."""
