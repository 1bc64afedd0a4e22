"""Pictures of cards: composed from motifs, a scene and the card's id, or brought by a host beside its card sets."""
