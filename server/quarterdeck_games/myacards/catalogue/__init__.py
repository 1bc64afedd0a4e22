"""The cards of MYACARDS: kinds, texts and sources (`README.md`)."""
