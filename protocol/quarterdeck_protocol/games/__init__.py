"""The message shapes of each game: one module with its options, actions, events and view, as clients send and receive
them."""
