"""The operator's console: figures, orders about many players, and the match inspector."""
