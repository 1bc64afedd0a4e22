"""The second set: Brute, Electric, Animal, Fighter and Warrior, one file for each Element. A host may disable it
(AM-74)."""
