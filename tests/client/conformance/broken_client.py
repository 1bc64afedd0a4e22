"""A small client that does all that the conformance kit asks of one, and of which a switch breaks one thing."""

import asyncio
import contextlib
import hashlib
import itertools
import json
import random
import secrets
from enum import Enum
from typing import Any

import aiohttp
from quarterdeck_client.conformance.clients.scripted_match import TURNS
from quarterdeck_client.transport.websocket import hang_up

Message = dict[str, Any]
FOR_GOOD = frozenset({4001, 4002, 4003, 1008})
KINDS = frozenset({"guest", "person", "bot"})
STAGES = frozenset({"gathering", "revealing", "playing", "over"})
KNOWN = frozenset({"welcome", "signed_in", "table_changed", "update", "update_patch", "rewound", "refused"})


class Breaks(Enum):
    """What is broken, by the point that shows it, and where a point has several, which of them."""

    NOTHING = ""
    ASKS_FOR_NO_SUBPROTOCOL = "subprotocol"
    TIRES = "plays"
    SAYS_AN_UNKNOWN_FIELD = "commands"
    CHANGES_A_CHOICE = "choices"
    SENDS_AN_OPEN_CHOICE = "open-choice"
    SAYS_ANOTHER_VERSION = "seen"
    NAMES_TWO_BY_ONE_REF = "refs"
    COUNTS_REFS_FROM_ONE = "refs-anew"
    DOES_NOT_PONG = "pings"
    KEEPS_ITS_SHARE = "reveal"
    REVEALS_UNDER_ANOTHER_HASH = "reveal-checked: hash"
    REVEALS_UNDER_ANOTHER_COMMITMENT = "reveal-checked: commitment"
    SHARES_THE_SAME_EVERY_TIME = "entropy: fresh"
    SHARES_ONE_DIGIT = "entropy: length"
    FLOODS = "pace"
    ASKS_WITH_ITS_TOKEN = "token-address"
    ACTS_TWICE_ON_WHAT_COMES_TWICE = "doubled"
    ACTS_ON_WHAT_IS_OLD = "reordered"
    TAKES_NEWS_FOR_AN_ANSWER = "answers-by-ref"
    IS_IMPATIENT = "delayed"
    ACTS_ON_ANY_NEWER_UPDATE = "acts-once"
    INSISTS_ON_WHAT_IS_STALE = "stale"
    ASKS_ANEW_WHEN_THE_STORE_IS_AWAY = "unavailable"
    DOES_NOT_WAIT = "too-many"
    KNOWS_NO_EPOCH = "forgets"
    LEAVES_AT_A_REQUEST = "undo-asked"
    REMOVES_NOTHING = "patches"
    PUTS_TILDES_BACK_FIRST = "patches: tilde"
    LETS_ANY_PATCH_FIT = "patch-misfit"
    REPLACES_WHAT_IS_NOT_THERE = "patch-misfit: replace"
    STAYS_AWAY_AFTER_A_CUT = "cut"
    STAYS_AWAY_AFTER_1011 = "mistake-1011"
    STAYS_AWAY_AFTER_1012 = "restart-1012"
    GIVES_UP_AT_THE_DOOR = "drain"
    STORMS = "pauses"
    COMES_AS_A_STRANGER = "token"
    KEEPS_ITS_FIRST_TOKEN = "newest-token"
    WAITS_FOR_A_DEAD_SERVER = "silence"
    DOES_NOT_WATCH_AGAIN = "watches-again"
    SAYS_A_FOREIGN_LINK = "since-link"
    GOES_ON_AFTER_A_FORK = "fork"
    ACTS_ANEW_ON_A_NEW_LINE = "answer-lost"
    COMES_BACK_AFTER_4001 = "taken-elsewhere-4001"
    COMES_BACK_AFTER_4002 = "disconnected-4002"
    COMES_BACK_AFTER_4003 = "banned-4003"
    KNOWS_ALL_FIELDS = "newer-fields"
    KNOWS_ALL_MESSAGES = "newer-messages"
    KNOWS_ALL_WORDS = "newer-words"
    KNOWS_ALL_STAGES = "closed-words"

    @property
    def point(self) -> str:
        """Return the name of the point."""
        return self.value.partition(":")[0]


RUNS = itertools.count()
DIGITS = itertools.cycle(range(10))


class Ended(Exception):  # noqa: N818 - a state of affairs
    """The line has ended with this code."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class SmallClient:
    """Plays one match, with what it is told by patches if it asks for them."""

    def __init__(self, url: str, breaks: Breaks, *, patches: bool = True) -> None:
        self._url = url
        self._breaks = breaks
        self._form = "patch" if patches else "whole"
        self._refs = 0
        self._luck = random.Random(3)
        self._token: str | None = None
        self._player = ""
        self._table = ""
        self._match = ""
        self._update: Message | None = None
        self._latest: Message | None = None
        self._pending: Message | None = None
        self._acted_at = (-1, -1)
        self._is_over = False
        self._line: Any = None
        self._comes_back = 0
        self._acts = 0
        self._has_insisted = False
        self._silence: float | None = None
        self._links: dict[tuple[int, int], str] = {}
        self._run = "" if breaks is Breaks.COUNTS_REFS_FROM_ONE else f"-{next(RUNS)}"
        self.paused = 0.0
        """For how many seconds it has waited before it came back."""

    async def play(self) -> None:
        """Play until the match is over, or there is no coming back."""
        async with aiohttp.ClientSession() as http:
            while not self._is_over:
                try:
                    await self._connected(http)
                except Ended as ended:
                    if not self._returns_after(ended.code):
                        return
                    self._comes_back += 1
                    if self._breaks is not Breaks.STORMS:
                        pause = 0.03 * min(self._comes_back, 4)
                        await asyncio.sleep(pause)
                        self.paused += pause

    def _returns_after(self, code: int | None) -> bool:
        away = {
            Breaks.STAYS_AWAY_AFTER_A_CUT: 1006,
            Breaks.STAYS_AWAY_AFTER_1011: 1011,
            Breaks.STAYS_AWAY_AFTER_1012: 1012,
            Breaks.GIVES_UP_AT_THE_DOOR: 503,
        }
        back = {
            Breaks.COMES_BACK_AFTER_4001: 4001,
            Breaks.COMES_BACK_AFTER_4002: 4002,
            Breaks.COMES_BACK_AFTER_4003: 4003,
        }
        if code in FOR_GOOD:
            return back.get(self._breaks) == code
        return away.get(self._breaks) != code

    async def _connected(self, http: aiohttp.ClientSession) -> None:
        protocols = () if self._breaks is Breaks.ASKS_FOR_NO_SUBPROTOCOL else ("quarterdeck.v1",)
        address = f"{self._url}/v1/socket"
        if self._token is not None and self._breaks is Breaks.ASKS_WITH_ITS_TOKEN:
            address += f"?key={self._token}"
        try:
            self._line = await http.ws_connect(address, protocols=protocols, autoping=False)
        except aiohttp.WSServerHandshakeError as refused:
            raise Ended(refused.status) from refused
        except (aiohttp.ClientError, OSError) as error:
            raise Ended(1006) from error
        try:
            self._latest = None
            welcome = await self._ask("hello", protocol=1, updates=self._form)
            self._silence = welcome["limits"].get("silence", 0) / 1000 or None
            await self._sign_in()
            if not self._match:
                await self._begin()
            is_new = self._update is None
            if is_new or self._breaks is not Breaks.DOES_NOT_WATCH_AGAIN:
                await self._say("watch_match", match=self._match, **self._since())
            await self._again()
            while not self._is_over:
                if not await self._act():
                    self._hear(await self._next())
        finally:
            await hang_up(self._line)

    async def _sign_in(self) -> None:
        strange = self._token is None or self._breaks is Breaks.COMES_AS_A_STRANGER
        who = {"name": "Ada"} if strange else {"token": self._token}
        answer = await self._ask("sign_in", **who)
        self._player = answer["player"]["id"]
        for number in range(250 if self._breaks is Breaks.FLOODS else 0):
            await self._send({"type": "ping", "ref": f"flood-{number}"})
        if self._token is None or self._breaks is not Breaks.KEEPS_ITS_FIRST_TOKEN:
            self._token = answer["token"]

    async def _begin(self) -> None:
        taken = self._breaks is Breaks.TAKES_NEWS_FOR_AN_ANSWER
        opened = await self._ask("open_table", takes_news=taken, game="density-deck", seats=2)
        self._table = opened["table"]["id"]
        await self._ask("add_bot", table=self._table)
        self._refs -= self._breaks is Breaks.NAMES_TWO_BY_ONE_REF
        share = self._share()
        bound = hashlib.sha256(share.encode()).hexdigest()
        commitment = opened["table"]["commitment"]
        table = (await self._ask("ready", table=self._table, entropy_hash=bound))["table"]
        has_revealed = self._breaks is Breaks.KEEPS_ITS_SHARE
        while table["stage"] != "playing":
            if not has_revealed and self._reveals(table, bound, commitment):
                has_revealed = True
                table = (await self._ask("reveal", table=self._table, entropy=share))["table"]
                continue
            heard = await self._next()
            table = heard["table"] if heard["type"] == "table_changed" else table
        self._match = table["match"]

    def _share(self) -> str:
        match self._breaks:
            case Breaks.SHARES_THE_SAME_EVERY_TIME:
                return "three dice, thrown by Ada"
            case Breaks.SHARES_ONE_DIGIT:
                return str(next(DIGITS))
            case _:
                return secrets.token_urlsafe(16)

    def _reveals(self, table: Message, bound: str, commitment: str) -> bool:
        """Whether the table shows what was noted."""
        own = next(each for each in table["places"] if each["player"] and each["player"]["id"] == self._player)
        is_own = own.get("entropy_hash") == bound or self._breaks is Breaks.REVEALS_UNDER_ANOTHER_HASH
        is_same = table["commitment"] == commitment or self._breaks is Breaks.REVEALS_UNDER_ANOTHER_COMMITMENT
        return table["stage"] == "revealing" and is_own and is_same

    def _since(self) -> Message:
        """Return where it goes on, if it has an update."""
        if self._update is None:
            return {}
        link = "0" * 64 if self._breaks is Breaks.SAYS_A_FOREIGN_LINK else self._update["link"]
        return {"since": self._update["version"], "link": link}

    async def _again(self) -> None:
        """Send the act once more that has no answer yet."""
        if self._pending is not None:
            if self._breaks is Breaks.ACTS_ANEW_ON_A_NEW_LINE:
                self._pending = {**self._pending, "ref": self._fresh_ref()}
            await self._line.send_str(json.dumps(self._pending))

    async def _act(self) -> bool:
        """Act if one is asked, and return whether it was done."""
        update = self._update
        if update is None or not update["choices"]:
            return False
        if self._pending is not None and self._breaks is not Breaks.ACTS_ON_ANY_NEWER_UPDATE:
            return False
        if self._order(update) <= self._acted_at:
            return False
        self._acted_at = self._order(update)
        await self._do(update, self._luck.choice(update["choices"][-2:]))
        self._acts += 1
        if self._breaks is Breaks.TIRES and self._acts > 2 * TURNS:
            self._is_over = True
        return True

    async def _do(self, update: Message, action: Message) -> None:
        if (field := action.get("one_of")) and self._breaks is not Breaks.SENDS_AN_OPEN_CHOICE:
            action = {**{name: each for name, each in action.items() if name != "one_of"}, field: action[field][-1:]}
        more: Message = {} if self._breaks is Breaks.KNOWS_NO_EPOCH else {"epoch": update.get("epoch", 0)}
        seen = update["version"]
        match self._breaks:
            case Breaks.SAYS_AN_UNKNOWN_FIELD:
                more["mood"] = "fine"
            case Breaks.CHANGES_A_CHOICE:
                action = {**action, "mood": "fine"}
            case Breaks.SAYS_ANOTHER_VERSION:
                seen += 1
            case _:
                pass
        command = {
            "type": "act",
            "ref": self._fresh_ref(),
            "match": self._match,
            "seen": seen,
            "action": action,
            **more,
        }
        self._pending = command
        await self._send(command)

    # What is said

    def _fresh_ref(self) -> str:
        self._refs += 1
        return f"small{self._run}-{self._refs}"

    async def _say(self, type_: str, **fields: Any) -> str:
        ref = self._fresh_ref()
        await self._send({"type": type_, "ref": ref, **fields})
        return ref

    async def _send(self, command: Message) -> None:
        try:
            await self._line.send_str(json.dumps(command))
        except (ConnectionResetError, aiohttp.ClientError) as error:
            raise Ended(1006) from error

    async def _ask(self, type_: str, *, takes_news: bool = False, **fields: Any) -> Message:
        ref = await self._say(type_, **fields)
        while True:
            heard = await self._next()
            if heard["type"] == "refused" and heard["ref"] == ref:
                raise Ended(4003)
            if heard["ref"] == ref or (takes_news and heard["type"] == "table_changed"):
                return heard

    # What is heard

    async def _next(self) -> Message:
        while True:
            frame = await self._received()
            match frame.type:
                case aiohttp.WSMsgType.PING if frame.data == b"one moment" and self._breaks is Breaks.IS_IMPATIENT:
                    assert self._pending is not None
                    self._pending = {**self._pending, "ref": self._fresh_ref()}
                    await self._send(self._pending)
                case aiohttp.WSMsgType.PING:
                    if self._breaks is not Breaks.DOES_NOT_PONG:
                        await self._line.pong(frame.data)
                case aiohttp.WSMsgType.TEXT:
                    heard: Message = json.loads(frame.data)
                    self._check(heard)
                    return heard
                case _:
                    raise Ended(self._line.close_code)

    async def _received(self) -> aiohttp.WSMessage:
        """Return the next frame; who hears nothing asks, and then leaves the connection."""
        if self._silence is None or self._breaks is Breaks.WAITS_FOR_A_DEAD_SERVER:
            return await self._line.receive()  # type: ignore[no-any-return]
        for _ in range(2):
            try:
                return await self._line.receive(self._silence / 2)  # type: ignore[no-any-return]
            except TimeoutError:
                await self._say("ping")
        raise Ended(0)

    def _check(self, heard: Message) -> None:
        """End for what is not known, if that is broken."""
        match self._breaks:
            case Breaks.KNOWS_ALL_FIELDS if "of_a_later_day" in heard:
                raise Ended(4003)
            case Breaks.LEAVES_AT_A_REQUEST if heard.get("undo"):
                raise Ended(4003)
            case Breaks.KNOWS_ALL_MESSAGES if heard["type"] not in KNOWN:
                raise Ended(4003)
            case Breaks.KNOWS_ALL_WORDS:
                if any(each["kind"] not in KINDS for each in heard.get("players", [])):
                    raise Ended(4003)
            case Breaks.KNOWS_ALL_STAGES:
                if heard["type"] == "table_changed" and heard["table"]["stage"] not in STAGES:
                    raise Ended(4003)
            case _:
                pass

    def _hear(self, heard: Message) -> None:
        is_answer = self._pending is not None and heard["ref"] == self._pending["ref"]
        match heard["type"]:
            case "update":
                self._latest = heard
                self._take(heard)
            case "update_patch":
                self._patch(heard)
            case "refused" if is_answer:
                self._refused(heard)
                return
            case _:
                pass
        if is_answer:
            self._pending = None

    def _refused(self, heard: Message) -> None:
        assert self._pending is not None
        pending, self._pending = self._pending, None
        match heard["code"]:
            case "stale":
                if self._breaks is Breaks.INSISTS_ON_WHAT_IS_STALE and not self._has_insisted:
                    self._has_insisted = True
                    self._later(0.0, pending)
            case "unavailable":
                anew = self._breaks is Breaks.ASKS_ANEW_WHEN_THE_STORE_IS_AWAY
                self._later(0.02, {**pending, "ref": self._fresh_ref()} if anew else pending)
            case "too_many":
                wait = 0.0 if self._breaks is Breaks.DOES_NOT_WAIT else heard["retry_in"] / 1000
                self._later(wait, pending)
            case _:
                pass

    def _later(self, seconds: float, command: Message) -> None:
        self._pending = command
        self._task = asyncio.get_running_loop().create_task(self._send_later(seconds, command))

    async def _send_later(self, seconds: float, command: Message) -> None:
        await asyncio.sleep(seconds)
        with contextlib.suppress(Ended):
            await self._send(command)

    @staticmethod
    def _order(update: Message) -> tuple[int, int]:
        return update.get("epoch", 0), update["version"]

    def _take(self, update: Message) -> None:
        known = self._links.setdefault(self._order(update), update["link"])
        if known != update["link"] and self._breaks is not Breaks.GOES_ON_AFTER_A_FORK:
            raise Ended(1008)
        newest = (-1, -1) if self._update is None else self._order(self._update)
        match self._breaks:
            case Breaks.ACTS_ON_WHAT_IS_OLD if self._order(update) < newest and update["choices"]:
                self._pending = None
                self._acted_at = (-1, -1)
            case Breaks.ACTS_TWICE_ON_WHAT_COMES_TWICE if self._order(update) == newest and update["choices"]:
                if update["ref"] is None:
                    self._pending = None
                    self._acted_at = (-1, -1)
            case _ if self._order(update) < newest:
                return
            case _:
                pass
        self._update = update
        self._is_over = update["result"] is not None

    def _patch(self, heard: Message) -> None:
        latest = self._latest
        fits = latest is not None and latest["version"] == heard["since"]
        is_lenient = self._breaks is Breaks.LETS_ANY_PATCH_FIT
        if latest is None or (not fits and not is_lenient):
            self._ask_for_all()
            return
        whole = json.loads(json.dumps(latest))
        for operation in heard["patch"]:
            if not self._carried_out(whole, operation) and not is_lenient:
                self._ask_for_all()
                return
        said = {name: value for name, value in heard.items() if name not in ("type", "patch")}
        self._latest = {**whole, **said}
        self._take(self._latest)

    def _ask_for_all(self) -> None:
        self._latest = None
        again = {"type": "watch_match", "ref": self._fresh_ref(), "match": self._match}
        self._task = asyncio.get_running_loop().create_task(self._send_later(0, again))

    def _carried_out(self, whole: Any, operation: Message) -> bool:
        marks = [("~1", "/"), ("~0", "~")]
        if self._breaks is Breaks.PUTS_TILDES_BACK_FIRST:
            marks.reverse()
        parts = operation["path"].split("/")[1:]
        *way, last = [part.replace(*marks[0]).replace(*marks[1]) for part in parts]
        place = whole
        try:
            for key in way:
                place = place[int(key) if isinstance(place, list) else key]
            match operation["op"], place:
                case "add", list():
                    place.insert(int(last), operation["value"])
                case "remove", list():
                    if self._breaks is not Breaks.REMOVES_NOTHING:
                        place.pop(int(last))
                case "remove", _:
                    del place[last]
                case "replace", list():
                    place[int(last)] = operation["value"]
                case "replace", _ if last not in place and self._breaks is not Breaks.REPLACES_WHAT_IS_NOT_THERE:
                    return False
                case _:
                    place[last] = operation["value"]
        except (KeyError, IndexError):
            return False
        return True
