"""The picture files of games: which motifs each card has. A game has its file beside its rules, as `pictures.toml`.

[cards]
grave-bat = "evil-bat tombstone"          # the motif, and a second one behind it
the-moor = "emoji:moose fern tundra"      # and a scene, in place of the card's own

[kinds]
fighter = ["swordman banner", "archer forest"]   # of cards that have no line, such as those of a host
"""

import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from quarterdeck_games import AnyGame

from quarterdeck_server.cards.pictures.seeded_numbers import SeededNumbers

FILE = "pictures.toml"
NO_LINES = "card-random dice-six-faces-five"
"""The picture lines of a card whose game has no picture file."""


class Drawn(NamedTuple):
    """The motifs and the scene of a card's picture."""

    motif: str
    second: str
    scene: str = ""
    """Empty for the scene that follows from the card."""


class PictureFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a game's picture file: the motifs of its cards."""

    cards: dict[str, str] = {}
    kinds: dict[str, list[str]] = {}

    def drawn(self, card: str, kind: str) -> Drawn:
        """Return the motifs and scene of a card's picture. A card without a line in the file gets those of one of its
        kind, chosen by its id."""
        line = self.cards.get(card)
        if line is None:
            choice = self.kinds.get(kind) or [each for lines in self.kinds.values() for each in lines] or [NO_LINES]
            line = SeededNumbers(f"motif {card}").one_of(choice)
        return Drawn(*line.split())


EMPTY = PictureFile()


@cache
def _read(path: Path) -> PictureFile:
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), PictureFile) if path.is_file() else EMPTY


def picture_file(game: AnyGame) -> PictureFile:
    """Return the picture file of a game; an empty one if it has none."""
    module = sys.modules[type(game).__module__]
    return _read(Path(module.__file__ or "").parent / FILE)


def named_motifs(games: Iterable[AnyGame]) -> set[tuple[str, str]]:
    """Return all motifs that the picture files of these games name, each as its prefix and its name."""
    lines = [NO_LINES, *CRESTS.values()]
    for game in games:
        file = picture_file(game)
        lines += [*file.cards.values(), *(each for of_kind in file.kinds.values() for each in of_kind)]
    names = [name.partition("@")[0].rpartition(":") for line in lines for name in line.split()[:2]]
    return {(prefix, icon) for prefix, _, icon in names}


CRESTS: Mapping[str, str] = {
    "frog": "frog",
    "toad": "toad-teeth",
    "salamander": "salamander",
    "crocodile": "croc-jaws",
    "turtle": "tortoise",
    "snake": "snake",
    "lizard": "gecko",
    "spawn": "tadpole",
}
"""The sign on the crest of each guild of fighters."""
