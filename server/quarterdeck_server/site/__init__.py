"""Identity of a host: name, logo, colours and legal pages, read from one folder and read again when it changes."""
