"""Requests of a player outside matches: account, tables, searches, chat, decks, collection, moderation."""
