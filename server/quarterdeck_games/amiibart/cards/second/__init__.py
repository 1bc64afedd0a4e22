"""The second set: Brute, Electric, Animal, Fighter and Warrior, one file for each Element. A host may enable it
(AM-74)."""
