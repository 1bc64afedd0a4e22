"""The client side: a typed SDK, bots and a terminal client. It holds no rules."""
