"""Rules and storage of the lobby: accounts, tables, matchmaking, chat and ratings, without web server or database
code."""
