"""Every refusal, over a real WebSocket: its code, its place, its sentence, and that nothing and nobody else notices."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

import msgspec
import pytest
from quarterdeck_games.dice import Dice
from quarterdeck_games.tiny.rules import State, Tiny
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.games.tiny import Action, Event
from quarterdeck_protocol.names import Milliseconds, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.matches.undo.steps import MOST_REQUESTS
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import Line, LiveServer, Message, Watch, bot, live_server, opening
from web.account_cases import CASES as ACCOUNT_CASES
from web.challenge_cases import CASES as CHALLENGE_CASES
from web.chat_cases import CASES as TALK_CASES
from web.club_cases import CASES as CLUB_CASES
from web.collection_cases import CASES as COLLECTION_CASES
from web.rating_cases import CASES as STANDING_CASES
from web.table_cases import CASES as TABLE_CASES
from web.table_cases import MOST_TABLES
from web.tournament_cases import CASES as TOURNAMENT_CASES
from web.trade_cases import CASES as TRADE_CASES
from web.wish_cases import CASES as WISH_CASES

RATE = 5
"""Commands a second in the scene of those who say too much; otherwise nobody is slowed down."""


class Broken(Tiny):
    """A game with a mistake in it."""

    name = "broken"

    def decide(self, state: State, seat: Seat, action: Action, dice: Dice) -> Sequence[Event]:
        raise ZeroDivisionError


class Scene:
    """Two players who sit in the same matches and follow the same tables; one of them is going to be refused."""

    def __init__(self, server: LiveServer, memory: Memory, me: Line, bo: Line, stranger: Line) -> None:
        self.server = server
        self.memory = memory
        self.me = me
        self.bo = bo
        self.stranger = stranger
        """Connected, but not signed in."""

        self.players: list[Message] = []
        self.tables: dict[str, str] = {}
        self.mine = ""
        """A match in which it is my turn."""

        self.yours = ""
        """A match in which it is not."""

    @property
    def stored(self) -> Any:
        """All that is stored, to see that it has not changed."""
        matches = {match: len(log.entries) for match, log in self.memory.logs.items()}
        return matches, self.memory.documents.bodies("table")

    async def begin(self, match: str, **options: Any) -> Message:
        """Begin a match that both watch; gives how I see it."""
        await self.server.begin(match, self.players, **options)
        await self.bo.ask({"type": "watch_match", "match": match})
        return await self.me.ask({"type": "watch_match", "match": match})

    async def table(self, name: str, *bots: str, sit_both: bool = False) -> str:
        """Open a table at which I sit; the other looks at it, or sits there too."""
        opened = await self.me.ask({"type": "open_table", "game": "tiny"})
        table: str = opened["table"]["id"]
        self.tables[name] = table
        for each in bots:
            await self.me.ask({"type": "add_bot", "table": table, "bot": each})
        await self.bo.ask({"type": "sit" if sit_both else "watch_table", "table": table})
        await self.me.quiet()
        return table


@contextlib.asynccontextmanager
async def scene(**settings: Any) -> AsyncIterator[Scene]:
    memory = Memory()
    async with (
        live_server(
            MemoryStore(memory), games={"broken": Broken()}, tables_per_player=MOST_TABLES, **settings
        ) as server,
        server.line() as me,
        server.line() as bo,
        server.line() as stranger,
    ):
        here = Scene(server, memory, me, bo, stranger)
        here.players = [(await line.sign_in(name))["player"] for line, name in ((me, "Ada"), (bo, "Bo"))]
        for number in range(100):
            update = await here.begin(f"match-{number}")
            if update["choices"]:
                here.mine = f"match-{number}"
            else:
                here.yours = f"match-{number}"
            if here.mine and here.yours:
                break
        yield here


def mark(match: str, seen: int = 1, cell: Any = 0, **more: Any) -> Message:
    return {"type": "act", "match": match, "seen": seen, "action": {"type": "mark", "cell": cell, "note": ""}, **more}


Frame = bytes | Message
Prepared = Callable[[Scene], Awaitable[Frame]]


class Case(msgspec.Struct, frozen=True):
    """A command that is refused."""

    code: RefusalCode
    where: str | None
    command: Frame | Prepared
    stranger: bool = False
    """Whether it is sent by somebody who has not signed in."""

    has_ref: bool = True
    """Whether the refusal can say which command it answers."""


async def _a_table_in_a_pause(s: Scene) -> Frame:
    s.server.services.pause.set_here(True)
    return {"type": "open_table", "game": "tiny"}


async def _a_second_mark(s: Scene) -> Frame:
    await s.me.ask(mark(s.mine, ref="done"))
    await s.bo.until(lambda heard: heard["version"] == 2)
    return mark(s.mine, cell=1, ref="done")


async def _resigning_under_a_marks_ref(s: Scene) -> Frame:
    await _a_second_mark(s)
    return {"type": "resign", "match": s.mine, "ref": "done"}


async def _sitting_under_a_stands_ref(s: Scene) -> Frame:
    table = await s.table("mine")
    await s.me.ask({"type": "sit", "table": table, "seat": 1, "ref": "done"})
    await s.bo.until(lambda heard: heard["type"] == "table_changed")
    return {"type": "sit", "table": table, "seat": 0, "ref": "done"}


async def _another_table_under_the_same_ref(s: Scene) -> Frame:
    await s.me.ask({"type": "open_table", "game": "tiny", "ref": "done"})
    return {"type": "open_table", "game": "density-deck", "ref": "done"}


async def _a_stale_mark(s: Scene) -> Frame:
    await s.me.ask(mark(s.mine))
    await s.bo.until(lambda heard: heard["version"] == 2)
    await s.bo.ask(mark(s.mine, seen=2))
    await s.me.until(lambda heard: heard["version"] == 3)
    return mark(s.mine, seen=1)


async def _a_mark_after_the_end(s: Scene) -> Frame:
    await s.me.ask({"type": "resign", "match": s.mine})
    await s.bo.until(lambda heard: heard["result"] is not None)
    return mark(s.mine, seen=2)


async def _an_undo_in_a_rated_match(s: Scene) -> Frame:
    await s.begin("rated", rated=True)
    return {"type": "ask_undo", "match": "rated", "action": 1}


async def _an_undo_too_many(s: Scene) -> Frame:
    for number in range(MOST_REQUESTS):
        action = 2 + 3 * number
        await s.me.ask(mark(s.mine, seen=action - 1, cell=number))
        await s.me.ask({"type": "ask_undo", "match": s.mine, "action": action})
        await s.bo.ask({"type": "answer_undo", "match": s.mine, "action": action, "answer": "agree"})
        await s.me.until(lambda heard: heard.get("undo", {}).get("state") == "done")
    last = 2 + 3 * MOST_REQUESTS
    await s.me.ask(mark(s.mine, seen=last - 1))
    await s.bo.until(lambda heard: heard["version"] == last)
    return {"type": "ask_undo", "match": s.mine, "action": last}


def recess(match: str, step: str) -> Message:
    return {"type": "recess_match", "match": match, "step": step}


async def _a_recess_in_a_rated_match(s: Scene) -> Frame:
    await s.begin("rated", rated=True)
    return recess("rated", "ask")


async def _a_recess_too_many(s: Scene) -> Frame:
    for _ in range(MOST_REQUESTS):
        await s.me.ask(recess(s.mine, "ask"))
        await s.bo.ask(recess(s.mine, "decline"))
    await s.me.until(lambda heard: heard.get("recess", {}).get("state") == "declined")
    return recess(s.mine, "ask")


async def _a_mark_in_a_recess(s: Scene) -> Frame:
    await s.me.ask(recess(s.mine, "ask"))
    answer = await s.bo.ask(recess(s.mine, "agree"))
    return mark(s.mine, seen=answer["version"])


async def _an_undo_after_the_end(s: Scene) -> Frame:
    await _a_mark_after_the_end(s)
    return {"type": "ask_undo", "match": s.mine, "action": 2}


async def _leaving_after_the_end(s: Scene) -> Frame:
    await _a_mark_after_the_end(s)
    return {"type": "resign", "match": s.mine}


async def _too_many_matches(s: Scene) -> Frame:
    most = s.server.services.limits.watched_matches
    for number in range(most - 2):
        await s.server.begin(f"more-{number}", [bot(1), bot(2)], bot_delay=60_000)
        await s.me.ask({"type": "watch_match", "match": f"more-{number}"})
    await s.server.begin("one-more", s.players)
    return {"type": "watch_match", "match": "one-more"}


async def _a_match_of_newer_rules(s: Scene) -> Frame:
    newer = msgspec.structs.replace(opening("newer", s.players), rules=9)
    await s.server.services.matches.begin(newer)
    return {"type": "watch_match", "match": "newer"}


async def _somebody_elses_match(s: Scene) -> Frame:
    await s.server.begin("elsewhere", [bot(1), s.players[1]], bot_delay=60_000)
    return mark("elsewhere")


async def _a_running_table(s: Scene) -> str:
    table = await s.table("running", "random")
    answer = await s.me.ask({"type": "ready", "table": table})
    assert answer["table"]["stage"] == "playing"
    await s.bo.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "playing")
    return table


async def _standing_from_a_running_table(s: Scene) -> Frame:
    return {"type": "stand", "table": await _a_running_table(s)}


async def _a_revealing_table(s: Scene) -> str:
    table = await s.table("revealing", sit_both=True)
    await s.me.ask({"type": "ready", "table": table, "entropy_hash": entropy_hash("mine")})
    await s.bo.ask({"type": "ready", "table": table, "entropy_hash": entropy_hash("yours")})
    await s.me.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "revealing")
    return table


async def _revealing_another_share(s: Scene) -> Frame:
    return {"type": "reveal", "table": await _a_revealing_table(s), "entropy": "yours"}


async def _sitting_down_while_entropy_is_revealed(s: Scene) -> Frame:
    return {"type": "sit", "table": await _a_revealing_table(s), "seat": 0}


async def _revealing_too_late(s: Scene) -> Frame:
    table, tables = TableId(await _a_revealing_table(s)), s.server.services.tables
    await s.bo.ask({"type": "reveal", "table": table, "entropy": "yours"})
    clock, later = s.memory.clock, 0
    s.memory.clock = lambda: Milliseconds(clock() + later)
    while await tables.reveals.end(table):
        later += 1_000
        await s.server.services.matches.sweep()
    for line in (s.me, s.bo):
        await line.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["refused"] is not None)
    return {"type": "reveal", "table": table, "entropy": "mine"}


async def _a_rematch_too_soon(s: Scene) -> Frame:
    table = await s.table("running", sit_both=True)
    await s.me.ask({"type": "ready", "table": table})
    await s.bo.ask({"type": "ready", "table": table})
    await s.me.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "playing")
    return {"type": "rematch", "table": table}


async def _sitting_down_after_the_match(s: Scene) -> Frame:
    await _a_rematch_too_soon(s)
    table = s.tables["running"]
    match = next(each for each in reversed(s.me.heard) if each["type"] == "table_changed")["table"]["match"]
    await s.me.ask({"type": "resign", "match": match})
    for line in (s.me, s.bo):
        await line.until(lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over")
    return {"type": "sit", "table": table, "seat": 0}


async def _without_a_store(s: Scene) -> Frame:
    s.memory.leave()
    return mark(s.mine)


async def _a_new_guest_without_a_store(s: Scene) -> Frame:
    s.memory.leave()
    return {"type": "sign_in"}


async def _what_leaves_a_zone_open(s: Scene) -> Frame:
    await s.begin("cards", game="myacards")
    action = {"type": "place", "card": "canis-lupus", "zones": ["0.3.0", "0.3.1"]}
    return {"type": "act", "match": "cards", "seen": 1, "action": action}


async def _a_mistake_of_the_server(s: Scene) -> Frame:
    for number in range(100):
        if (await s.begin(f"broken-{number}", game="broken"))["choices"]:
            return mark(f"broken-{number}")
    raise AssertionError


def at_table(name: str, command: Message, *bots: str, sit_both: bool = False) -> Prepared:
    """Return a command at a table at which I sit, alone or with bots or with the other."""

    async def prepare(s: Scene) -> Frame:
        return {**command, "table": await s.table(name, *bots, sit_both=sit_both)}

    return prepare


def at_yours(command: Message) -> Prepared:
    """Return a command at a table at which only the other sits."""

    async def prepare(s: Scene) -> Frame:
        opened = await s.bo.ask({"type": "open_table", "game": "tiny"})
        return {**command, "table": opened["table"]["id"]}

    return prepare


def in_match(make: Callable[[Scene], Frame]) -> Prepared:
    async def prepare(s: Scene) -> Frame:
        return make(s)

    return prepare


def on_cell(cell: Any) -> Prepared:
    return in_match(lambda s: mark(s.mine, cell=cell))


UNREADABLE = b'{"type": "act", "ref": "r", "match": "m", "seen": 1, "action": '
DEEP = b"[" * 30_000
MARK_WITHOUT_A_NUMBER = (
    b'{"type":"act","ref":"r","match":"%s","seen":1,"action":{"type":"mark","cell":0,"note":"\xff"}}'
)

CASES: dict[str, Case] = {
    "nothing": Case(RefusalCode.NOT_JSON, "$", b"", has_ref=False),
    "half a frame": Case(RefusalCode.NOT_JSON, "$", UNREADABLE),
    "a frame that is cut before its ref": Case(RefusalCode.NOT_JSON, "$", b'{"type": "hello", "clie', has_ref=False),
    "half an emoji": Case(RefusalCode.NOT_JSON, "$", rb'{"type":"say","where":"lobby","text":"half \ud83d","ref":"r"}'),
    "half an emoji at the end of a text, and another half": Case(
        RefusalCode.NOT_JSON, "$", rb'{"type":"say","text":"\ud83d","where":"\ude00 \"ref\":\"x\"","ref":"r"}'
    ),
    "a ref in another object, and then its own": Case(
        RefusalCode.NOT_JSON, "$", rb'{"type":"act","action":{"ref":"x","note":"\ud83d"},"ref":"r"}'
    ),
    "half an emoji in its ref": Case(RefusalCode.NOT_JSON, "$", rb'{"type":"hello","ref":"\ud83d"}', has_ref=False),
    "not utf-8": Case(RefusalCode.NOT_JSON, "$", b'{"type": "hello", "client": "\xff"}', has_ref=False),
    "an abyss behind a field that no command has": Case(
        RefusalCode.MALFORMED, "$.x", b'{"type": "hello", "x": ' + DEEP, has_ref=False
    ),
    "an abyss of brackets in an action": Case(RefusalCode.NOT_JSON, "$", UNREADABLE + DEEP),
    "a list": Case(RefusalCode.MALFORMED, "$", b"[]", has_ref=False),
    "no type": Case(RefusalCode.MALFORMED, "$.type", {"ref": "r"}),
    "a missing field": Case(RefusalCode.MALFORMED, "$.match", {"type": "watch_match"}),
    "a slip in the name of a field": Case(
        RefusalCode.MALFORMED, "$.tme_limit", {"type": "open_table", "game": "tiny", "tme_limit": 9_000}
    ),
    "a field that no action has": Case(
        RefusalCode.MALFORMED,
        "$.action.colour",
        in_match(lambda s: {**mark(s.mine), "action": {"type": "mark", "cell": 0, "note": "", "colour": "red"}}),
    ),
    "a reason that nobody knows": Case(
        RefusalCode.MALFORMED, "$.reason", {"type": "report", "player": "ada", "reason": "zz"}
    ),
    "a field of the wrong type": Case(RefusalCode.MALFORMED, "$.match", {"type": "watch_match", "match": 5}),
    "a type that is no word": Case(RefusalCode.MALFORMED, "$.type", {"type": 5}),
    "a ref that is too long": Case(RefusalCode.MALFORMED, "$.ref", {"type": "hello", "ref": "r" * 65}),
    "a time limit that is too short": Case(
        RefusalCode.MALFORMED, "$.time_limit", {"type": "open_table", "game": "tiny", "time_limit": 0}
    ),
    "an action with a wrong field": Case(RefusalCode.MALFORMED, "$.action.cell", on_cell("first")),
    "an action of another game": Case(
        RefusalCode.MALFORMED, "$.action.type", in_match(lambda s: {**mark(s.mine), "action": {"type": "pass"}})
    ),
    "an action that is not utf-8": Case(
        RefusalCode.MALFORMED, "$.action", in_match(lambda s: MARK_WITHOUT_A_NUMBER % s.mine.encode())
    ),
    "an unknown message": Case(RefusalCode.UNKNOWN_MESSAGE, "$.type", {"type": "fly"}),
    "a frame that is too large": Case(
        RefusalCode.TOO_LARGE, "$", b'{"type": "hello", "ref": "r", "client": "%s"}' % (b"x" * 65_536)
    ),
    "too many commands": Case(RefusalCode.TOO_MANY, "$", {"type": "hello"}),
    "another version of the protocol": Case(
        RefusalCode.UNSUPPORTED_VERSION, "$.protocol", {"type": "hello", "protocol": 2}
    ),
    "a stranger who opens a table": Case(
        RefusalCode.NOT_SIGNED_IN, "$.type", {"type": "open_table", "game": "tiny"}, stranger=True
    ),
    "a stranger who sits down": Case(RefusalCode.NOT_SIGNED_IN, "$.type", {"type": "sit", "table": "t"}, stranger=True),
    "an unknown token": Case(RefusalCode.UNKNOWN_TOKEN, "$.token", {"type": "sign_in", "token": "stolen"}),
    "an empty name": Case(RefusalCode.NAME_NOT_ALLOWED, "$.name", {"type": "sign_in", "name": " "}),
    "a long name": Case(RefusalCode.NAME_NOT_ALLOWED, "$.name", {"type": "sign_in", "name": "x" * 33}),
    "a name that cannot be shown": Case(
        RefusalCode.NAME_NOT_ALLOWED, "$.name", {"type": "sign_in", "name": "A\u202eB"}
    ),
    "an unknown game": Case(RefusalCode.UNKNOWN_GAME, "$.game", {"type": "open_table", "game": "chess"}),
    "rules of no version that is held": Case(RefusalCode.UNKNOWN_RULES, "$.match", _a_match_of_newer_rules),
    "an option that the game does not have": Case(
        RefusalCode.BAD_OPTIONS, "$.options.mark", {"type": "open_table", "game": "tiny", "options": {"mark": 3}}
    ),
    "too many seats": Case(RefusalCode.BAD_OPTIONS, "$.seats", {"type": "open_table", "game": "tiny", "seats": 3}),
    "an option of the wrong type": Case(
        RefusalCode.BAD_OPTIONS, "$.options.marks", {"type": "open_table", "game": "tiny", "options": {"marks": "many"}}
    ),
    "an option that cannot be played": Case(
        RefusalCode.BAD_OPTIONS, "$.options.marks", {"type": "open_table", "game": "tiny", "options": {"marks": 0}}
    ),
    "a deck that is none": Case(
        RefusalCode.BAD_DECK, "$.deck", {"type": "open_table", "game": "amiibart", "deck": "5 alley-cat, 2 trap"}
    ),
    "a deck in a game without decks": Case(
        RefusalCode.BAD_DECK, "$.deck", at_table("mine", {"type": "sit", "deck": "bulwark"})
    ),
    "a deck that is too long": Case(
        RefusalCode.MALFORMED, "$.deck", {"type": "open_table", "game": "amiibart", "deck": "x" * 16_001}
    ),
    "options that are a list": Case(
        RefusalCode.BAD_OPTIONS, "$.options", {"type": "open_table", "game": "tiny", "options": []}
    ),
    "an unknown table": Case(RefusalCode.UNKNOWN_TABLE, "$.table", {"type": "sit", "table": "nowhere"}),
    "looking at an unknown table": Case(
        RefusalCode.UNKNOWN_TABLE, "$.table", {"type": "watch_table", "table": "nowhere"}
    ),
    "an unknown bot": Case(RefusalCode.UNKNOWN_BOT, "$.bot", at_table("mine", {"type": "add_bot", "bot": "deep-blue"})),
    "being ready without a seat": Case(RefusalCode.NOT_AT_TABLE, "$.table", at_yours({"type": "ready"})),
    "inviting a bot without a seat": Case(RefusalCode.NOT_AT_TABLE, "$.table", at_yours({"type": "add_bot"})),
    "a rematch without a seat": Case(RefusalCode.NOT_AT_TABLE, "$.table", at_yours({"type": "rematch"})),
    "a seat that is taken": Case(RefusalCode.SEAT_TAKEN, "$.seat", at_yours({"type": "sit", "seat": 0})),
    "a full table": Case(RefusalCode.TABLE_FULL, "$.table", at_table("full", {"type": "add_bot"}, "random")),
    "a seat that is none": Case(RefusalCode.NO_SUCH_SEAT, "$.seat", at_table("mine", {"type": "sit", "seat": 2})),
    "a seat below none": Case(RefusalCode.MALFORMED, "$.seat", at_table("mine", {"type": "sit", "seat": -1})),
    "a seat beyond all tables": Case(
        RefusalCode.NO_SUCH_SEAT, "$.seat", at_table("mine", {"type": "stand", "seat": 999})
    ),
    "a seat beyond all numbers": Case(
        RefusalCode.MALFORMED, "$.seat", at_table("mine", {"type": "stand", "seat": 9**9})
    ),
    "standing up while it is played": Case(RefusalCode.MATCH_RUNNING, "$.table", _standing_from_a_running_table),
    "a rematch while it is played": Case(RefusalCode.MATCH_RUNNING, "$.table", _a_rematch_too_soon),
    "a rematch before any match": Case(RefusalCode.NO_MATCH_YET, "$.table", at_table("mine", {"type": "rematch"})),
    "revealing without a hash": Case(
        RefusalCode.NOTHING_TO_REVEAL, "$.table", at_table("mine", {"type": "reveal", "entropy": "mine"})
    ),
    "revealing without a seat": Case(
        RefusalCode.NOT_AT_TABLE, "$.table", at_yours({"type": "reveal", "entropy": "mine"})
    ),
    "revealing a share that does not fit the hash": Case(
        RefusalCode.WRONG_ENTROPY, "$.entropy", _revealing_another_share
    ),
    "revealing too late": Case(RefusalCode.TOO_LATE, "$.table", _revealing_too_late),
    "sitting down while entropy is revealed": Case(
        RefusalCode.MATCH_RUNNING, "$.table", _sitting_down_while_entropy_is_revealed
    ),
    "a hash that is none": Case(
        RefusalCode.MALFORMED, "$.entropy_hash", at_table("mine", {"type": "ready", "entropy_hash": "A" * 64})
    ),
    "watching an unknown match": Case(
        RefusalCode.UNKNOWN_MATCH, "$.match", {"type": "watch_match", "match": "nowhere"}
    ),
    "acting in an unknown match": Case(RefusalCode.UNKNOWN_MATCH, "$.match", mark("nowhere")),
    "leaving an unknown match": Case(RefusalCode.UNKNOWN_MATCH, "$.match", {"type": "resign", "match": "nowhere"}),
    "a stranger who acts": Case(RefusalCode.NOT_YOUR_SEAT, "$.match", in_match(lambda s: mark(s.mine)), stranger=True),
    "acting in a match without a seat": Case(RefusalCode.NOT_YOUR_SEAT, "$.match", _somebody_elses_match),
    "sending away somebody else": Case(
        RefusalCode.NOT_YOUR_SEAT, "$.seat", at_table("both", {"type": "stand", "seat": 1}, sit_both=True)
    ),
    "out of turn": Case(RefusalCode.NOT_YOUR_TURN, "$.action", in_match(lambda s: mark(s.yours))),
    "a choice that is no longer offered": Case(RefusalCode.STALE, "$.seen", _a_stale_mark),
    "what was never on offer": Case(RefusalCode.STALE, "$.seen", in_match(lambda s: mark(s.mine, seen=0))),
    "a version that does not exist yet": Case(RefusalCode.STALE, "$.seen", in_match(lambda s: mark(s.mine, seen=9))),
    "a version below all": Case(RefusalCode.MALFORMED, "$.seen", in_match(lambda s: mark(s.mine, seen=-(2**60)))),
    "against the rules": Case(RefusalCode.ILLEGAL, "/v1/games/tiny/rules#cells", on_cell(256)),
    "against the rules far beyond": Case(RefusalCode.ILLEGAL, "/v1/games/tiny/rules#cells", on_cell(2**53)),
    "an action beyond all numbers": Case(RefusalCode.MALFORMED, "$.action.cell", on_cell(10**18)),
    "an action that leaves something open": Case(RefusalCode.INCOMPLETE, "$.action.zones", _what_leaves_a_zone_open),
    "another action under the same ref": Case(RefusalCode.REF_REUSED, "$.ref", _a_second_mark),
    "leaving under an action's ref": Case(RefusalCode.REF_REUSED, "$.ref", _resigning_under_a_marks_ref),
    "another seat under the same ref": Case(RefusalCode.REF_REUSED, "$.ref", _sitting_under_a_stands_ref),
    "another table under the same ref": Case(RefusalCode.REF_REUSED, "$.ref", _another_table_under_the_same_ref),
    "acting after the end": Case(RefusalCode.MATCH_OVER, "$.match", _a_mark_after_the_end),
    "leaving after the end": Case(RefusalCode.MATCH_OVER, "$.match", _leaving_after_the_end),
    "taking back an action of a rated match": Case(RefusalCode.NO_UNDO, "$.match", _an_undo_in_a_rated_match),
    "taking back an action of somebody else": Case(
        RefusalCode.UNDO_OVER, "$.action", in_match(lambda s: {"type": "ask_undo", "match": s.mine, "action": 1})
    ),
    "answering a request that is over": Case(
        RefusalCode.UNDO_OVER,
        "$.action",
        in_match(lambda s: {"type": "answer_undo", "match": s.mine, "action": 1, "answer": "agree"}),
    ),
    "asking to take back too often": Case(RefusalCode.TOO_MANY_UNDOS, "$.match", _an_undo_too_many),
    "asking for a recess in a rated match": Case(RefusalCode.NO_RECESS, "$.match", _a_recess_in_a_rated_match),
    "answering a recess that nobody asked for": Case(
        RefusalCode.RECESS_OVER, "$.step", in_match(lambda s: recess(s.mine, "agree"))
    ),
    "asking for a recess too often": Case(RefusalCode.TOO_MANY_RECESSES, "$.match", _a_recess_too_many),
    "acting in a recess": Case(RefusalCode.IN_RECESS, "$.match", _a_mark_in_a_recess),
    "taking back after the end": Case(RefusalCode.MATCH_OVER, "$.match", _an_undo_after_the_end),
    "sitting down after the match": Case(RefusalCode.MATCH_OVER, "$.table", _sitting_down_after_the_match),
    "not watching": Case(RefusalCode.NOT_WATCHING, "$.match", {"type": "unwatch_match", "match": "nowhere"}),
    "watching too many": Case(RefusalCode.WATCHING_TOO_MANY, "$.match", _too_many_matches),
    "seeking without being signed in": Case(
        RefusalCode.NOT_SIGNED_IN, "$.type", {"type": "seek", "games": ["tiny"]}, stranger=True
    ),
    "seeking nothing": Case(RefusalCode.MALFORMED, "$.games", {"type": "seek", "games": []}),
    "seeking an unknown game": Case(
        RefusalCode.UNKNOWN_GAME, "$.games[1]", {"type": "seek", "games": ["tiny", "chess"]}
    ),
    "seeking with options that cannot be played": Case(
        RefusalCode.BAD_OPTIONS,
        "$.games[0].options.marks",
        {"type": "seek", "games": [{"game": "tiny", "options": {"marks": 0}}]},
    ),
    "seeking the same twice": Case(RefusalCode.BAD_OPTIONS, "$.games", {"type": "seek", "games": ["tiny", "tiny"]}),
    "friends in a game for two": Case(
        RefusalCode.BAD_PARTY,
        "$.games[1]",
        {"type": "seek", "games": ["density-deck", "tiny"], "party": {"code": "us two", "size": 2}},
    ),
    "a code that cannot be seen": Case(
        RefusalCode.BAD_PARTY,
        "$.party.code",
        {"type": "seek", "games": ["density-deck"], "party": {"code": "    ", "size": 2}},
    ),
    "accepting an unknown offer": Case(RefusalCode.UNKNOWN_OFFER, "$.offer", {"type": "accept", "offer": "mine"}),
    "declining what nobody has offered": Case(
        RefusalCode.UNKNOWN_OFFER, "$.offer", {"type": "decline", "offer": "mine"}
    ),
    "a table while no match begins": Case(RefusalCode.PAUSED, None, _a_table_in_a_pause),
    "no store for an action": Case(RefusalCode.UNAVAILABLE, None, _without_a_store),
    "no store for a new guest": Case(RefusalCode.UNAVAILABLE, None, _a_new_guest_without_a_store),
    "a mistake of the server": Case(RefusalCode.INTERNAL, None, _a_mistake_of_the_server),
}


async def refusal_of(line: Line, command: Frame) -> tuple[str | None, Message]:
    """Send it; give its ref, if it has one, and the very next message."""
    if isinstance(command, dict):
        command.setdefault("ref", "the-command")
        ref = command["ref"]
    else:
        ref = "r"
    await line.send(command)
    return ref, await line.next()


async def said_meanwhile(line: Line) -> list[Message]:
    """Return what was said on this line; it must answer."""
    said: list[Message] = []
    await line.send({"type": "hello", "ref": "quiet?"})
    while (heard := await line.next())["type"] != "welcome":
        said.append(heard)
    return said


CASES |= {
    name: Case(code, where, command, stranger=stranger)
    for name, (code, where, command, stranger) in {
        **ACCOUNT_CASES,
        **CHALLENGE_CASES,
        **COLLECTION_CASES,
        **STANDING_CASES,
        **TABLE_CASES,
        **TALK_CASES,
        **TOURNAMENT_CASES,
        **CLUB_CASES,
        **TRADE_CASES,
        **WISH_CASES,
    }.items()
}


@pytest.mark.parametrize("name", CASES)
async def test_it_is_refused_and_nothing_else_happens(name: str) -> None:
    case = CASES[name]
    watch = Watch()
    async with scene(clock=watch) as here:
        command = await case.command(here) if callable(case.command) else case.command
        line = here.stranger if case.stranger else here.me
        for each in (here.me, here.bo, here.stranger):
            await each.quiet()
        before = here.stored
        if case.code is RefusalCode.TOO_MANY:
            await _use_up(here)
        ref, refused = await refusal_of(line, command)
        watch.at += 1
        if case.code is RefusalCode.UNAVAILABLE:
            here.memory.come_back()
        assert (refused["type"], refused["code"], refused.get("where")) == ("refused", case.code, case.where)
        assert refused["text"].strip()
        assert refused["text"][-1] in ".!)`", refused["text"]
        assert refused.get("ref") == (ref if case.has_ref else refused.get("ref"))
        assert case.has_ref or ref != refused.get("ref")
        assert here.stored == before
        for each in (line, here.me, here.bo, here.stranger):
            assert await said_meanwhile(each) == []


async def _use_up(here: Scene) -> None:
    """Say something until it is too much."""
    while True:
        await here.me.send({"type": "hello"})
        if (await here.me.next())["type"] == "refused":
            return


async def test_a_caller_who_is_too_fast_may_go_on_in_a_moment() -> None:
    watch = Watch()
    async with (
        live_server(messages_per_second=RATE, clock=watch) as server,
        server.line() as me,
        server.line() as other,
    ):
        for _ in range(2 * RATE):
            assert (await me.ask({"type": "hello"}))["type"] == "welcome"
        for _ in range(2):
            refused = await me.ask({"type": "hello"})
            assert (refused["code"], refused["retry_in"]) == ("too_many", 1000 // RATE)
            assert (await other.ask({"type": "hello"}))["type"] == "welcome"
            watch.at += refused["retry_in"] / 1000
            assert (await me.ask({"type": "hello"}))["type"] == "welcome"
        watch.at += 1
        assert await said_meanwhile(me) == []


async def test_a_transcript_is_refused_while_the_match_is_played() -> None:
    async with scene() as here:
        before = here.stored
        status, refused = await here.server.get(f"/v1/matches/{here.mine}")
        assert (status, refused["code"], refused["title"]) == (409, NOT_OVER_YET, "Conflict")
        assert "5eed" not in str(refused)
        assert here.stored == before


NOT_OVER_YET = RefusalCode.NOT_OVER_YET
NO_CARDS, NO_RULES, NO_LESSON = RefusalCode.NO_CARDS, RefusalCode.NO_RULES, RefusalCode.NO_LESSON
"""The one that is only ever said over plain HTTP."""

DOES_NOT_FOLLOW = RefusalCode.DOES_NOT_FOLLOW
"""Of a transcript that somebody sends: `http/test_replay_files.py`."""

TOO_MANY_SPECTATORS = RefusalCode.TOO_MANY_SPECTATORS
"""With a server where few may watch: `commands/test_matches.py`."""

OF_QUICK_MATCH = {RefusalCode.ALREADY_SEEKING, RefusalCode.OFFER_OVER}
"""Those that need a ticket or an offer, of which more is told: `commands/test_matchmaking.py`."""


OF_MODERATION = {RefusalCode.MISSING_ROLE, RefusalCode.UNKNOWN_REPORT, RefusalCode.NOT_SANCTIONED}
"""Those that only moderators meet, over plain HTTP: `http/test_moderation_routes.py`."""


OF_TERMS = {RefusalCode.TERMS_NOT_ACCEPTED, RefusalCode.UNKNOWN_TERMS}
"""With a server that has terms of use: `test_terms.py`."""


OF_ADMISSION = {RefusalCode.APPROVAL_PENDING, RefusalCode.REGISTRATION_CLOSED, RefusalCode.UNKNOWN_INVITE}
"""With a server that admits players: `test_admission.py`, `http/test_admission_routes.py`."""


LAST_SIGN_IN = RefusalCode.LAST_SIGN_IN
"""With a server that has providers of identities: `sign_on/test_sign_on_routes.py`."""


UNKNOWN_ANNOUNCEMENT = RefusalCode.UNKNOWN_ANNOUNCEMENT
"""Only administrators meet it, over plain HTTP: `lobby/announcements/test_announcement_orders.py`."""


MESSAGES_OFF = RefusalCode.MESSAGES_OFF
"""With a server whose host has turned messages off: `lobby/private_messages/test_service.py`."""


def test_every_refusal_is_provoked_here() -> None:
    provoked = (
        {case.code for case in CASES.values()}
        | {TOO_MANY_SPECTATORS, MESSAGES_OFF, LAST_SIGN_IN}
        | {NOT_OVER_YET, NO_CARDS, NO_RULES, NO_LESSON, DOES_NOT_FOLLOW, UNKNOWN_ANNOUNCEMENT}
        | OF_QUICK_MATCH
        | OF_MODERATION
        | OF_TERMS
        | OF_ADMISSION
    )
    assert provoked == set(RefusalCode) - {RefusalCode.OTHER}
