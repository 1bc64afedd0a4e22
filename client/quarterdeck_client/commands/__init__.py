"""Commands of `quarterdeck` that need only the address of a server, and not the server package."""
