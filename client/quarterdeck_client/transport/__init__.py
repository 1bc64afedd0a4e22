"""The connection to a server: sockets, sign-in, reconnects, and the answer to each command."""
