"""Patterns of rating farms: two players with repeated matches at rated tables that do not count.

If a match was not rated for such a reason, its settlement records this in the same commit. Moderators can read the
patterns for a month and judge for themselves, because friends in one household look the same.
"""

from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.lobby.moderation import Pattern, Patterns
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds

from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.collections import Collection, ExtraWrites
from quarterdeck_server.lobby.documents import Document, DocumentStore, IndexEntry, IndexSweep
from quarterdeck_server.lobby.ratings.match_results import (
    Circumstances,
    FinishedMatch,
    MatchResultRecord,
    Pair,
    compared_pairs,
)

PATTERN_SECONDS = 30 * 24 * 60 * 60
"""Seconds that a pattern is remembered after its last match: as long as the marks of addresses."""

MOST_NEWEST = 5
INDEX = "patterns"


class PatternRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a pattern. It holds only the ids of players."""

    pair: Pair
    game: GameName
    why: Unrated
    matches: int = 0
    since: Milliseconds
    last: Milliseconds
    newest: tuple[MatchId, ...] = ()

    def with_match(self, match: MatchId, ended: Milliseconds) -> "PatternRecord":
        newest = (match, *self.newest)[:MOST_NEWEST]
        return msgspec.structs.replace(self, matches=self.matches + 1, last=ended, newest=newest)


PATTERNS = Collection("pattern", PatternRecord)


def pattern_name(pair: Pair, game: GameName, why: Unrated) -> str:
    return f"{game}:{pair[0]}:{pair[1]}:{why}"


def shown_by(finished: FinishedMatch, result: MatchResultRecord, around: Circumstances) -> Sequence[Pair]:
    """Return the pairs of players for whom a match belongs to a pattern."""
    rated = compared_pairs(finished.players)
    match result.unrated:
        case Unrated.SAME_ADDRESS:
            return sorted(rated & around.neighbours)
        case Unrated.MET_TOO_OFTEN:
            return sorted(rated & around.regulars)
        case Unrated.TOO_SHORT if finished.rated:
            return sorted(rated)
        case _:
            return ()


def noted(stored: Sequence[Document | None], found: Sequence[Pair], result: MatchResultRecord) -> ExtraWrites:
    """Return the changes that add a match to the patterns of these pairs. `stored` are their documents as they were
    read."""
    if result.unrated is None or not found:
        return ExtraWrites()
    changes, indexed = [], []
    for page, pair in zip(stored, found, strict=True):
        before = PATTERNS.of(page) or PatternRecord(
            pair=pair, game=result.game, why=result.unrated, since=result.ended, last=result.ended
        )
        name = pattern_name(pair, result.game, result.unrated)
        changes.append(PATTERNS.put(name, page, before.with_match(result.match, result.ended), PATTERN_SECONDS))
        indexed.append(IndexEntry(INDEX, name, result.ended))
    too_old = IndexSweep(INDEX, result.ended - 1000 * PATTERN_SECONDS)
    return ExtraWrites(tuple(changes), (*indexed, too_old))


class PatternList:
    """The patterns of possible rating farms, for moderators."""

    def __init__(self, documents: DocumentStore, players: Players) -> None:
        self._documents = documents
        self._players = players

    async def read(self, before: Milliseconds | None, most: int) -> Patterns:
        """Return the newest patterns, or those whose last match ended before the time `before`. Raises
        `Unavailable`."""
        high = float("inf") if before is None else before - 1
        listed = await self._documents.listed(INDEX, most=most + 1, high=high, highest_first=True)
        page = listed[:most]
        found = [each for each in await PATTERNS.read(self._documents, [name for name, _ in page]) if each is not None]
        players = await self._players.known(player for each in found for player in each.pair)
        return Patterns(
            patterns=tuple(
                Pattern(
                    players=(players[each.pair[0]], players[each.pair[1]]),
                    game=each.game,
                    why=each.why,
                    matches=each.matches,
                    since=each.since,
                    last=each.last,
                    newest=each.newest,
                )
                for each in found
            ),
            before=Milliseconds(round(page[-1][1])) if len(listed) > most else None,
        )
