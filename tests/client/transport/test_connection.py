"""The line to a server: it breaks, and nothing is lost by it."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from failover_bots import refs_in
from quarterdeck_client import Client, ClientError, FollowedMatch, GoneError, LostError, RefusedError, UsageError
from quarterdeck_client.transport import backoff, connection
from quarterdeck_client.transport.silence import TURNS, Silence, Verdict
from quarterdeck_protocol.lobby.tables import ListTables, Tables, TableStage
from quarterdeck_protocol.messages import Act, AnyFromServer, Update
from quarterdeck_protocol.names import Ref, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.web.socket import SEND_QUEUES
from relay import Message, Relay, relay_to
from servers import SOON, LiveServer, line_to, live_server, soon

UPDATES = ("update", "update_patch")


@pytest.fixture
async def relay(server: LiveServer) -> AsyncIterator[Relay]:
    async with relay_to(server.url) as relay:
        yield relay


async def play_out(seat: FollowedMatch) -> int:
    """Play to the end, always the first choice, and return how many actions were done."""
    done = 0
    async with asyncio.timeout(SOON):
        async for turn in seat.turns():
            done += await turn.act(turn.choices[0])
    return done


async def heard_out(heard: AsyncIterator[Any]) -> None:
    async with asyncio.timeout(SOON):
        async for _ in heard:
            pass


async def tables_of(client: Client) -> AsyncIterator[Any]:
    while True:
        yield await client.tables.list()


def once(relay: Relay, of: str, otherwise: Message | None) -> list[Message]:
    """Hold the next command of this type back, and answer in the server's place, if at all."""
    held: list[Message] = []

    def rule(command: Message) -> Message | None:
        if command["type"] != of or held:
            return command
        held.append(command)
        if otherwise is not None:
            saying.append(asyncio.ensure_future(relay.say({**otherwise, "ref": command["ref"]})))
        return None

    saying: list[asyncio.Future[None]] = []
    relay.to_server = rule
    return held


async def test_a_match_is_played_to_its_end_over_a_line_that_breaks_again_and_again(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        seat = await ada.play("tiny", bots=1, options={"marks": 200})
        cuts = 0

        def cut_sometimes(message: Message) -> Message:
            nonlocal cuts
            if message["type"] in UPDATES and message["version"] % 40 == 20 and cuts < 4:
                cuts += 1
                relay.cut()
            return message

        relay.to_clients = cut_sometimes
        await play_out(seat)
        assert seat.result is not None
        assert ada.reconnects >= 2
        refs = refs_in(await ada.transcript(seat.match))
        assert len(refs) == len(set(refs)) == 100


async def test_a_command_whose_answer_was_lost_is_sent_again_under_its_ref_and_done_once(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        seat = await ada.play("tiny", bots=1, options={"marks": 4})
        turn = await anext(aiter(seat.turns()))

        def lose_the_answer(message: Message) -> Message | None:
            if message.get("ref") and message["type"] in UPDATES:
                relay.to_clients = lambda message: message
                relay.cut()
                return None
            return message

        relay.to_clients = lose_the_answer
        async with asyncio.timeout(SOON):
            assert await turn.act(turn.choices[0])
        acts = [command["ref"] for command in relay.from_clients if command["type"] == "act"]
        assert len(acts) == 2
        assert len(set(acts)) == 1
        await play_out(seat)
        assert refs_in(await ada.transcript(seat.match)).count(Ref(acts[0])) == 1


@pytest.mark.parametrize("farewell", ["delete", "sign out", "sign out everywhere"])
async def test_a_farewell_whose_answer_was_lost_is_answered_although_the_token_is_worth_nothing(
    relay: Relay, farewell: str
) -> None:
    lost: list[Message] = []

    def lose(message: Message) -> Message | None:
        if message["type"] != "signed_out" or lost:
            return message
        lost.append(message)
        relay.cut()
        return None

    async with Client(relay.url, name="Ada") as ada:
        relay.to_clients = lose
        match farewell:
            case "delete":
                await ada.account.delete()
            case _:
                await ada.account.sign_out(everywhere=farewell.endswith("everywhere"))
        assert len(lost) == 1
        with pytest.raises(RefusedError) as refused:
            await ada.account.get()
        assert refused.value.code is RefusalCode.NOT_SIGNED_IN


async def test_anything_that_is_asked_while_the_line_is_down_is_answered_when_it_is_up(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        relay.is_refusing = True
        relay.cut()
        await soon(lambda: not ada.is_connected)
        asking = asyncio.create_task(ada.tables.list())
        await asyncio.sleep(0)
        assert not asking.done()
        relay.is_refusing = False
        async with asyncio.timeout(SOON):
            assert await asking == ()
        assert ada.is_connected


async def test_anything_that_is_asked_while_the_line_is_taken_up_goes_out_on_it_once(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        asking: list[asyncio.Task[Any]] = []

        def ask_meanwhile(message: Message) -> Message:
            if message["type"] == "signed_in":
                asking.extend(asyncio.create_task(ada.tables.list()) for _ in range(20))
            return message

        relay.to_clients = ask_meanwhile
        held = once(relay, "list_tables", None)
        asking.append(asyncio.create_task(ada.tables.list()))
        await soon(lambda: held)
        relay.cut()
        async with asyncio.timeout(SOON):
            await soon(lambda: len(asking) == 21)
            await asyncio.gather(*asking)
        refs = [command["ref"] for command in relay.from_clients if command["type"] == "list_tables"]
        assert len(set(refs)) == 21
        assert len(refs) == 22, "only the one that was held back was sent twice"


async def test_a_client_that_comes_back_with_the_token_is_the_same_player_at_the_same_seat(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        first = await ada.play("density-deck", bots=3)
        token, player = ada.token, ada.player
    async with Client(relay.url, token=token) as again:
        assert again.player == player
        second = await again.watch_match(first.match)
        assert second.seat == first.seat
        assert second.latest.choices or second.latest.waiting


async def test_a_seat_that_was_ready_is_ready_again_after_the_line_broke(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada, Client(relay.url, name="Bo") as bo:
        table = await ada.tables.open("tiny")
        waiting = asyncio.create_task(ada.begin(table.id))
        async with asyncio.timeout(SOON):
            async for newest in bo.tables.changes(table.id):
                if newest.places[0].ready:
                    break
            relay.cut()
            seat = await bo.join(table.id)
            assert (await waiting).match == seat.match


async def test_nobody_waits_any_longer_when_patience_has_run_out(server: LiveServer, relay: Relay) -> None:
    async with Client(relay.url, name="Ada", patience=0.2) as ada:
        seat = await ada.play("density-deck", bots=3)
        table = (await ada.tables.list())[0]
        relay.is_refusing = True
        relay.cut()
        with pytest.raises(LostError, match="cannot be reached"):
            await play_out(seat)
        with pytest.raises(LostError):
            await ada.tables.list()
        with pytest.raises(LostError):
            await ada.transcript(seat.match)
        with pytest.raises(LostError):
            await heard_out(ada.tables.changes(table.id))
        with pytest.raises(LostError):
            await heard_out(seat.updates())


async def test_a_first_connection_that_nobody_takes_fails_at_once() -> None:
    async with live_server() as server:
        url = server.url
    with pytest.raises(LostError, match=r"cannot be reached: connection refused"):
        async with Client(url):
            pass


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("not an address", "not an address"),
        ("ftp://127.0.0.1", "begins with http:// or https://"),
        ("", "begins with http:// or https://"),
        ("http://", "names no host"),
        ("http:///v1", "names no host"),
        ("http://a b", "names no host"),
        ("http://[::1", "Invalid IPv6 URL"),
        ("http://127.0.0.1:99999", "Port out of range"),
        ("http://127.0.0.1:http", "Port could not be cast"),
    ],
)
async def test_anything_that_is_no_address_is_a_mistake_of_the_program(url: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        async with Client(url):
            pass


async def test_a_store_that_is_away_is_not_said_to_be_a_server_that_is_away(relay: Relay) -> None:
    def away(message: Message) -> Message:
        if message["type"] != "signed_in":
            return message
        return {"type": "refused", "code": "unavailable", "text": "No store.", "ref": message["ref"]}

    relay.to_clients = away
    with pytest.raises(LostError) as lost:
        async with Client(relay.url, patience=0.2):
            pass
    assert (
        str(lost.value)
        == f"the server at {relay.url} is running, but its store is not available; try again in a moment"
    )


async def test_a_client_that_comes_while_the_store_is_away_waits_for_it(relay: Relay) -> None:
    refused = 0

    def away(message: Message) -> Message:
        nonlocal refused
        if message["type"] != "signed_in" or refused == 3:
            return message
        refused += 1
        return {"type": "refused", "code": "unavailable", "text": "No store.", "ref": message["ref"]}

    relay.to_clients = away
    async with Client(relay.url, name="Ada") as ada:
        assert ada.player.name == "Ada"
        assert (refused, relay.connections) == (3, 4)
        assert not ada.is_store_away


@pytest.mark.parametrize("code", ["too_many", "banned"])
async def test_a_client_that_is_not_let_in_for_another_reason_hears_so_at_once(relay: Relay, code: str) -> None:
    def not_now(message: Message) -> Message:
        if message["type"] != "signed_in":
            return message
        return {"type": "refused", "code": code, "text": "Not you.", "ref": message["ref"]}

    relay.to_clients = not_now
    with pytest.raises(ClientError):
        async with Client(relay.url, name="Ada"):
            pass
    assert relay.connections == 1


async def test_it_is_known_that_something_waits_for_the_store_until_the_store_is_back(relay: Relay) -> None:
    def away(command: Message) -> Message | None:
        if command["type"] != "list_tables":
            return command
        refused = {"type": "refused", "code": "unavailable", "text": "No store.", "ref": command["ref"]}
        saying.append(asyncio.ensure_future(relay.say(refused)))
        return None

    saying: list[asyncio.Future[None]] = []
    async with Client(relay.url, name="Ada") as ada:
        assert not ada.is_store_away
        relay.to_server = away
        asking = asyncio.create_task(ada.tables.list())
        await soon(lambda: ada.is_store_away)
        assert ada.is_connected
        relay.to_server = lambda command: command
        async with asyncio.timeout(SOON):
            assert await asking == ()
        assert not ada.is_store_away


async def test_a_line_that_is_not_taken_up_because_the_store_is_away_is_told_from_a_broken_one(relay: Relay) -> None:
    def away(message: Message) -> Message:
        if message["type"] != "signed_in":
            return message
        return {"type": "refused", "code": "unavailable", "text": "No store.", "ref": message["ref"]}

    async with Client(relay.url, name="Ada") as ada:
        relay.to_clients = away
        relay.cut()
        await soon(lambda: ada.is_store_away)
        relay.to_clients = lambda message: message
        await soon(lambda: ada.is_connected)
        assert not ada.is_store_away


async def test_anything_that_is_not_this_server_is_said_not_to_be(server: LiveServer) -> None:
    with pytest.raises(LostError, match="not a Quarterdeck server"):
        async with Client(server.url + "/somewhere"):
            pass


async def test_messages_and_codes_and_fields_of_a_newer_server_are_let_pass(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        await relay.say({"type": "fireworks", "colour": "red"})
        held = once(relay, "list_tables", {"type": "refused", "code": "too_early", "text": "Not yet.", "mood": "calm"})
        with pytest.raises(RefusedError, match="Not yet") as refused:
            await ada.tables.list()
        assert held
        assert refused.value.code is RefusalCode.OTHER
        assert await ada.tables.list() == ()


async def test_a_server_that_says_what_cannot_be_read_is_given_up(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        once(relay, "list_tables", None)
        asking = asyncio.create_task(ada.tables.list())
        await relay.say('{"type": "welcome", "server": 7}')
        with pytest.raises(Exception, match="cannot be read"):
            async with asyncio.timeout(SOON):
                await asking


async def test_a_refusal_that_means_not_now_is_asked_again(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        for code in ("unavailable", "too_many"):
            held = once(relay, "list_tables", {"type": "refused", "code": code, "text": "In a moment."})
            assert await ada.tables.list() == ()
            assert held
        limit = {"type": "refused", "code": "too_many", "text": "You have 5 already.", "remaining": 0}
        assert once(relay, "list_tables", limit) == []
        with pytest.raises(RefusedError, match="5 already"):
            await ada.tables.list()


async def test_a_refusal_that_names_no_command_is_of_the_only_one_that_waits(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada, asyncio.timeout(SOON):
        once(relay, "list_tables", {"type": "refused", "code": "not_json", "text": "This is not JSON.", "ref": None})
        with pytest.raises(RefusedError) as refused:
            await ada.tables.list()
        assert refused.value.code is RefusalCode.NOT_JSON
        assert await ada.tables.list() == ()


async def test_a_refusal_that_means_not_now_for_ever_is_a_loss(relay: Relay) -> None:
    async with Client(relay.url, name="Ada", patience=0.2) as ada:
        saying: list[asyncio.Future[None]] = []

        def never(command: Message) -> None:
            answer = {
                "type": "refused",
                "code": "unavailable",
                "text": "The store is not available.",
                "ref": command["ref"],
            }
            saying.append(asyncio.ensure_future(relay.say(answer)))

        relay.to_server = never
        with pytest.raises(LostError, match="store is not available"):
            await ada.tables.list()


async def test_a_match_that_spectators_see_later_is_waited_for_by_who_asks_for_that(relay: Relay) -> None:
    later = {"type": "refused", "code": "not_shown_yet", "text": "Spectators see this match later."}
    told: list[float] = []

    async def on_delay(seconds: float) -> None:
        told.append(seconds)
        if len(told) < 3:
            once(relay, "watch_match", {**later, "retry_in": 30})

    async with Client(relay.url, name="Ada") as ada, Client(relay.url, name="Cy") as cy:
        seat = await ada.play("density-deck", bots=3)
        once(relay, "watch_match", {**later, "retry_in": 20})
        with pytest.raises(RefusedError) as refused:
            await cy.watch_match(seat.match)
        assert (refused.value.code, refused.value.retry_in) == (RefusalCode.NOT_SHOWN_YET, 20)
        once(relay, "watch_match", {**later, "retry_in": 20})
        watched = await cy.watch_match(seat.match, on_delay=on_delay)
        assert (watched.match, watched.seat, told) == (seat.match, None, [0.02, 0.03, 0.03])
        await cy.unwatch_match(seat.match)
        once(relay, "watch_match", {**later, "retry_in": None})
        with pytest.raises(RefusedError):
            await cy.watch_match(seat.match, on_delay=on_delay)


async def test_a_match_that_is_not_there_any_more_after_a_reconnect_is_gone(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        seat = await ada.play("density-deck", bots=3)
        once(relay, "watch_match", {"type": "refused", "code": "unknown_match", "text": "There is no such match."})
        relay.cut()
        with pytest.raises(GoneError, match="no such match"):
            await heard_out(seat.updates())


async def test_a_table_that_is_not_there_any_more_after_a_reconnect_is_gone(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        table = await ada.tables.open("tiny")
        once(relay, "watch_table", {"type": "refused", "code": "unknown_table", "text": "There is no such table."})
        relay.cut()
        with pytest.raises(GoneError):
            await heard_out(ada.tables.changes(table.id))


async def test_a_server_that_does_not_know_the_player_any_more_is_a_loss(relay: Relay) -> None:
    async with live_server() as another, Client(relay.url, name="Ada") as ada:
        relay.behind = another.url
        asking = asyncio.create_task(ada.tables.list())
        await asking
        relay.cut()
        await soon(lambda: not ada.is_connected)
        with pytest.raises(LostError, match="refuses to resume this session"):
            await heard_out(tables_of(ada))


async def test_a_client_that_stops_waiting_for_an_answer_leaves_nothing_behind(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        held = once(relay, "list_tables", None)
        asking = asyncio.create_task(ada.tables.list())
        await soon(lambda: held)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        relay.cut()
        await soon(lambda: relay.connections == 2)
        assert await ada.tables.list() == ()
        refs = [command["ref"] for command in relay.from_clients if command["type"] == "list_tables"]
        assert len(refs) == len(set(refs)) == 2, "what nobody waits for is not sent again"


async def test_closing_tells_everybody_who_waits(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        held = once(relay, "list_tables", None)
        asking = asyncio.create_task(ada.tables.list())
        await soon(lambda: held)
    with pytest.raises(LostError, match="closed"):
        await asking
    with pytest.raises(LostError):
        await ada.tables.list()


async def test_a_client_that_was_not_started_says_so() -> None:
    ada = Client("http://127.0.0.1:1")
    for use in (ada.tables.list, ada.pack_odds):
        with pytest.raises(UsageError, match="async with"):
            await use()
    for known in ("player", "token", "welcome", "is_paused"):
        with pytest.raises(UsageError, match="async with"):
            getattr(ada, known)
    assert not issubclass(UsageError, LostError), "a program that tries again on LostError would never end"


async def test_a_command_that_is_too_large_is_refused_before_it_is_sent(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        seat = await ada.play("tiny", bots=1)
        action = msgspec.json.encode({"type": "mark", "cell": 1, "note": "x" * 70_000})
        with pytest.raises(RefusedError) as refused:
            await seat.act(action, Version(1))
        assert refused.value.code is RefusalCode.TOO_LARGE


async def test_a_ref_of_its_own_names_one_command_at_a_time(relay: Relay) -> None:
    async with Client(relay.url, name="Ada") as ada:
        answer = await ada.ask(ListTables(ref=Ref("mine")))
        assert isinstance(answer, Tables)
        assert answer.ref == "mine"


async def test_more_matches_than_may_be_watched_at_once_can_be_played_one_after_the_other(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada:
        most = ada.welcome.limits.watched_matches
        table = await ada.tables.open("tiny", options={"marks": 1})
        await ada.tables.add_bot(table.id)
        for number in range(most + 2):
            if number:
                await until_over(ada, table.id)
                await ada.tables.rematch(table.id)
            await play_out(await ada.begin(table.id))


async def until_over(ada: Client, table: Any) -> None:
    async with asyncio.timeout(SOON):
        async for newest in ada.tables.changes(table):
            if newest.stage is TableStage.OVER:
                return


async def test_an_action_that_comes_too_late_was_not_done(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada:
        seat = await ada.play("tiny", bots=1, options={"marks": 4})
        async with asyncio.timeout(SOON):
            turn = await anext(aiter(seat.turns()))
            assert await turn.act(turn.choices[0])
            assert not await turn.act(turn.choices[0])
            with pytest.raises(RefusedError):
                await ada.ask(
                    Act(match=seat.match, seen=seat.latest.version, action=msgspec.Raw(b'{"type":"nonsense"}'))
                )


async def test_anything_that_began_before_one_looked_is_told_first(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada:
        seat = await ada.play("density-deck", bots=3)
        first = await anext(aiter(seat.updates()))
        assert first.events[0].type == "dealt"


async def test_an_update_right_behind_the_answer_to_a_watch_is_not_missed(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        seat = await ada.play("tiny", bots=1, options={"marks": 100})
        callbacks = bo._connection._callbacks

        def hear_a_newer_one_at_once(message: AnyFromServer) -> None:
            callbacks.received(message)
            if isinstance(message, Update):
                callbacks.received(msgspec.structs.replace(message, version=Version(message.version + 1), ref=None))

        bo._connection._callbacks = replace(callbacks, received=hear_a_newer_one_at_once)
        watched = await bo.watch_match(seat.match)
        updates = aiter(watched.updates())
        first, second = await anext(updates), await anext(updates)
        assert second.version == first.version + 1


@pytest.mark.parametrize("is_waiting", [True, False])
async def test_anything_that_a_match_has_meant_is_told_though_the_line_broke_before_it_was(
    relay: Relay, is_waiting: bool
) -> None:
    """Whoever waited for it before the line broke is told, and whoever asks later."""
    broke = asyncio.Event()

    def breaking(message: Message) -> Message | None:
        if message["type"] != "rated":
            return message
        relay.cut()
        broke.set()
        return None

    relay.to_clients = breaking
    async with Client(relay.url, name="Ada") as ada, asyncio.timeout(SOON):
        seat = await ada.play("tiny", bots=1)
        waiting = asyncio.ensure_future(seat.rated()) if is_waiting else None
        await play_out(seat)
        await broke.wait()
        rated = await (waiting or seat.rated())
    assert (rated.match, rated.unrated, rated.after) == (seat.match, "bots", None)
    assert rated.place == seat.result.places[seat.seat]  # type: ignore[union-attr,index]  # it has ended, with a seat
    assert relay.connections > 1


async def test_a_spectator_is_told_at_once_that_no_rating_is_theirs(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo, asyncio.timeout(SOON):
        seat = await ada.play("tiny", bots=1)
        watched = await bo.watch_match(seat.match)
        with pytest.raises(ClientError, match="only players of a match"):
            await watched.rated()


async def test_it_comes_back_at_once_to_a_server_that_restarts(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process answers. Any other end of the line makes it wait a little first: here for hours."""
    monkeypatch.setattr(backoff, "FIRST_PAUSE", 36_000.0)
    async with Client(server.url, name="Ada", patience=72_000.0) as ada, asyncio.timeout(SOON):
        send_queues = server.app[SEND_QUEUES]
        for send_queue in list(send_queues):
            send_queue.end(1012, "restarting")
        await soon(lambda: ada.reconnects == 1)
        assert (await ada.seats()).seats == ()


async def test_only_the_first_try_to_come_back_may_be_made_at_once() -> None:
    again = backoff.BackOff(60.0)
    assert [again.skip(), again.skip()] == [True, False]
    after_a_pause = backoff.BackOff(60.0)
    await after_a_pause.pause("it restarts")
    assert not after_a_pause.skip()


async def test_a_server_that_does_not_answer_is_given_up_after_the_time_that_was_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        host, port = listening.getsockname()
        with pytest.raises(LostError, match="cannot be reached"):
            async with Client(f"http://{host}:{port}", connect_timeout=0.05):
                pass


async def test_a_pause_is_known_whenever_it_is_told(server: LiveServer, relay: Relay) -> None:
    pause = server.services.pause

    def begin_it(message: Message) -> Message:
        if message["type"] == "sign_in":
            pause.set_here(True)
        return message

    relay.to_server = begin_it
    async with Client(relay.url, name="Ada") as ada:
        assert ada.is_paused, "told between hello and the answer to `sign_in`"
        relay.to_server = lambda message: message
        pause.set_here(False)
        await soon(lambda: not ada.is_paused)
        relay.cut()
        pause.set_here(True)
        await soon(lambda: ada.is_paused)
        assert ada.welcome.games


@contextlib.asynccontextmanager
async def hurried() -> AsyncIterator[Relay]:
    """Return a relay to a server whose clients take it for dead after a second."""
    async with live_server(silence=1000) as server, relay_to(server.url) as relay:
        yield relay


class Frozen:
    """Lets a relay pass nothing on of the connections that there are, and everything of those that come."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._until = 0

    def freeze(self) -> None:
        self._until = self._relay.connections
        self._relay.to_clients = self._pass

    def _pass(self, message: Message) -> Message | None:
        return message if self._relay.connections > self._until else None


async def test_a_line_on_which_what_was_asked_is_not_answered_is_left() -> None:
    async with hurried() as relay, Client(relay.url, name="Ada") as ada:
        Frozen(relay).freeze()
        async with asyncio.timeout(SOON):
            assert await ada.tables.list() == ()
        assert ada.reconnects >= 1
        assert {"type": "ping"} in relay.from_clients


async def test_a_match_goes_on_although_nobody_was_to_ask_anything() -> None:
    async with hurried() as relay, Client(relay.url, name="Ada") as ada:
        seat = await ada.play("tiny", bots=1)
        Frozen(relay).freeze()
        await soon(lambda: ada.reconnects >= 1)
        async with asyncio.timeout(SOON):
            async for turn in seat.turns():
                await turn.act(turn.choices[0])
        assert seat.result is not None


async def test_a_line_that_is_answered_is_kept_and_one_on_which_no_word_is_due_is_not_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[bool] = []

    class Counted(Silence):
        def turn(self, *, is_due: bool) -> Verdict:
            counted.append(is_due)
            return super().turn(is_due=is_due)

    monkeypatch.setattr(connection, "Silence", Counted)
    async with hurried() as relay, Client(relay.url, name="Ada") as ada:
        table = await ada.tables.open("tiny", seats=2)
        async with Client(relay.url, name="Bo") as bo:
            _, seat = await asyncio.gather(bo.join(table.id), ada.begin(table.id))
            async with asyncio.timeout(SOON):
                while sum(said["type"] == "ping" for said in relay.from_clients) < 4:  # noqa: ASYNC110 - two say it
                    await asyncio.sleep(0.01)
            await seat.resign()
        await soon(lambda: seat.result is not None and counted and not counted[-1])
        before = len(counted), len(relay.from_clients)
        await soon(lambda: len(counted) >= before[0] + 2 * TURNS)
        assert not any(counted[before[0] :])
        assert len(relay.from_clients) == before[1]


async def test_a_sign_in_that_a_busy_server_carries_out_late_does_not_end_the_session(
    server: LiveServer, relay: Relay
) -> None:
    held: list[Message] = []

    def lost(command: Message) -> Message | None:
        if command["type"] != "sign_in" or held:
            return command
        held.append(command)
        relay.cut()
        return None

    async with Client(relay.url, name="Ada") as ada:
        player = ada.player
        relay.to_server = lost
        relay.cut()
        await soon(lambda: ada.reconnects == 1)
        async with line_to(server.url) as late:
            await late.ask(held[0])
            await soon(lambda: ada.reconnects == 2)
        assert (await ada.tables.list(), ada.player) == ((), player)
        async with line_to(server.url) as elsewhere:
            await elsewhere.ask({"type": "sign_in", "token": ada.token})
            with pytest.raises(LostError, match="newer connection"):
                await heard_out(tables_of(ada))


async def test_where_the_newest_token_is_not_known_the_one_before_is_tried(relay: Relay) -> None:
    unknown: list[str] = []

    def forgotten(command: Message) -> Message | None:
        if command["type"] != "sign_in" or command["token"] not in unknown:
            return command
        refused = {"type": "refused", "code": "unknown_token", "text": "Nobody.", "ref": command["ref"]}
        saying.append(asyncio.ensure_future(relay.say(refused)))
        return None

    saying: list[asyncio.Future[None]] = []
    renewed: list[tuple[Any, Any]] = []
    async with Client(relay.url, name="Ada", renewed=lambda *both: renewed.append(both)) as ada:
        player = ada.player
        relay.cut()
        await soon(lambda: ada.reconnects == 1)
        unknown.append(ada.token)
        relay.to_server = forgotten
        relay.cut()
        await soon(lambda: ada.reconnects == 2)
        assert ada.player == player
        tried = [said.get("token") for said in relay.from_clients if said["type"] == "sign_in"]
        assert tried == [None, renewed[0][1], renewed[1][1], renewed[0][1]]
        assert renewed[2] == (renewed[1][1], ada.token), "whoever keeps it finds it by the newest"
