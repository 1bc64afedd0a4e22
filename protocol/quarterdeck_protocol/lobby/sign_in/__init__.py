"""Messages about sign-ins: programs that ask for access, sessions, and the second factor."""
