"""How often something may be asked, and for whom it is counted."""
