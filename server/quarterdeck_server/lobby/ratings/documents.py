"""Documents and indexes of ratings in the store, each with its lifetime."""

from collections.abc import Iterable

from quarterdeck_protocol.lobby.ratings import RatedAmong
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.sides import PlayerKind

from quarterdeck_server.lobby import stored_kinds
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.collections import Collection, ExtraWrites
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.ratings import rating_model
from quarterdeck_server.lobby.ratings.match_results import (
    MatchResultRecord,
    MeetingsRecord,
    Pair,
    StandingRecord,
    VisitsRecord,
)
from quarterdeck_server.lobby.ratings.rating_model import Skill

DAY = 24 * 60 * 60
HISTORY_SECONDS = 400 * DAY
"""Seconds that a match is remembered after its end. Its log must never be kept longer, or the match could be settled
twice."""

MATCH_RESULT_SECONDS = HISTORY_SECONDS + 100 * DAY
"""Longest time in seconds that a match result is stored. The result is read once more to remove the match from the
indexes."""

STANDING_SECONDS = 800 * DAY
"""Seconds that a rating is remembered after the player's last match."""

MATCH_RESULTS = Collection(stored_kinds.MATCH_RESULT, MatchResultRecord)
"""Stored by match."""

STANDINGS = Collection("standing", StandingRecord)
MEETINGS = Collection("meetings", MeetingsRecord)
VISITS = Collection("visits", VisitsRecord)
"""Stored by player, mark of an address, and game: number of matches in which opponents from that address have changed
the player's rating."""

UNSETTLED = "unsettled"
"""Name of the index of matches that have begun and are not known to have ended, ordered by the time of the next
check."""

SETTLED = "settled"
"""Name of the index of all remembered matches, ordered by their end."""

UNPLACED = "unplaced"
"""Name of the index of settled matches whose end is still hidden, ordered by the time at which it is shown. Until then
their players keep their earlier places in the ladders."""

UNPACKED = "unpacked"
"""Name of the index of settled matches whose logs are still streams, ordered by the time at which they are to be
packed."""

PACK_AFTER = 2 * 60 * 1000
"""Milliseconds from the end of a match until its log is packed. Its players often look at the match again in this
time."""

UNARCHIVED = "unarchived"
"""Name of the index of settled matches whose packed logs are still in the store, ordered by their end."""


PARTED = "parted"
"""Name of the index of players who have deleted their accounts, ordered by the time of the deletion. None of their
matches is archived any more."""

TO_ERASE = "to_erase"
"""Name of the index of deleted players whose matches have not been searched for in the archive yet."""


FORGOTTEN = "forgotten"
"""Name of the index of matches that are in no history any more, and have to be removed from the archive."""


def standing_name(player: PlayerId, game: GameName) -> str:
    """Return the name of a player's own standing in a game: of a person among people, of a bot among bots."""
    return f"{game}:{player}"


def against_bots_name(person: PlayerId, game: GameName) -> str:
    """Return the name of the document with a person's results against bots in a game."""
    return f"{game}:{person}:{RatedAmong.BOTS}"


def meetings_name(pair: Pair, game: GameName) -> str:
    return f"{game}:{pair[0]}:{pair[1]}"


def visits_name(player: PlayerId, mark: str, game: GameName) -> str:
    return f"{game}:{player}:{mark}"


def ladder(game: GameName, among: RatedAmong = RatedAmong.PEOPLE) -> str:
    """Return the name of the index of a ladder of a game, ordered by `rating_model.at_least`."""
    return f"ladder:{game}" if among is RatedAmong.PEOPLE else f"ladder:{game}:{among}"


def placed(game: GameName, among: RatedAmong, account: AccountRecord, skill: Skill) -> IndexEntry:
    """Return the place of a player in a ladder of a game. The ladder of people lists registered people, that of bots
    players' bots. Players with a provisional rating have no place."""
    rating = rating_model.shown(skill)
    listed = PlayerKind.PERSON if among is RatedAmong.PEOPLE else PlayerKind.BOT
    is_listed = account.kind is listed and not rating.provisional
    return IndexEntry(ladder(game, among), account.id, rating_model.at_least(rating) if is_listed else None)


def out_of_ladders(player: PlayerId, games: Iterable[str]) -> ExtraWrites:
    """Return the changes that remove a player from the ladders of these games."""
    ladders = [ladder(GameName(game), among) for game in games for among in (RatedAmong.PEOPLE, RatedAmong.BOTS)]
    return ExtraWrites(indexed=tuple(IndexEntry(each, player, None) for each in ladders))


def parted(player: PlayerId, now: Milliseconds) -> ExtraWrites:
    """Return the writes that record that a player has deleted their account, so that their matches are removed from the
    archive."""
    return ExtraWrites(indexed=(IndexEntry(PARTED, player, now), IndexEntry(TO_ERASE, player, now)))


def history(player: PlayerId) -> str:
    """Return the name of the index of a player's matches, ordered by their end."""
    return f"history:{player}"


def encounters(pair: Pair) -> str:
    """Return the name of the index of the matches of two players against each other, ordered by their end."""
    return f"encounters:{pair[0]}:{pair[1]}"
