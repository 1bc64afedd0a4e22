"""Third-party apps that act for players: their requests and the grants of players."""
