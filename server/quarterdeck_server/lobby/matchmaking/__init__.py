"""Quick match: tickets, pairing, offers."""
