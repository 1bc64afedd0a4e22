"""How fast the house is: each measurement is a function that a command can call."""
