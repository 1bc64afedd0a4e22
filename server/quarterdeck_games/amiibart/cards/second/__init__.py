"""The second set: Brute, Electric, Animal, Fighter and Warrior, one file per Element; a host switches it on (AM-74)."""
