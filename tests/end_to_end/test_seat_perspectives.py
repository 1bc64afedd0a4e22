"""Who watches through the eyes of a seat, where all who play have agreed: what they see, when, and never do."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from end_to_end.test_spectator_delay import Future, an_end_and_talk, moves, nothing_happens, past_of, told_in
from matches.processes import Hand
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_testing.world import parts_of
from servers import Line, LiveServer, Message, live_server

DELAY = 180_000
AGREED: Message = {"perspectives": "during"}
EYES: Message = {"seat": 0}


@pytest.mark.parametrize(
    ("game", "future"), [("amfibido", an_end_and_talk), ("amiibart", moves), ("density-deck", moves)]
)
async def test_a_player_who_watches_through_a_seats_eyes_learns_nothing_of_what_has_happened_since(
    game: str, future: Future
) -> None:
    past = await past_of(game, DELAY, AGREED, AGREED)
    nothing, _ = await told_in(past, nothing_happens, DELAY, EYES)
    told, then = await told_in(past, future, DELAY, EYES)
    for first, second in zip(nothing, told, strict=False):
        assert first == second, future.__name__
    assert told == nothing
    seen = [
        each for each in map(msgspec.json.decode, filter(_is_of_the_socket, told + then)) if each["type"] == "update"
    ]
    assert {(update["seat"], update["through"], len(update["choices"])) for update in seen} == {(None, 0, 0)}
    assert len({update["version"] for update in seen}) > 1, "then it is told"


def _is_of_the_socket(told: bytes) -> bool:
    return told.startswith(b"{")


ALIKE = ("match", "game", "version", "epoch", "at", "players", "waiting", "link", "result", "view", "perspectives")
"""What an `update` says of a moment, to a seat and to who watches through its eyes."""


class Scene:
    """A match of Density Deck, which all who play it let others see through their eyes."""

    def __init__(self, server: LiveServer, hand: Hand) -> None:
        self.server = server
        self.hand = hand
        self.lines: dict[str, Line] = {}
        self.told: dict[str, dict[int, Message]] = {"Ada": {}, "Bo": {}}
        """What each seat was told at each version."""

    async def begin(self) -> str:
        ada, bo, cy = [self.lines[name] for name in ("Ada", "Bo", "Cy")]
        wanted = {"type": "open_table", "game": "density-deck", "seats": 2, "time_limit": 3_600_000, **AGREED}
        table = (await ada.ask(wanted))["table"]
        assert (table["perspectives"], table["spectator_delay"]) == ("during", "3min")
        listed = (await cy.ask({"type": "list_tables"}))["tables"]
        assert [each["perspectives"] for each in listed] == ["during"]
        await bo.ask({"type": "sit", "table": table["id"]})
        ready = {"type": "ready", "table": table["id"]}
        assert (await ada.ask({**ready, **AGREED}))["type"] == "table_changed"
        for unwilling in ({}, {"perspectives": "after"}):
            refused = await bo.ask({**ready, **unwilling})
            assert (refused["code"], refused["where"]) == ("not_agreed", "$.perspectives")
        assert (await bo.ask({**ready, **AGREED}))["table"]["stage"] == "playing"
        self.match = str(table["match"])
        return str(table["id"])

    async def watch(self, name: str, **more: Any) -> Message:
        return await self.lines[name].ask({"type": "watch_match", "match": self.match, **more})

    async def move(self) -> None:
        """Let whoever is asked do the first thing that there is, and note what both seats are told."""
        record = (await self.server.services.matches.open(MatchId(self.match))).record
        seat = record.waiting[0].seat
        action = parts_of(record.choices[seat][0])[0]
        act = {"type": "act", "match": self.match, "seen": record.version, "action": action}
        line = self.lines[record.players[seat].name]
        assert (await line.ask(msgspec.to_builtins(act)))["type"] == "update"
        for name, told in self.told.items():
            update = await self.watch(name)
            told[update["version"]] = update

    async def pass_time(self, milliseconds: int) -> None:
        self.hand.move(milliseconds)
        await self.server.services.matches.sweep()


@contextlib.asynccontextmanager
async def scenes() -> AsyncIterator[Scene]:
    hand = Hand()
    async with contextlib.AsyncExitStack() as stack:
        scene = Scene(await stack.enter_async_context(live_server(MemoryStore(Memory(hand)))), hand)
        for name in ("Ada", "Bo", "Cy"):
            scene.lines[name] = await stack.enter_async_context(scene.server.player(name))
        yield scene


def alike(update: Message) -> Message:
    return {each: update.get(each) for each in ALIKE}


async def test_where_all_agree_a_spectator_sees_what_each_seat_saw_as_late_as_the_table_says_and_may_do_nothing() -> (
    None
):
    async with scenes() as scene:
        await scene.begin()
        assert (await scene.watch("Cy", seat=0))["code"] == "not_shown_yet"
        for _ in range(4):
            await scene.move()
        newest = max(scene.told["Ada"])
        await scene.pass_time(DELAY)
        for number, name in enumerate(scene.told):
            shown = await scene.watch("Cy", seat=number)
            assert alike(shown) == alike(scene.told[name][newest])
            assert (shown["seat"], shown["through"], shown["choices"], shown.get("outlooks")) == (
                None,
                number,
                [],
                None,
            )
            assert (shown["delay"], shown["perspectives"]) == (DELAY, "during")
        assert alike(scene.told["Ada"][newest]) != alike(scene.told["Bo"][newest]), "each sees a hand of their own"
        plain = await scene.watch("Cy")
        assert "through" not in plain
        assert alike(plain) not in (alike(scene.told["Ada"][newest]), alike(scene.told["Bo"][newest]))
        await scene.watch("Cy", seat=1)
        await scene.move()
        assert not [heard for heard in await scene.lines["Cy"].quiet() if heard["type"] == "update"]
        await scene.pass_time(DELAY)
        news = await scene.lines["Cy"].until(lambda heard: heard["type"] == "update")
        assert (news["version"], news["through"]) == (newest + 1, 1)
        assert alike(news) == alike(scene.told["Bo"][newest + 1])
        act = {"type": "act", "match": scene.match, "seen": news["version"], "action": {"type": "call"}}
        assert (await scene.lines["Cy"].ask(act))["code"] == "not_your_seat"


async def test_a_player_who_plays_sees_it_through_their_own_eyes_alone() -> None:
    async with scenes() as scene:
        await scene.begin()
        await scene.move()
        await scene.pass_time(DELAY)
        refused = await scene.watch("Ada", seat=1)
        assert (refused["code"], refused["where"]) == ("not_your_seat", "$.seat")
        own = await scene.watch("Ada", seat=0)
        assert (own["seat"], "through" in own) == (0, False)


async def test_a_player_who_is_not_ready_any_more_has_to_agree_again() -> None:
    async with scenes() as scene:
        table = await scene.begin()
        await scene.lines["Ada"].ask({"type": "resign", "match": scene.match})
        await scene.lines["Bo"].until(
            lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over"
        )
        again = await scene.lines["Bo"].ask({"type": "rematch", "table": table})
        assert (again["table"]["perspectives"], [each["ready"] for each in again["table"]["places"]]) == (
            "during",
            [False] * 2,
        )
        assert (await scene.lines["Bo"].ask({"type": "ready", "table": table}))["code"] == "not_agreed"
