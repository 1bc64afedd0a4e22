"""Programs that act for a player: their requests for access by device codes, and the accounts of Discord that are
linked with players."""
