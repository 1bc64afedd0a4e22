"""How MYACARDS looks in a terminal."""
