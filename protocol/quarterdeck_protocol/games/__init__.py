"""One module per game: its options, actions, events and view, exactly as they travel."""
