"""Contents of the pictures of a game: the motifs, scene and crest for each card and each printing."""

from collections.abc import Iterator
from typing import Any

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.catalogue import CardSet, Printing

from quarterdeck_server.cards.pictures.illustration import Crest, Subject
from quarterdeck_server.cards.pictures.motifs import motif
from quarterdeck_server.cards.pictures.picture_files import CRESTS, PictureFile, picture_file
from quarterdeck_server.cards.pictures.scenes import PLAIN, SCENES, Scene

SCENE_FIELDS = ("affinities", "element", "species", "colour", "kind")
"""Fields of a card, in order of precedence. The first field whose value has a scene decides the scene of the card's
picture."""

BELTS = {1: ("#ffffff", "#3a4552"), 2: ("#f2c230", "#4a3500"), 3: ("#2e8b57", "#ffffff"), 4: ("#7a4a2a", "#ffffff"),
         5: ("#1c1c22", "#f2c230")}  # fmt: skip
"""Colours of the crest of each level: of its ground, and of its sign."""


def subjects(game: AnyGame, sets: tuple[CardSet[Any], ...]) -> Iterator[tuple[str, Subject]]:
    """Yield the id of each card and printing of these sets with the content of its picture. Raises `UnknownMotif`."""
    file = picture_file(game)
    cards = {card["id"]: card for one in sets for card in msgspec.to_builtins(one.cards)}
    for card in cards.values():
        yield card["id"], subject_of(game.name, file, card)
    for printing in [each for one in sets for each in one.printings]:
        if printing.of in cards:
            yield printing.id, subject_of(game.name, file, cards[printing.of], printing)


def subject_of(game: str, file: PictureFile, card: dict[str, Any], printing: Printing | None = None) -> Subject:
    """Return the content of the picture of one card, or of another printing of it."""
    drawn = file.drawn(card["id"] if printing is None else printing.id, str(card.get("kind", "")))
    scene = SCENES.get(drawn.scene) or _scene(card)
    return Subject(
        seed=f"{game} {card['id'] if printing is None else printing.id}",
        motif=motif(drawn.motif),
        second=motif(drawn.second),
        scene=scene,
        rarity=str(card.get("rarity", "")),
        crest=_crest(card),
        is_full_bleed=printing is not None,
    )


def _scene(card: dict[str, Any]) -> Scene:
    for field in SCENE_FIELDS:
        value = card.get(field)
        for each in (value,) if isinstance(value, str) else value or ():
            if each in SCENES:
                return SCENES[each]
    return PLAIN


def _crest(card: dict[str, Any]) -> Crest | None:
    """Return the crest for the picture of a fighter that has a guild and a level; `None` for other cards."""
    guild = next((each for each in card.get("species", ()) if each in CRESTS), None)
    if guild is None or card.get("level") not in BELTS:
        return None
    return Crest(motif(CRESTS[guild]), *BELTS[card["level"]])
