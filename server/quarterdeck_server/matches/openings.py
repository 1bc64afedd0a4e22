"""Openings of matches, and their first records, if their game and cards are installed."""

from collections.abc import Mapping

import msgspec
from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_games.card_sets import lacking
from quarterdeck_games.rule_versions import UnknownRules, rules_of
from quarterdeck_protocol.names import Epoch
from quarterdeck_protocol.transcripts.transcript import Entry, Opened

from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.record import Record


def opened_by(first: Stamped) -> Opened:
    """Return the opening in a first entry. Raises `msgspec.DecodeError` if it is none."""
    opened = msgspec.json.decode(first.entry, type=Entry[Raw]).cause
    if not isinstance(opened, Opened):
        raise msgspec.ValidationError("Expected a match to begin with `opened` - at `$.cause`")
    return opened


class UnplayableError(Exception):
    """A match cannot be opened here: the game, this version of its rules, or cards are not installed."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class RulesNotHeldError(UnplayableError):
    """It was begun under a version of the rules that is not held here."""


def record_of(games: Mapping[str, AnyGame], first: Stamped) -> Record:
    """Return the record of a match from its first stored entry, with the entry applied.

    Raises `msgspec.DecodeError` if it is not a first entry, `UnplayableError`.
    """
    record = empty_record_of(games, first)
    record.read(first)
    return record


def empty_record_of(games: Mapping[str, AnyGame], first: Stamped, epoch: Epoch = Epoch(0)) -> Record:  # noqa: B008 - a number
    """Return the record of a match from its first stored entry, before the entry is applied.

    Raises `msgspec.DecodeError` if it is not a first entry, `UnplayableError`.
    """
    return empty_record(games, opened_by(first), epoch)


def empty_record(games: Mapping[str, AnyGame], opened: Opened, epoch: Epoch = Epoch(0)) -> Record:  # noqa: B008 - a number
    """Return the record of a match that begins like this, before its first entry is taken in. Raises
    `UnplayableError`."""
    if opened.game not in games:
        raise UnplayableError(f"the game {opened.game} is not installed")
    try:
        game = rules_of(games, opened.game, opened.rules)
    except UnknownRules as unknown:
        raise RulesNotHeldError(unknown.text) from unknown
    lacking = lacking_sets(opened, game)
    if lacking is not None:
        raise UnplayableError(lacking)
    record = Record(opened, game, epoch)
    if game is not games[opened.game]:
        record.told_rules = opened.rules
    return record


def with_card_sets(opened: Opened, game: AnyGame) -> Opened:
    """Return how a match is opened with the card sets that the game has now."""
    return msgspec.structs.replace(opened, card_sets=game.further_sets or msgspec.UNSET)


def lacking_sets(opened: Opened, game: AnyGame) -> str | None:
    """Return which card sets a match was played with that the game does not have; `None` if it has them all."""
    return lacking(opened.card_sets or (), game.further_sets)
