"""The games with the card sets that a host has added: JSON files in one folder, each of which says its game.

Everything is read and looked at before a server begins, so no set can be wrong in the middle of a match.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from quarterdeck_games import AnyGame, installed_games
from quarterdeck_games.set_rules import CardFault, SetRules, SetsRefused, Source, read_sets

Sources = Mapping[str, list[Source]]


def set_rules_of(games: Mapping[str, AnyGame]) -> Mapping[str, SetRules[Any]]:
    """Return what each of these games asks of its sets, in games whose cards can be added to."""
    return {name: game.set_rules for name, game in games.items() if game.set_rules is not None}


def games_with(folder: Path | None) -> Mapping[str, AnyGame]:
    """Return every installed game, with the further card sets of a folder.

    Raises `SetsRefused` with all that is wrong with them, `NotADirectoryError` if there is no such folder.
    """
    games: dict[str, AnyGame] = dict(installed_games())
    if folder is None:
        return games
    faults: list[CardFault] = []
    rules_of = set_rules_of(games)
    sources = _sources(folder, list(rules_of), faults)
    for name, rules in rules_of.items():
        try:
            games[name] = games[name].with_catalogue(read_sets(rules, sources[name]))
        except SetsRefused as refused:
            faults += refused.faults
    if faults:
        raise SetsRefused(sorted(faults, key=lambda fault: fault.file))
    return games


def _sources(folder: Path, names: Sequence[str], faults: list[CardFault]) -> Sources:
    """Read every file below a folder, by the game that it names, and note those that are no sets."""
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder with card sets")
    sources: dict[str, list[Source]] = {name: [] for name in names}
    for path in sorted(folder.rglob("*.json")):
        file = path.relative_to(folder).as_posix()
        try:
            value = msgspec.json.decode(path.read_bytes())
        except (OSError, ValueError, RecursionError) as error:  # `msgspec.DecodeError` is a `ValueError`
            faults.append(CardFault(file, "", "", f"This cannot be read as JSON: {_reason(error)}."))
            continue
        game = value.get("game") if isinstance(value, dict) else None
        if isinstance(game, str) and game in sources:
            sources[game].append(Source(file, {name: each for name, each in value.items() if name != "$schema"}))
        else:
            games = " or ".join(f"`{name}`" for name in sources)
            faults.append(CardFault(file, "", "game", f"A set says of which game it is: {games}."))
    return sources


def _reason(error: Exception) -> str:
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error).rstrip(".")
