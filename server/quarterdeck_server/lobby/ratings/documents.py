"""Documents and indexes of ratings, each with its lifetime."""

from collections.abc import Iterable

from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId

from quarterdeck_server.lobby.collections import Collection, ExtraWrites
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.ratings.match_results import (
    MatchResultRecord,
    MeetingsRecord,
    Pair,
    StandingRecord,
    VisitsRecord,
)

DAY = 24 * 60 * 60
HISTORY_SECONDS = 400 * DAY
"""How long a match is remembered after its end. Its log must never outlive this, or it could be judged twice."""

VERDICT_SECONDS = HISTORY_SECONDS + 100 * DAY
"""How long its document is kept at most: it is read once more to take the match out of the indexes."""

STANDING_SECONDS = 800 * DAY
"""How long a rating is remembered after the last match."""

VERDICTS = Collection("played", MatchResultRecord)
"""By the match."""

STANDINGS = Collection("standing", StandingRecord)
MEETINGS = Collection("meetings", MeetingsRecord)
VISITS = Collection("visits", VisitsRecord)
"""By a player, the mark of an address and a game: how often those who come from there have moved the player's
rating."""

UNSETTLED = "unsettled"
"""The matches that have begun and are not known to have ended, by when to look after them."""

SETTLED = "settled"
"""All matches that are remembered, by when they ended."""

UNPLACED = "unplaced"
"""The settled matches whose end is hidden, so that their players stand in the ladders where they stood, by until
when."""

UNPACKED = "unpacked"
"""The settled matches whose logs are streams still, by when to pack them."""

PACK_AFTER = 2 * 60 * 1000
"""How many milliseconds after its end the log of a match is packed: those who have just played look at it again."""

UNARCHIVED = "unarchived"
"""The settled matches whose logs are packed and in the store, by when they ended."""


PARTED = "parted"
"""The players who have deleted their accounts, by when: no match of theirs is archived any more."""

TO_ERASE = "to_erase"
"""Those of them whose matches have not been looked for in the archive yet."""


FORGOTTEN = "forgotten"
"""The matches that no history has any more, and that have to leave the archive."""


def standing_name(player: PlayerId, game: GameName) -> str:
    return f"{game}:{player}"


def meetings_name(pair: Pair, game: GameName) -> str:
    return f"{game}:{pair[0]}:{pair[1]}"


def visits_name(player: PlayerId, mark: str, game: GameName) -> str:
    return f"{game}:{player}:{mark}"


def ladder(game: GameName) -> str:
    """Return the index of a game's ladder, by the number that it goes by."""
    return f"ladder:{game}"


def out_of_ladders(player: PlayerId, games: Iterable[str]) -> ExtraWrites:
    """Return the changes that take a player out of the ladders of these games."""
    return ExtraWrites(indexed=tuple(IndexEntry(ladder(GameName(game)), player, None) for game in games))


def parted(player: PlayerId, now: Milliseconds) -> ExtraWrites:
    """Return the note that a player has deleted their account, so that their matches leave the archive."""
    return ExtraWrites(indexed=(IndexEntry(PARTED, player, now), IndexEntry(TO_ERASE, player, now)))


def history(player: PlayerId) -> str:
    """Return the index of a player's matches, by when they ended."""
    return f"history:{player}"


def encounters(pair: Pair) -> str:
    """Return the index of the matches of two players, by when they ended."""
    return f"encounters:{pair[0]}:{pair[1]}"
