"""What is said, who hears it, and what is reported of it."""
