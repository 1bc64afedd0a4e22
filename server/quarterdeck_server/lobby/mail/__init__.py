"""Mails to players: addresses that their owners have confirmed, and an outbox in the store."""
