"""Commands over the socket, a module for each group of messages: what one connection asks, and is answered."""
