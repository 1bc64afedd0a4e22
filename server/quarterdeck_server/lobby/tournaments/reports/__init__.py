"""Reports of tournaments in FIDE's format (TRF), for other programs: written, read, and checked by the rules."""
