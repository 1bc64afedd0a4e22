"""The pictures of a game's cards, under one common digest.

The digest is part of each picture's address, so a picture may be cached for ever.
"""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from quarterdeck_games import AnyGame

from quarterdeck_server.cards.pictures.bitmaps import bitmap_of
from quarterdeck_server.cards.pictures.host_pictures import Picture, brought
from quarterdeck_server.cards.pictures.illustration import composed
from quarterdeck_server.cards.pictures.subjects import subjects
from quarterdeck_server.made_when_asked import MadeWhenAsked

SVG = "image/svg+xml"
ADDRESS = "/pictures/{game}/{digest}/"
"""Address of a game's pictures: the id of a card or of a printing comes after it."""


class Gallery:
    """The pictures of one game, by the ids of its cards and printings."""

    def __init__(self, game: AnyGame, folder: Path | None = None) -> None:
        """Make the collection of the pictures of a game's cards. `folder` has the card sets of the host, with the
        pictures that it brings."""
        self.pictures: dict[str, Picture] = {
            card: Picture(SVG, composed(subject).encode()) for card, subject in subjects(game, game.card_sets)
        }
        for each in brought(folder) if folder is not None else ():
            if each.game == game.name:
                self.pictures |= {card: of_host for card, of_host in each.pictures.items() if card in self.pictures}
        self.bitmaps = MadeWhenAsked(self.pictures, lambda card: bitmap_of(self.pictures[card]))
        """The same as PNG, drawn once when somebody asks for it."""

        whole = hashlib.sha256()
        for card, picture in sorted(self.pictures.items()):
            whole.update(f"{card} {picture.kind} {len(picture.content)}\n".encode() + picture.content)
        self.address = ADDRESS.format(game=game.name, digest=whole.hexdigest()[:16])


Galleries = MadeWhenAsked[str, Gallery]


def galleries(games: Mapping[str, AnyGame], folder: Path | None = None) -> Galleries:
    """Return the galleries of all games that have cards, by the names of the games."""
    return MadeWhenAsked(_with_cards(games.values()), lambda name: Gallery(games[name], folder))


def _with_cards(games: Iterable[AnyGame]) -> list[str]:
    return [game.name for game in games if game.card_sets]
