"""The games with the host's choice of card sets: JSON files in a folder, each of which names its game, and shipped sets
that the host has enabled.

All sets are read and checked before a server starts, so no faulty set can appear in the middle of a match.
"""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from quarterdeck_games import AnyGame, extensions_of, installed_games
from quarterdeck_games.set_rules import CardFault, SetRules, SetsRefused, Source, read_sets, source_of
from quarterdeck_games.shapes import quoted
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.encoding.file_kinds import NAMES, FileKind, ForeignFile, json_of, kind_of
from quarterdeck_protocol.encoding.whole_numbers import LONGEST

from quarterdeck_server.cards.pictures.host_pictures import brought
from quarterdeck_server.extensions import CardSets

Sources = Mapping[str, list[Source]]


class CardChoice(NamedTuple):
    """The card sets that a host has chosen in addition to the first set of each game."""

    folder: Path | None = None
    sets: tuple[str, ...] = ()
    """The ids of shipped sets."""


FIRST_SETS = CardChoice()
"""The first set of each game alone."""


def set_rules_of(games: Mapping[str, AnyGame]) -> Mapping[str, SetRules[Any]]:
    """Return the set rules of each game that accepts further card sets."""
    return {name: game.set_rules for name, game in games.items() if game.set_rules is not None}


def optional_sets(rules_of: Mapping[str, SetRules[Any]]) -> Mapping[str, CardSet[Any]]:
    """Return the shipped card sets that a host may enable, by their ids."""
    return {each.id: each for rules in rules_of.values() for each in rules.optional}


def games_with(folder: Path | None, switched_on: Collection[str] = ()) -> Mapping[str, AnyGame]:
    """Return every installed game with the further card sets of a folder and the enabled shipped sets.

    Raises `SetsRefused` with all faults of the sets, or `NotADirectoryError` if the folder does not exist.
    """
    games: dict[str, AnyGame] = dict(installed_games())
    if folder is None and not switched_on:
        return games
    faults: list[CardFault] = []
    rules_of = set_rules_of(games)
    sources: Sources = {name: [] for name in rules_of}
    if folder is not None:
        sources = _sources(folder, list(rules_of), faults)
    shipped = {id_: (each.game, source_of(each)) for id_, each in optional_sets(rules_of).items()}
    _switch_on(switched_on, {**_packaged(rules_of, faults), **shipped}, sources, faults)
    for name, rules in rules_of.items():
        if not sources[name]:
            continue
        try:
            games[name] = games[name].with_catalogue(read_sets(rules, sources[name]))
        except SetsRefused as refused:
            faults += refused.faults
    if folder is not None:
        faults += [fault for each in brought(folder) for fault in each.faults]
    if faults:
        faults.sort(key=lambda fault: fault.file)
        raise SetsRefused([*faults, *_clash(folder, switched_on)])
    return games


def _clash(folder: Path | None, switched_on: Collection[str]) -> list[CardFault]:
    """Return a sentence if a refused folder can be used without the enabled shipped sets; otherwise nothing."""
    if folder is None or not switched_on:
        return []
    try:
        games_with(folder)
    except SetsRefused:
        return []
    text = f'The folder can be used without {", ".join(switched_on)}: --sets "", or an empty QUARTERDECK_SETS.'
    return [CardFault("sets", "", "", text)]


@cache
def games_of(choice: CardChoice) -> Mapping[str, AnyGame]:
    """Return the result of `games_with`, cached in this process. Raises the same errors."""
    return games_with(*choice)


def _packaged(names: Collection[str], faults: list[CardFault]) -> dict[str, tuple[str, Source]]:
    """Return the card sets of other packages (`quarterdeck.card_sets`) with their games, by their ids. Record a fault
    for each file that is not a card set of a game that takes sets."""
    found: dict[str, tuple[str, Source]] = {}
    for extension, brings in extensions_of("quarterdeck.card_sets", CardSets).items():
        for number, file in enumerate(brings.files(), 1):
            place = f"extension {extension}, file {number}"
            try:
                value = set_of(file)
            except ForeignFile as error:
                faults.append(CardFault(place, "", "", f"{str(error)[0].upper()}{str(error)[1:]}."))
                continue
            if value.get("game") in names:
                found[str(value.get("id"))] = value["game"], Source(place, value)
            else:
                faults.append(CardFault(place, "", "game", "A set must name its game, which must take card sets."))
    return found


def _switch_on(
    switched_on: Collection[str], there: Mapping[str, tuple[str, Source]], sources: Sources, faults: list[CardFault]
) -> None:
    """Insert the enabled sets that are shipped or installed before those of the host, or record a fault if a set id is
    unknown."""
    for name in sorted(set(switched_on), reverse=True):
        if name in there:
            game, source = there[name]
            sources[game].insert(0, source)
        else:
            known = ", ".join(there)
            faults.append(CardFault("sets", "", "", f"There is no shipped set {quoted(name)}; use one of: {known}."))


def _sources(folder: Path, names: Sequence[str], faults: list[CardFault]) -> Sources:
    """Read all card set files below a folder, grouped by the game that each file names. Record a fault for each file
    that is not a card set."""
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is not a folder with card sets")
    sources: dict[str, list[Source]] = {name: [] for name in names}
    for path in sorted(folder.rglob("*.json")):
        file = path.relative_to(folder).as_posix()
        try:
            value = set_of(path.read_bytes())
        except (OSError, ForeignFile) as error:
            why = (error.strerror if isinstance(error, OSError) else None) or str(error)
            faults.append(CardFault(file, "", "", f"{why[0].upper()}{why[1:]}."))
            continue
        game = value.get("game")
        if isinstance(game, str) and game in sources:
            sources[game].append(Source(file, value))
        else:
            games = " or ".join(f"`{name}`" for name in sources)
            faults.append(CardFault(file, "", "game", f"A set must name its game: {games}."))
    return sources


def set_of(content: bytes) -> dict[str, Any]:
    """Return the content of a card set in its normal form. Raises `ForeignFile` if it is not JSON or not a card set."""
    value: dict[str, Any] = json_of(content, FileKind.CARD_SET, dict[str, Any])
    if (found := kind_of(content)) not in (FileKind.CARD_SET, FileKind.JSON):
        raise ForeignFile(f"this is not {NAMES[FileKind.CARD_SET]}: it is {NAMES[found]}")
    return {name: each for name, each in _composed(value).items() if name != "$schema"}


def _composed(value: Any) -> Any:
    """Return JSON in a normal form: texts in Unicode's NFC, where equal letters are equal bytes, and whole numbers as
    integers even if written `3.0`."""
    match value:
        case str():
            return unicodedata.normalize("NFC", value)
        case float() if value.is_integer() and abs(value) < LONGEST:
            return int(value)
        case list():
            return [_composed(each) for each in value]
        case dict():
            return {_composed(name): _composed(each) for name, each in value.items()}
        case _:
            return value
