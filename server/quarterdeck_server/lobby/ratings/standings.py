"""Public standings of players: ratings, profiles, ladders, histories, and results against each other."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from math import inf

from msgspec.structs import replace
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.ratings import RatedAmong, Rating
from quarterdeck_protocol.lobby.standings import (
    GameStanding,
    HeadToHead,
    History,
    Ladder,
    LadderPlace,
    Met,
    Played,
    PlayedSeat,
    Profile,
    RefusedDeals,
)
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused, unknown_game
from quarterdeck_server.lobby.accounts.accounts import AccountRecord, shown_as
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.documents import DocumentStore, IndexEntry
from quarterdeck_server.lobby.ratings import rating_model, refused_deals
from quarterdeck_server.lobby.ratings.documents import (
    MATCH_RESULTS,
    MEETINGS,
    SETTLED,
    STANDINGS,
    against_bots_name,
    encounters,
    history,
    ladder,
    meetings_name,
    standing_name,
)
from quarterdeck_server.lobby.ratings.hidden_results import MOST, is_hidden, known_to, knows_all
from quarterdeck_server.lobby.ratings.match_results import (
    NEW,
    MatchResultRecord,
    MeetingsRecord,
    Pair,
    SeatRecord,
    StandingRecord,
)

MATCHES_A_PAGE = 20
PLACES_A_PAGE = 50
MOST_REFUSED_DEALS = 100
MOST_EQUAL = 100
"""Limit of matches of one player that may end in the same millisecond."""

FOR_EVER = Milliseconds(2**53)
MOST_HIDDEN = 3 * 60 * 1000
"""Longest time in milliseconds for which the end of a match is hidden."""

Versions = Callable[[Sequence[MatchId]], Awaitable[Mapping[MatchId, Version]]]
"""Returns the version of each of these matches; 0 if its log is not stored any more."""

A_BATCH, MOST_LOOKED_AT = 100, 2_000
"""Matches that are read at once, and at most, in the search for public ones."""


class Standings:
    """Standings of players."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        documents: DocumentStore,
        players: Players,
        versions: Versions,
        now: Callable[[], Milliseconds] = lambda: FOR_EVER,
    ) -> None:
        """Make the reader of ratings and ladders. `now` is the clock; without one, no result is hidden."""
        self._now = now
        self._games = games
        self._documents = documents
        self._players = players
        self._versions = versions

    async def of(
        self, players: Sequence[PlayerId], games: Sequence[GameName]
    ) -> Mapping[tuple[PlayerId, GameName], Rating]:
        """Return the rating of each of these players in each of these games, in one round trip. New players have a
        beginner's rating. Raises `Unavailable`, like all methods below."""
        return {each: rating_model.shown(standing.skill) for each, standing in await self._of(players, games)}

    async def public_ratings(
        self, players: Sequence[PlayerId], games: Sequence[GameName]
    ) -> Mapping[tuple[PlayerId, GameName], Rating]:
        """Return the ratings without hidden results, as they are public now."""
        now = self._now()
        found = await self._of(players, games)
        return {each: rating_model.shown(known_to(standing, None, now).skill) for each, standing in found}

    async def _of(
        self, players: Sequence[PlayerId], games: Sequence[GameName]
    ) -> list[tuple[tuple[PlayerId, GameName], StandingRecord]]:
        asked = [(player, game) for player in players for game in games]
        standings = await STANDINGS.read(self._documents, [standing_name(player, game) for player, game in asked])
        return [(each, standing or NEW) for each, standing in zip(asked, standings, strict=True)]

    async def find(self, player: PlayerId | None, name: str | None) -> AccountRecord:
        """Return the account of a player, by id or by name. Raises `CommandRefused` if there is none."""
        if player is not None:
            account = await self._players.find(player)
        else:
            account = await self._players.named(name or "")
        if account is None:
            called, where = (name, "$.name") if player is None else (player, "$.player")
            raise CommandRefused(
                RefusalCode.UNKNOWN_PLAYER,
                Text("There is no player `{called}`. The account may have been deleted.", called=called),
                where,
            )
        return account

    async def profile(self, account: AccountRecord, asking: PlayerId | None = None) -> Profile:
        """Return a player's standing in every game that they have played with other human players, as the caller may
        see it."""
        now = self._now()
        names = [GameName(game) for game in self._games]
        groups = [standing_name] if account.kind is PlayerKind.BOT else [standing_name, against_bots_name]
        standings = await STANDINGS.read(
            self._documents, [name_of(account.id, game) for name_of in groups for game in names]
        )
        known = [None if each is None else known_to(each, asking, now) for each in standings]
        own, among_bots = (
            [(game, each) for game, each in zip(names, found, strict=False) if each is not None and each.played]
            for found in (known[: len(names)], known[len(names) :])
        )
        index = RatedAmong.BOTS if account.kind is PlayerKind.BOT else RatedAmong.PEOPLE
        shown = await asyncio.gather(*(self._shown(account.id, game, index, standing) for game, standing in own))
        missed = await refused_deals.count(self._documents, account.id)
        return Profile(
            player=account.player,
            since=account.made_at,
            games=tuple(shown),
            refused_deals=missed,
            against_bots=tuple(_standing(game, standing) for game, standing in among_bots),
        )

    async def refused_deals(self, account: AccountRecord) -> RefusedDeals:
        """Return the deals that were refused because this player had not revealed their entropy."""
        records = await refused_deals.of(self._documents, account.id, MOST_REFUSED_DEALS)
        people = await self._players.known(player for record in records for player in record.players)
        return RefusedDeals(
            player=account.player, deals=tuple(refused_deals.shown(record, people) for record in records)
        )

    async def ladder(self, game: GameName, page: int, among: RatedAmong = RatedAmong.PEOPLE) -> Ladder:
        """Return one page of a ladder, counted from 1, in its public state. Raises `CommandRefused` if the game does
        not exist."""
        if game not in self._games:
            raise unknown_game(game, self._games)
        if among is RatedAmong.OTHER:
            known = ", ".join(each for each in RatedAmong if each is not RatedAmong.OTHER)
            text = Text("This ladder is unknown; use one of: {known}.", known=known)
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.among")
        index, now = ladder(game, among), self._now()
        while True:
            listed, found = await asyncio.gather(
                self._documents.count(index),
                self._documents.listed(index, most=PLACES_A_PAGE, skip=(page - 1) * PLACES_A_PAGE, highest_first=True),
            )
            players = [PlayerId(member) for member, _ in found]
            accounts, standings, above = await asyncio.gather(
                self._players.find_all(players),
                STANDINGS.read(self._documents, [standing_name(player, game) for player in players]),
                self._documents.count(index, low=found[0][1] + 1 if found else inf),
            )
            rows = list(zip(found, accounts, standings, strict=True))
            gone = [IndexEntry(index, member, None) for (member, _), account, here in rows if not (account and here)]
            if not gone:
                break
            await self._documents.commit([], gone)  # who has not played for so long that it is forgotten
        places = _places([at for _, at in found], above + 1, (page - 1) * PLACES_A_PAGE + 1)
        return Ladder(
            game=game,
            page=page,
            pages=max(1, -(-listed // PLACES_A_PAGE)),
            listed=listed,
            places=tuple(
                LadderPlace(
                    place=place,
                    player=account.player,
                    rating=rating_model.shown(standing.skill),
                    rated=standing.rated,
                    won=standing.won,
                    rank=self._games[game].rank(standing.won),
                )
                for place, (_, account, stored) in zip(places, rows, strict=True)
                if account is not None and stored is not None
                for standing in [known_to(stored, None, now)]
            ),
            among=among,
        )

    async def history(
        self, account: AccountRecord, before: Milliseconds | None, asking: PlayerId | None = None
    ) -> History:
        """Return a page of a player's matches, without those whose end is hidden from the caller."""
        matches, next_ = await self._page(history(account.id), before, MATCHES_A_PAGE, asking)
        return History(player=account.player, matches=matches, before=next_)

    async def head_to_head(
        self, account: AccountRecord, other: PlayerId, before: Milliseconds | None, asking: PlayerId | None = None
    ) -> HeadToHead:
        """Return a player's results against another player, as the caller may see them. Raises `CommandRefused` if both
        are the same player."""
        if other == account.id:
            raise CommandRefused(RefusalCode.NOT_YOURSELF, Text("Name two different players."), "$.other")
        pair = (min(account.id, other), max(account.id, other))
        theirs, (met,), (matches, next_) = await asyncio.gather(
            self._players.find(other),
            self.met(account.id, [other], asking),
            self._page(encounters(pair), before, MATCHES_A_PAGE, asking),
        )
        if theirs is None and not met and not matches:
            raise CommandRefused(
                RefusalCode.UNKNOWN_PLAYER,
                Text("There is no player `{other}`. The account may have been deleted.", other=other),
                "$.other",
            )
        return HeadToHead(
            player=account.player, other=shown_as(other, theirs), games=met, matches=matches, before=next_
        )

    async def matches_of(
        self, player: PlayerId, before: Milliseconds | None, most: int
    ) -> tuple[tuple[Played, ...], Milliseconds | None]:
        """Return at most `most` of a player's matches as the player may see them, and the value of `before` for the
        next page."""
        return await self._page(history(player), before, most, player)

    async def met(
        self, player: PlayerId, others: Sequence[PlayerId], asking: PlayerId | None = None
    ) -> list[tuple[Met, ...]]:
        """Return a player's results against each of these others, as the caller may see them, in one round trip."""
        now = self._now()
        pairs = [(min(player, other), max(player, other)) for other in others]
        asked = [(pair, GameName(game)) for pair in pairs for game in self._games]
        meetings = await MEETINGS.read(self._documents, [meetings_name(pair, game) for pair, game in asked])
        met: dict[Pair, list[Met]] = {pair: [] for pair in pairs}
        for (pair, game), each in zip(asked, meetings, strict=True):
            known = None if each is None else known_to(each, asking, now)
            if known is not None and (known is each or known.above + known.below + known.equal):
                met[pair].append(_met(game, known, is_first=pair[0] == player))
        return [tuple(met[pair]) for pair in pairs]

    async def _shown(
        self, player: PlayerId, game: GameName, among: RatedAmong, standing: StandingRecord
    ) -> GameStanding:
        """Return a player's standing with the place on the ladder and the rank."""
        shown, index = _standing(game, standing), ladder(game, among)
        at = rating_model.at_least(shown.rating)
        above, listed_at = await asyncio.gather(
            self._documents.count(index, low=at + 1), self._documents.number_of(index, player)
        )
        place = None if listed_at is None else above + 1
        return replace(shown, place=place, rank=self._games[game].rank(standing.won))

    async def public_matches(
        self, player: PlayerId | None, since: float, before: float, most: int
    ) -> tuple[list[MatchId], Milliseconds | None]:
        """Return the newest matches, of all players or of one, that everybody could watch and may know the end of, and
        the time before which there may be more. `since` and `before` limit their ends. Raises `CommandRefused` if the
        account was deleted, and `Unavailable`."""
        if player is not None:
            await self.find(player, None)
        index, now = SETTLED if player is None else history(player), self._now()
        found, ends, last, skip, oldest = list[MatchId](), dict[MatchId, Milliseconds](), None, 0, Milliseconds(0)
        while skip < MOST_LOOKED_AT:
            listed = await self._documents.listed(
                index, most=A_BATCH, low=since, high=before - 1, highest_first=True, skip=skip
            )
            results = await MATCH_RESULTS.read(self._documents, [match for match, _ in listed]) if listed else []
            for each in results:
                if each is None or each.is_public is not True or is_hidden(each, None, now):
                    continue
                if len(found) >= most and each.ended != last:
                    return found, last
                found.append(each.match)
                ends[each.match] = last = each.ended
            if len(listed) < A_BATCH:
                return found, None
            skip += A_BATCH
            oldest = Milliseconds(int(listed[-1][1]))
        if oldest + 1 >= before:
            return found, oldest
        return [each for each in found if ends[each] > oldest], Milliseconds(oldest + 1)

    async def _page(
        self, index: str, before: Milliseconds | None, most: int, asking: PlayerId | None
    ) -> tuple[tuple[Played, ...], Milliseconds | None]:
        """Return the newest matches of an index that ended before `before`, and the value of `before` for the next
        page."""
        high = inf if before is None else before - 1
        found = list(await self._visible_matches(index, high, most + 1, asking))
        next_ = None
        if len(found) > most:
            last = found[most - 1][1]
            if found[most][1] == last:  # those that ended in the same millisecond stay on one page
                ended_then = [
                    each for each in await self._visible_matches(index, last, MOST_EQUAL, asking) if each[1] == last
                ]
                found = [each for each in found if each[1] > last] + ended_then
            else:
                found = found[:most]
            next_ = Milliseconds(int(last))
        matches = [MatchId(match) for match, _ in found]
        results = [verdict for verdict in await MATCH_RESULTS.read(self._documents, matches) if verdict is not None]
        return tuple(await self._played(results, asking)), next_

    async def _visible_matches(
        self, index: str, high: float, most: int, asking: PlayerId | None
    ) -> Sequence[tuple[str, float]]:
        """Return the newest matches of an index that ended at the time `high` or earlier, without those whose end is
        hidden from the caller."""
        now = self._now()
        found = await self._documents.listed(index, most=most + MOST, high=high, highest_first=True)
        young = [MatchId(match) for match, ended in found if ended > now - MOST_HIDDEN]
        hidden = {
            each.match
            for each in (await MATCH_RESULTS.read(self._documents, young) if young else ())
            if each is not None and is_hidden(each, asking, now)
        }
        return [each for each in found if each[0] not in hidden][:most]

    async def _played(self, results: Sequence[MatchResultRecord], asking: PlayerId | None) -> list[Played]:
        """Return matches as the caller may see them, with the players' current names."""
        if not results:
            return []
        now = self._now()
        people, versions = await asyncio.gather(
            self._players.known(seat.player for verdict in results for seat in verdict.seats if seat.bot is None),
            self._versions([verdict.match for verdict in results]),
        )
        return [
            _as_played(
                _as_known(verdict, asking, now), people, is_kept=verdict.archived or versions.get(verdict.match, 0) > 0
            )
            for verdict in results
        ]


def _standing(game: GameName, standing: StandingRecord) -> GameStanding:
    return GameStanding(
        game=game,
        rating=rating_model.shown(standing.skill),
        rated=standing.rated,
        played=standing.played,
        won=standing.won,
    )


def _as_known(verdict: MatchResultRecord, asking: PlayerId | None, now: Milliseconds) -> MatchResultRecord:
    """Return a match without ratings that depend on another match hidden from the caller, such as an earlier match of
    an opponent."""
    seats = tuple(
        seat if knows_all(seat.hidden, asking, now) else replace(seat, before=None, after=None)
        for seat in verdict.seats
    )
    return replace(verdict, seats=seats)


def _as_played(verdict: MatchResultRecord, people: Mapping[PlayerId, Player], *, is_kept: bool) -> Played:
    is_transcribed = is_kept and verdict.reason is not None
    return Played(
        match=verdict.match,
        game=verdict.game,
        began=verdict.began,
        ended=verdict.ended,
        entries=verdict.entries,
        seats=tuple(_seat(seat, people) for seat in verdict.seats),
        reason=verdict.reason,
        unrated=verdict.unrated,
        transcript=f"/v1/matches/{verdict.match}" if is_transcribed else None,
        rewound=verdict.rewound,
        among=verdict.among,
    )


def _seat(seat: SeatRecord, people: Mapping[PlayerId, Player]) -> PlayedSeat:
    return PlayedSeat(
        player=people[seat.player] if seat.bot is None else seat.bot,
        place=seat.place,
        before=None if seat.before is None else rating_model.shown(seat.before),
        after=None if seat.after is None else rating_model.shown(seat.after),
    )


def _met(game: GameName, meetings: MeetingsRecord, *, is_first: bool) -> Met:
    above, below = (meetings.above, meetings.below) if is_first else (meetings.below, meetings.above)
    return Met(game=game, above=above, below=below, equal=meetings.equal)


def _places(numbers: Iterable[float], first: int, position: int) -> list[int]:
    """Return the places of consecutive players of a ladder. Players with equal ratings share a place."""
    places: list[int] = []
    before: float | None = None
    for number in numbers:
        places.append(places[-1] if number == before else position if places else first)
        before = number
        position += 1
    return places
