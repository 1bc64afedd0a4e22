"""The cards of Amfibido: a file for each level, one for the sensei, and the list of copies."""
