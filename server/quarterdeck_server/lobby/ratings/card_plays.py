"""Statistics of cards: matches in which a card was in a deck, and wins. They are counted with the settlement of a
match, and read on request.

Only matches that have changed ratings among people count, so the protections against rating farms apply. Each seat's
deck counts once for each card in it, regardless of copies, under the version of the rules of the match.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from quarterdeck_protocol.http.card_search import CardPlays
from quarterdeck_protocol.lobby.ratings import RatedAmong
from quarterdeck_protocol.names import Count, GameName, Milliseconds

from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites
from quarterdeck_server.lobby.documents import DocumentStore, IndexAddition
from quarterdeck_server.lobby.ratings.match_results import FinishedMatch, MatchResultRecord

MOST_COUNTED = 100_000
KNOWN_FOR = Milliseconds(60_000)
"""Milliseconds for which a process caches the statistics. They are requested more often than matches end."""

DECKS = "decks"
PLAYED, WON = "played", "won"


def plays_of(game: GameName, rules: int) -> str:
    """Return the name of the index of the played cards of a game under a version of its rules."""
    return f"card_plays:{game}:{rules}"


def counted(finished: FinishedMatch, result: MatchResultRecord) -> ExtraWrites:
    """Return the store writes that add a match's played cards to the statistics; they are committed with its
    settlement."""
    is_rated = result.unrated is None and any(seat.after is not None for seat in result.seats)
    if not is_rated or result.among is not RatedAmong.PEOPLE:
        return NOTHING
    places = [seat.place for seat in result.seats]
    index, additions = plays_of(result.game, finished.rules), list[IndexAddition]()
    for cards, place in zip(finished.decks, places, strict=False):
        has_won = place == 1 and places.count(1) < len(places)
        members = [DECKS, *(f"{PLAYED} {card}" for card in cards)]
        members += [f"{WON} {card}" for card in cards] if has_won else []
        additions += [IndexAddition(index, member, 1) for member in members] if cards else []
    return ExtraWrites(indexed=tuple(additions))


class CardPlayCounts:
    """The statistics of cards, cached in this process."""

    def __init__(
        self, documents: DocumentStore, versions: Mapping[str, Sequence[int]], now: Callable[[], Milliseconds]
    ) -> None:
        """Make the statistics about played cards. `versions` are the versions of the rules of each game whose
        statistics are read."""
        self._documents = documents
        self._versions = versions
        self._now = now
        self._known: dict[str, tuple[Milliseconds, dict[str, tuple[CardPlays, ...]]]] = {}

    async def of(self, game: str) -> Mapping[str, tuple[CardPlays, ...]]:
        """Return the statistics of each card of a game, by card id, the newest rules first. Cards that were never
        played are left out. Raises `Unavailable`."""
        now = self._now()
        at, found = self._known.get(game, (Milliseconds(0), {}))
        if at + KNOWN_FOR <= now:
            found = {}
            for version in sorted(self._versions.get(game, ()), reverse=True):
                for card, plays in await self._by_version(GameName(game), version):
                    found[card] = (*found.get(card, ()), plays)
            self._known[game] = now, found
        return found

    async def _by_version(self, game: GameName, version: int) -> Iterator[tuple[str, CardPlays]]:
        listed = dict(await self._documents.listed(plays_of(game, version), most=MOST_COUNTED))
        decks = Count(int(listed.get(DECKS, 0)))
        return (
            (card, CardPlays(rules=version, decks=decks, played=int(count), won=int(listed.get(f"{WON} {card}", 0))))
            for what, _, card, count in ((*member.partition(" "), count) for member, count in listed.items())
            if what == PLAYED
        )
