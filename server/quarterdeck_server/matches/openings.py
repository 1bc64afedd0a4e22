"""The opening of a match: the first log entry, with its game, players and options. A match can be opened if its game
and cards are installed."""

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
    """Return the opening of a match from its first log entry. Raises `msgspec.DecodeError` if the entry is not an
    opening."""
    opened = msgspec.json.decode(first.entry, type=Entry[Raw]).cause
    if not isinstance(opened, Opened):
        raise msgspec.ValidationError("Expected the first log entry of a match to be `opened` - at `$.cause`")
    return opened


class UnplayableError(Exception):
    """Error: a match cannot be opened here, because its game, its version of the rules, or its cards are not
    installed."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class RulesNotHeldError(UnplayableError):
    """Error: the match began under a version of the rules that this server does not have."""


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
    """Return the record of a match with this opening, before its first entry is applied. Raises `UnplayableError`."""
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
        record.rules_shown = opened.rules
    return record


def with_card_sets(opened: Opened, game: AnyGame) -> Opened:
    """Return the opening of a match with the card sets that the game has now."""
    return msgspec.structs.replace(opened, card_sets=game.further_sets or msgspec.UNSET)


def lacking_sets(opened: Opened, game: AnyGame) -> str | None:
    """Return a text that names the card sets of a match that the game lacks; `None` if it has them all."""
    return lacking(opened.card_sets or (), game.further_sets)
