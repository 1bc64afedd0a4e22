"""Pictures of cards. The server composes each from motifs, a scene and the card's id, or a host provides a file beside
its card sets."""
