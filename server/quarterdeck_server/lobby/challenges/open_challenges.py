"""The open challenges that a player has made or received."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

import msgspec
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.lobby.social.challenges import Challenge, ChallengeId, Challenges
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.accounts.accounts import shown_as
from quarterdeck_server.lobby.accounts.address_marks import MARKS
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.challenges.challenge_records import CHALLENGERS, CHALLENGES, NEW, ChallengeRecord
from quarterdeck_server.lobby.documents import Document, DocumentStore
from quarterdeck_server.lobby.ratings import rating_model
from quarterdeck_server.lobby.ratings.documents import (
    MEETINGS,
    STANDINGS,
    VISITS,
    meetings_name,
    standing_name,
    visits_name,
)
from quarterdeck_server.lobby.ratings.hidden_results import known_to
from quarterdeck_server.lobby.ratings.match_results import MOST_MEETINGS_A_DAY, NEVER_MET, foreseen
from quarterdeck_server.lobby.ratings.match_results import NEW as NO_STANDING


class OpenChallenges:
    """Reads challenges. All methods raise `Unavailable`."""

    def __init__(self, documents: DocumentStore, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._now = now

    async def listed(self, player: PlayerId) -> Challenges:
        """Return the open challenges of a player, and the group of players that may challenge them."""
        (own,) = await CHALLENGERS.read(self._documents, [player])
        record = (own or NEW).at(self._now())
        received, sent = await asyncio.gather(self.read(tuple(record.received)), self.read(tuple(record.sent)))
        return Challenges(received=received, sent=sent, challenged_by=record.by, rating_bands=record.bands)

    def unrated(
        self, record: ChallengeRecord, known: Mapping[PlayerId, Player], met_before: Document | None
    ) -> Unrated | None:
        """Return the reason, if one is known now, for which a match of these two players would not be rated. Equal
        addresses are not reported: each player would learn of the other's."""
        unrated = foreseen([known[each] for each in record.players], is_rated=record.rated)
        met = MEETINGS.of(met_before) or NEVER_MET
        is_regular = len(met.lately(self._now())) >= MOST_MEETINGS_A_DAY
        return Unrated.MET_TOO_OFTEN if unrated is None and is_regular else unrated

    async def ratings(self, record: ChallengeRecord) -> tuple[int, int]:
        """Return the public ratings of the two players in the game of a challenge, of beginners if they have none."""
        names = [standing_name(player, record.game) for player in record.players]
        read = await STANDINGS.read(self._documents, names)
        first, second = (
            rating_model.shown(known_to(each or NO_STANDING, None, self._now()).skill).number for each in read
        )
        return first, second

    async def unrated_between(
        self, record: ChallengeRecord, player: PlayerId, known: Mapping[PlayerId, Player]
    ) -> Unrated | None:
        """Return the known reason for which a match of a challenger with this player would not be rated."""
        between = msgspec.structs.replace(record, players=(record.players[0], player))
        (met,) = await self._documents.read([MEETINGS.key(meetings_of(between))])
        return self.unrated(between, known, met)

    async def unrated_for_addresses(self, record: ChallengeRecord) -> Unrated | None:
        """Return the reason for which the recent addresses of the two players keep their match from being rated, if
        there is one. Only the challenged player may learn it, when they accept."""
        now = self._now()
        read = await MARKS.read(self._documents, record.players)
        first, second = (frozenset() if marks is None else marks.lately(now) for marks in read)
        if first & second:
            return Unrated.SAME_ADDRESS
        one, other = record.players
        visits = [*((one, mark) for mark in sorted(second)), *((other, mark) for mark in sorted(first))]
        found = await VISITS.read(self._documents, [visits_name(*visit, record.game) for visit in visits])
        often = any(each is not None and len(each.lately(now)) >= MOST_MEETINGS_A_DAY for each in found)
        return Unrated.MET_TOO_OFTEN if often else None

    async def read(self, ids: Sequence[ChallengeId]) -> tuple[Challenge, ...]:
        """Return these challenges as their players see them, newest first."""
        records = [each for each in await CHALLENGES.read(self._documents, ids) if each is not None]
        players = list(dict.fromkeys(player for record in records for player in record.players))
        keys = [*map(ACCOUNTS.key, players), *(MEETINGS.key(meetings_of(record)) for record in records)]
        stored = await self._documents.read(keys) if keys else []
        accounts = map(ACCOUNTS.of, stored[: len(players)])
        known = {id_: shown_as(id_, account) for id_, account in zip(players, accounts, strict=True)}
        return tuple(
            record.shown(known, self.unrated(record, known, met), self._now())
            for record, met in sorted(
                zip(records, stored[len(players) :], strict=True), key=lambda each: -each[0].made_at
            )
        )


def meetings_of(record: ChallengeRecord) -> str:
    """Return the name of the document with the earlier results of the two players of a challenge, in its game."""
    first, second = sorted(record.players)
    return meetings_name((first, second), record.game)
