"""Messages between players: follow lists, private messages, challenges."""
