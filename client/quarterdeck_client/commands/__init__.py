"""The commands of the console program that need only a server to talk to."""
