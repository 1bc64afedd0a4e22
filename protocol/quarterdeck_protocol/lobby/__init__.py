"""Messages of the lobby: accounts, tables, matchmaking, chat, collections, and moderation."""
