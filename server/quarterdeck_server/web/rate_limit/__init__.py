"""Rate limits, and the holders for which they are counted."""
