"""Art Rare printings: id, rarity and artist (S0:11).

The pictures are Quarterdeck's own: a client draws one from the printing's id, no two alike, and nobody else's work is
in it. A host names the artists of other pictures in `artist`.
"""

from quarterdeck_protocol.catalogue import Printing

RARITY = "art_rare"
ARTIST = "Quarterdeck"


def art_rare(card: str, number: int, words: str) -> Printing:
    """Return the Art Rare of a card, with its number in the set and the words beneath its picture."""
    return Printing(id=f"{card}-art", number=number, of=card, rarity=RARITY, artist=ARTIST, flavour=words)
