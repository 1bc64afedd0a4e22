"""MYACARDS in a terminal."""
