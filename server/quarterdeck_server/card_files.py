"""The games with the card sets that a host has added: JSON files in one folder, each of which says its game.

Everything is read and looked at before a server begins, so no set can be wrong in the middle of a match.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from quarterdeck_games import AnyGame, installed_games
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_games.amiibart.sets import AmiibartSets
from quarterdeck_games.myacards.rules import Myacards
from quarterdeck_games.myacards.sets import MyacardsSets
from quarterdeck_games.set_rules import CardFault, SetRules, SetsRefused, Source, read_sets

SET_RULES: Mapping[str, SetRules[Any]] = {rules.game: rules for rules in (AmiibartSets(), MyacardsSets())}
"""What each game asks of its sets, in games whose cards can be added to."""

Sources = Mapping[str, list[Source]]


def games_with(folder: Path | None) -> Mapping[str, AnyGame]:
    """Return every installed game, with the further card sets of a folder.

    Raises `SetsRefused` with all that is wrong with them, `NotADirectoryError` if there is no such folder.
    """
    games = dict(installed_games())
    if folder is None:
        return games
    faults: list[CardFault] = []
    sources = _sources(folder, faults)
    catalogues: dict[str, Any] = {}
    for game, rules in SET_RULES.items():
        try:
            catalogues[game] = read_sets(rules, sources[game])
        except SetsRefused as refused:
            faults += refused.faults
    if faults:
        raise SetsRefused(sorted(faults, key=lambda fault: fault.file))
    return {**games, "amiibart": Amiibart(catalogues["amiibart"]), "myacards": Myacards(catalogues["myacards"])}


def _sources(folder: Path, faults: list[CardFault]) -> Sources:
    """Read every file below a folder, and note those that are no sets."""
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder with card sets")
    sources: dict[str, list[Source]] = {game: [] for game in SET_RULES}
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
