"""The cards of MYACARDS: what they are, what they say, and where that is from (`README.md`)."""
