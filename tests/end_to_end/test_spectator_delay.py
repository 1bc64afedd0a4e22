"""Spectators of a match see it later, over a real socket with the SDK, and no sooner than its table says."""

import asyncio
import contextlib
import copy
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import aiohttp
import msgspec
import pytest
from matches.processes import Hand
from quarterdeck_client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.lobby.tables import begins_with
from quarterdeck_games import GAMES as SHIPPED
from quarterdeck_protocol.lobby.tables import SpectatorDelay
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_server.lobby.chat import table_chat
from quarterdeck_server.lobby.collection.holdings import CollectionRecord
from quarterdeck_server.lobby.collection.movements import Cause, Copies, Face, MovementId, grant, parts_of
from quarterdeck_server.lobby.ratings import standings
from quarterdeck_server.lobby.tables import hidden_ends
from quarterdeck_server.lobby.tables.owned_decks import copies_of
from quarterdeck_server.matches.delayed_audience import DelayedAudience
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_testing.world import parts_of as parts_of_choice
from servers import PASSWORD, SOON, Line, LiveServer, Message, live_server

GUESSED = 5_000
"""By how much a process may be ahead of a clock that stands still, at most."""


async def _passed(server: LiveServer, hand: Hand, milliseconds: int) -> None:
    """Let time go by, and have the process look at the clock."""
    hand.move(milliseconds)
    await server.services.matches.sweep()


async def test_a_spectator_of_a_match_is_told_of_it_when_its_table_says() -> None:
    hand = Hand()
    async with (
        asyncio.timeout(SOON),
        live_server(MemoryStore(Memory(hand))) as server,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Cy") as cy,
    ):
        table = await ada.tables.open("tiny", time_limit=3_600.0, spectator_delay=SpectatorDelay.HALF_A_MINUTE)
        assert table.spectator_delay is SpectatorDelay.HALF_A_MINUTE
        await ada.tables.add_bot(table.id)
        await ada.tables.ready(table.id)
        async for now in ada.tables.changes(table.id):
            if not begins_with(table.match, now):
                break  # her entropy is revealed
        seat = await ada.watch_match(table.match)
        with pytest.raises(RefusedError) as refused:
            await cy.watch_match(table.match)
        assert refused.value.code is RefusalCode.NOT_SHOWN_YET
        assert 0 < (refused.value.retry_in or 0) <= 30_000
        await _passed(server, hand, 30_000)
        watching = await cy.watch_match(table.match)
        first = watching.latest.version
        assert watching.latest.delay == 30_000
        turns = seat.turns()
        turn = await anext(turns)
        await _passed(server, hand, 1_000)
        await turn.act(turn.choices[0])
        acted = seat.latest.version
        assert acted > first
        await _passed(server, hand, 30_000 - 1_000 - GUESSED)
        assert (await cy.watch_match(table.match)).latest.version < acted
        await _passed(server, hand, 1_000 + GUESSED)
        versions: list[Version] = []
        async for update in watching.updates():
            versions.append(update.version)
            if update.version >= acted:
                break
        assert versions == sorted(versions)
        assert versions[-1] == acted


async def test_a_table_that_counts_for_ratings_is_seen_half_a_minute_later_unless_it_says_otherwise() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        said: Any = {}
        for rated, delay in ((False, None), (True, None), (True, SpectatorDelay.NONE), (False, SpectatorDelay.END)):
            table = await ada.tables.open("tiny", rated=rated, spectator_delay=delay)
            said[rated, delay] = table.spectator_delay
        assert said == {
            (False, None): SpectatorDelay.NONE,
            (True, None): SpectatorDelay.HALF_A_MINUTE,
            (True, SpectatorDelay.NONE): SpectatorDelay.NONE,
            (False, SpectatorDelay.END): SpectatorDelay.END,
        }


UNBOUND: Message = {"trades_account_age": 0, "messages_per_second": 1_000_000}
DELAY = 30_000
FORMS = ("json", "standings", "pairings", "log", "trf", "trf26")
RATED: Message = {"rated": True}
ANEW: Message = {}
IN_A_TOURNAMENT: Message = {"rounds": 2, "between_rounds": None, "time_limit": 600_000, "spectator_delay": "30s"}


class Fork:
    """A world that goes on from how another one stands: with the same players, matches and time, and a future of its
    own."""

    def __init__(self, server: LiveServer, hand: Hand, lines: dict[str, Line]) -> None:
        self.server = server
        self.hand = hand
        self.lines = lines
        self.told: list[bytes] = []
        """All that the spectator was told, over each door, in order."""

        self.ids: dict[str, str] = {}
        self.token = ""
        """The spectator's."""

        self.cards: Sequence[Face] = ()
        """Cards that the players own, and that the match holds."""

        self.eyes: Message = {}
        """Through whose eyes the spectator watches: what is said of that with `watch_match`."""

        self.dee_sits = False

    async def pass_time(self, milliseconds: int) -> None:
        self.hand.move(milliseconds)
        await self.server.services.matches.sweep()
        await self.server.services.tables.sweeper.sweep()

    async def act(self, times: int) -> None:
        """Let whoever is asked do the first thing that there is, so many times or until the match is over."""
        for _ in range(times):
            match = await self.server.services.matches.open(self.match)
            if match.is_over:
                return
            record = match.record
            seat = record.waiting[0].seat
            line = self.lines[record.players[seat].name]
            first = parts_of_choice(record.choices[seat][0])[0]
            act = {"type": "act", "match": self.match, "seen": record.version, "action": first}
            act["ref"] = f"of-version-{record.version}"
            answer = await line.ask(msgspec.to_builtins(act))
            assert answer["type"] == "update", answer

    @property
    def match(self) -> MatchId:
        return MatchId(self.ids["match"])

    async def look(self) -> None:
        """Let the spectator note what came by itself, and ask everything that can be asked, over both doors."""
        cy, match, table, ada, bo = self.lines["Cy"], *(self.ids[each] for each in ("match", "table", "Ada", "Bo"))
        before = len(cy.heard)
        await cy.quiet()
        for since in (None, 0, 1, 2, 3, 5, 9, 40):
            await cy.ask({"type": "watch_match", "match": match, "since": since, **self.eyes})
        await cy.ask({"type": "watch_match", "match": match, "since": 3, "link": "0" * 64, **self.eyes})
        for asked in (
            {"type": "watch_table", "table": table},
            {"type": "list_tables"},
            {"type": "watch_lobby"},
            {"type": "sit", "table": table},
            {"type": "sit", "table": table, "seat": 1, "deck": "none at all"},
            {"type": "ready", "table": table, "deck": "none at all"},
            {"type": "reveal", "table": table, "entropy": "none"},
            {"type": "stand", "table": table},
            {"type": "kick", "table": table, "seat": 0},
            {"type": "add_bot", "table": table},
            {"type": "transfer_host", "table": table, "player": bo},
            {"type": "say", "where": "table", "id": table, "phrase": "hello"},
            {"type": "act", "match": match, "seen": 1, "action": {}},
            {"type": "watch_match", "match": match, "live": "I am curious"},
            {"type": "rematch", "table": table},
            {"type": "resign", "match": match},
            {"type": "join_chat", "where": "table", "id": table},
            {"type": "join_chat", "where": "match", "id": match},
            {"type": "get_profile", "player": ada},
            {"type": "get_history", "player": bo},
            {"type": "get_head_to_head", "player": ada, "other": bo},
            {"type": "get_ladder", "game": self.ids["game"]},
        ):
            await cy.ask(dict(asked))
        await self._look_for_cards()
        event = self.ids.get("tournament")
        if event is not None:
            await cy.ask({"type": "get_tournament", "tournament": event})
            await cy.ask({"type": "list_tournaments"})
        # Whatever the list has to tell is told by when it tells this.
        dee = self.lines["Dee"]
        await dee.ask({"type": "stand" if self.dee_sits else "sit", "table": self.ids["other"]})
        self.dee_sits = not self.dee_sits
        await cy.until(lambda heard: heard["type"] == "lobby_changed")
        self.told += [msgspec.json.encode(each) for each in cy.heard[before:]]
        async with aiohttp.ClientSession() as http:
            for path in (
                "/v1/tables",
                "/v1/tables?stage=playing",
                "/v1/tables?stage=gathering&open_seats=1",
                f"/v1/matches/{match}",
                f"/v1/matches/{match}/replay",
                f"/v1/matches/{match}/replay?seat=1",
                f"/v1/matches/{match}/replay?seat=9",
                f"/v1/players/{ada}",
                f"/v1/players/{ada}/refused-deals",
                f"/v1/players/{bo}/matches",
                f"/v1/players/{ada}/against/{bo}",
                f"/v1/games/{self.ids['game']}/ladder",
                *(f"/v1/me/traders/{face}?who=has" for face in self.cards),
                "/v1/tournaments",
                *(f"/v1/tournaments/{event}?as={form}" for form in FORMS if event is not None),
            ):
                headers = (
                    {"Authorization": f"Bearer {self.token}"}
                    if path.startswith(("/v1/me/", "/sign-on/passkeys"))
                    else {}
                )
                async with http.get(self.server.url + path, headers=headers) as answer:
                    headers = {name: value for name, value in answer.headers.items() if name != "Date"}
                    self.told.append(msgspec.json.encode([path, answer.status, headers]) + await answer.read())
            async with http.get(f"{self.server.url}/v1/matches/{match}/events") as stream:
                self.told.append(await stream.content.readuntil(b"\n\n"))

    async def _look_for_cards(self) -> None:
        """Let the spectator ask who has the cards that the match holds, and for them."""
        cy = self.lines["Cy"]
        for face in self.cards:
            game, card = parts_of(face)
            await cy.ask({"type": "find_traders", "who": "has", "game": game, "card": card})
            takes = [{"game": game, "card": card, "count": 1}]
            for name in ("Ada", "Bo"):
                offered = await cy.ask({"type": "offer_trade", "player": self.ids[name], "gives": [], "takes": takes})
                await cy.ask({"type": "get_trade", "trade": offered["trade"]["id"]})
                await cy.ask({"type": "cancel_trade", "trade": offered["trade"]["id"]})
        await cy.ask({"type": "get_trades"})


@contextlib.asynccontextmanager
async def _forked(
    memory: Memory, time: Milliseconds, tokens: dict[str, str], ids: dict[str, str]
) -> AsyncIterator[Fork]:
    hand = Hand()
    hand.time = time
    own = Memory(hand)
    own.logs, own.documents = copy.deepcopy(memory.logs), copy.deepcopy(memory.documents)
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(live_server(MemoryStore(own), **UNBOUND))
        clock: Any = server.services.matches.clock
        clock._machine = lambda: 0  # it knows no time but what it is told
        clock.correct(time)
        lines = {}
        for name, token in tokens.items():
            lines[name] = await stack.enter_async_context(server.line())
            await lines[name].sign_in(token=token)
        fork = Fork(server, hand, lines)
        fork.ids, fork.token, fork.cards = ids, tokens["Cy"], held_by(ids["game"])
        for name in ("Ada", "Bo"):
            await lines[name].ask({"type": "watch_match", "match": ids["match"]})
            await lines[name].ask({"type": "watch_table", "table": ids["table"]})
        await lines["Eve"].ask({"type": "watch_table", "table": ids["other"]})  # so that it stays
        yield fork


async def _heard(line: Line, matches: Callable[[Message], bool]) -> None:
    """Wait until something like this has been said on a line, if it was not before."""
    if not any(map(matches, line.heard)):
        await line.until(matches)


async def nothing_happens(_: Fork) -> None:
    pass


async def moves(fork: Fork) -> None:
    await fork.act(2)


async def an_end_and_talk(fork: Fork) -> None:
    await fork.act(20)
    if not (await fork.server.services.matches.open(fork.match)).is_over:
        await fork.lines["Bo"].ask({"type": "resign", "match": fork.match})
    for name in ("Ada", "Bo"):
        say = {"type": "say", "where": "table", "id": fork.ids["table"], "text": "Well played"}
        await fork.lines[name].ask(say)
        await _heard(fork.lines[name], lambda heard: heard["type"] == "rated")
    await fork.lines["Ada"].ask({"type": "rematch", "table": fork.ids["table"]})


async def _a_resignation_and_an_empty_table(fork: Fork) -> None:
    await fork.lines["Ada"].ask({"type": "resign", "match": fork.match})
    for name in ("Ada", "Bo"):
        line = fork.lines[name]
        await _heard(line, lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
        await line.ask({"type": "stand", "table": fork.ids["table"]})


def decks_of(game: str) -> Sequence[Copies]:
    """Return what is in the decks with which the two play who bring none; nothing in a game without decks."""
    support = SHIPPED[game].decks if game in SHIPPED else None
    if support is None:
        return ()
    return [copies_of(GameName(game), support.of_seat(Seat(seat))) for seat in range(2)]


def held_by(game: str) -> Sequence[Face]:
    """Return some of the cards that a match of this game holds."""
    return [face for copies in decks_of(game) for face in sorted(copies)[:3]]


class Past(NamedTuple):
    """How everything stands after a match was played for a while, and spectators know of all that has happened."""

    memory: Memory
    time: Milliseconds
    tokens: dict[str, str]
    ids: dict[str, str]


async def _paired(lines: dict[str, Line], terms: Message) -> dict[str, str]:
    """Let Ada and Bo be paired in a tournament that Eve directs."""
    made = await lines["Eve"].ask({"type": "create_tournament", "name": "Friday", **terms})
    event = made["tournament"]["summary"]["id"]
    for name in ("Ada", "Bo"):
        await lines[name].ask({"type": "join_tournament", "tournament": event})
    await lines["Eve"].ask({"type": "begin_tournament_round", "tournament": event, "round": 1})
    match = f"{event}-1-1"
    async with asyncio.timeout(SOON):
        while (await lines["Ada"].ask({"type": "watch_match", "match": match}))["type"] != "update":  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return {"tournament": event, "table": match, "match": match}


async def past_of(game: str, delay: int = DELAY, wanted: Message = RATED, said: Message = ANEW) -> Past:
    """Play the first moves of a match of this game, at a table that is wanted so, where everybody who is ready says
    this."""
    hand = Hand()
    memory = Memory(hand)
    tokens: dict[str, str] = {}
    ids: dict[str, str] = {"game": game}
    options: Message = {"options": {"marks": 8}} if game == "tiny" else {}
    owned = decks_of(game)
    if owned:
        options |= {"collection": "owned"}
    async with live_server(MemoryStore(memory), **UNBOUND) as server, contextlib.AsyncExitStack() as stack:
        lines: dict[str, Line] = {}
        for name in ("Ada", "Bo", "Cy", "Dee", "Eve"):
            lines[name] = await stack.enter_async_context(server.line())
            signed_in = await lines[name].sign_in("Whoever")
            await lines[name].ask({"type": "register", "name": name, "password": PASSWORD})
            tokens[name], ids[name] = signed_in["token"], signed_in["player"]["id"]
        for name, copies in zip(("Ada", "Bo"), owned, strict=False):
            await server.services.ledger.move(
                grant(MovementId(f"gift:{name}"), Cause.GIFT, PlayerId(ids[name]), copies)
            )
            await lines[name].ask({"type": "be_found", "by": "traders"})
        if owned:
            wished = [dict(zip(("game", "card"), parts_of(face), strict=True)) for face in held_by(game)]
            await lines["Cy"].ask({"type": "change_wishes", "adds": wished, "removes": []})
        opening = {"game": game, "time_limit": 3_600_000, **wanted, **options}
        if wanted is IN_A_TOURNAMENT:
            ids |= await _paired(lines, opening)
        else:
            opened = await lines["Ada"].ask({"type": "open_table", "seats": 2, **opening})
            ids |= {"table": opened["table"]["id"], "match": opened["table"]["match"]}
        other = await lines["Eve"].ask({"type": "open_table", "game": "tiny"})
        ids["other"] = other["table"]["id"]
        await lines["Bo"].ask({"type": "sit", "table": ids["table"]})
        for name in ("Ada", "Bo"):
            await lines[name].ask({"type": "ready", "table": ids["table"], **said})
        played = Fork(server, hand, lines)
        played.ids = ids
        await played.act(2)
        for line in lines.values():
            await line.quiet()
        hand.move(delay)
    return Past(memory, hand.time, tokens, ids)


Future = Callable[[Fork], Awaitable[None]]


async def told_in(
    past: Past, future: Future, delay: int = DELAY, eyes: Message = ANEW
) -> tuple[list[bytes], list[bytes]]:
    """Return what the spectator is told in this future until it is as old as the delay, and what then."""
    async with _forked(*past) as fork:
        fork.eyes = eyes
        await fork.look()
        await future(fork)
        await fork.look()
        for passed in (1_000, delay - 1_001):
            await fork.pass_time(passed)
            await fork.look()
        until_then = len(fork.told)
        await fork.pass_time(1_000)
        await fork.look()
        return fork.told[:until_then], fork.told[until_then:]


GAMES = ("tiny", "amfibido", "amiibart", "density-deck", "myacards")
FUTURES: Sequence[Future] = (moves, an_end_and_talk, _a_resignation_and_an_empty_table)


@pytest.mark.parametrize(("game", "wanted"), [*((game, RATED) for game in GAMES), ("tiny", IN_A_TOURNAMENT)])
async def test_anything_that_a_spectator_is_told_before_its_time_says_nothing_of_what_has_happened_since(
    game: str, wanted: Message
) -> None:
    past = await past_of(game, wanted=wanted)
    nothing, *later = await told_in(past, nothing_happens)
    assert len(nothing) > 100
    for future in FUTURES:
        told, then = await told_in(past, future)
        later.append(then)
        for first, second in zip(nothing, told, strict=False):
            assert first == second, future.__name__
        assert told == nothing, future.__name__
    assert len({tuple(each) for each in later}) == len(later), "then it is told"


# Leaks that are put in on purpose


def _tables_tell_an_end_at_once(patching: pytest.MonkeyPatch) -> None:
    patching.setattr(hidden_ends, "seen_by", lambda table, player, now: table)


def _updates_come_two_milliseconds_early(patching: pytest.MonkeyPatch) -> None:
    then = DelayedAudience._then
    patching.setattr(DelayedAudience, "_then", lambda audience: Milliseconds(then(audience) + 2))


def _all_but_the_newest_entry_is_told(patching: pytest.MonkeyPatch) -> None:
    then = DelayedAudience._then

    def early(audience: DelayedAudience) -> Milliseconds:
        coming = audience._coming
        return then(audience) if len(coming) < 2 else coming[-2].at

    patching.setattr(DelayedAudience, "_then", early)


def _talk_is_heard_at_once(patching: pytest.MonkeyPatch) -> None:
    patching.setattr(table_chat, "_delay", lambda table: Milliseconds(0))


def _ratings_are_told_at_once(patching: pytest.MonkeyPatch) -> None:
    patching.setattr(standings, "known_to", lambda kept, player, now: kept)


def _histories_are_told_at_once(patching: pytest.MonkeyPatch) -> None:
    patching.setattr(standings, "is_hidden", lambda match, player, now: False)


def _transcripts_are_open_at_once(patching: pytest.MonkeyPatch) -> None:
    patching.setattr(Opened, "is_hidden", lambda opened, newest, now: False)


def _searches_tell_what_matches_hold(patching: pytest.MonkeyPatch) -> None:
    patching.setattr(CollectionRecord, "free_for_others_among", CollectionRecord.free_among)


@pytest.mark.parametrize(
    ("leak", "game", "future", "in_what"),
    [
        (_searches_tell_what_matches_hold, "amiibart", an_end_and_talk, b'"type":"traders"'),
        (_searches_tell_what_matches_hold, "myacards", an_end_and_talk, b"/v1/me/traders/"),
        (_tables_tell_an_end_at_once, "amfibido", an_end_and_talk, b'"stage":"over"'),
        (_updates_come_two_milliseconds_early, "myacards", moves, b'"type":"update'),
        (_all_but_the_newest_entry_is_told, "density-deck", moves, b'"type":"update'),
        (_talk_is_heard_at_once, "amiibart", an_end_and_talk, b'"text":"Well played"'),
        (_ratings_are_told_at_once, "tiny", an_end_and_talk, b'"type":"profile"'),
        (_histories_are_told_at_once, "tiny", an_end_and_talk, b'"type":"history"'),
        (_transcripts_are_open_at_once, "tiny", an_end_and_talk, b"/replay"),
    ],
)
async def test_a_leak_over_time_that_is_put_in_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], game: str, future: Future, in_what: bytes
) -> None:
    past = await past_of(game)
    with pytest.MonkeyPatch.context() as patching:
        leak(patching)
        nothing, _ = await told_in(past, nothing_happens)
        told, _ = await told_in(past, future)
    assert any(in_what in each for each in set(told) ^ set(nothing))


async def test_the_notice_of_an_end_comes_to_its_players_at_once_and_to_nobody_else() -> None:
    hand = Hand()
    async with (
        asyncio.timeout(SOON),
        live_server(MemoryStore(Memory(hand))) as server,
        Client(server.url, name="Ada") as ada,
        Client(server.url, name="Bo") as bo,
        Client(server.url, name="Cy") as cy,
    ):
        table = await ada.tables.open("tiny", seats=2, spectator_delay=SpectatorDelay.END)
        beginning = asyncio.ensure_future(ada.begin(table.id))
        seat = await bo.join(table.id)
        await beginning
        await seat.resign()
        for client in (ada, bo):
            notice = await anext(client.notices.follow())
            assert (notice.match, notice.reason) == (table.match, "left")
        for passed in (0, 600_000):
            await _passed(server, hand, passed)
            assert (await cy.notices.list()).notices == ()
