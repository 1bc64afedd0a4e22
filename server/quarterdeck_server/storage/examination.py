"""What is wrong with a store, found by looking: nothing is written, and no question is dear to those who play.

Keys are read a few hundred at a time (`SCAN`), with what is asked of them in one piece. What is found says how it is
mended; whoever runs the store decides.
"""

import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import msgspec
from quarterdeck_protocol.names import MatchId

from quarterdeck_server.lobby.documents import Key
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.fitness import why_unfit
from quarterdeck_server.storage.lifetimes import LIFETIMES
from quarterdeck_server.storage.redis_cluster import ClusterMap, ClusterPipeline
from quarterdeck_server.storage.redis_connections import connections_to
from quarterdeck_server.storage.redis_pipeline import Line, Pipeline, Refused
from quarterdeck_server.storage.store_url import Cluster, address_of

KEYS_AT_ONCE = 500
MOST_KEYS = 2_000_000
MOST_NAMED = 3
"""How many keys are named of each fault."""

MOST_AHEAD = 1_000
"""How many milliseconds the store's clock may be apart from this machine's."""

LOOKS = 3
"""How often what seems wrong with a match is looked at: an entry may be written between two questions."""

FULL = 0.8
"""Which part of its memory the store may have used."""

LASTING = frozenset(
    {
        *("account", "name", "audit", "address_key", "wave"),
        *("sanctions", "seeker", "ticket", "offer", "party"),
    }
)
"""Kinds of documents that may be kept for ever: those of people, and those that somebody removes."""

PASSING = frozenset(
    {
        *("sittings", "table", "invitation", "banned_address", "line", "report", "reporter", "reporting"),
        *("played", "standing", "meetings", "visits", "pattern", "token", "ended"),
        *("addresses", "receipt", "attempts", "pace"),
    }
)
"""Kinds of documents that end by themselves."""

_MATCH = re.compile(r"qd:\{s(\d+)\}:match:([^ ]+):(log|open|head)")
_DEADLINES = re.compile(r"qd:\{s(\d+)\}:deadlines")
_DOCUMENT = re.compile(r"qd:\{[^}]+\}:document:([a-z_]+):(.*)", re.DOTALL)
_INDEX = re.compile(r"qd:\{[^}]+\}:index:(.*)", re.DOTALL)

Opened = TypeVar("Opened", Pipeline, ClusterPipeline)

IsOver = Callable[[bytes], bool]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is found."""

    text: str
    mend: str
    is_fault: bool = True
    """Whether it has to be mended; if not, somebody should know of it."""


@dataclass(slots=True)
class _Many:
    """Keys with the same fault."""

    number: int = 0
    named: list[str] = field(default_factory=list)

    def add(self, key: str) -> None:
        self.number += 1
        if len(self.named) < MOST_NAMED:
            self.named.append(key)

    def __str__(self) -> str:
        others = "" if self.number <= len(self.named) else " …"
        return f"{self.number} ({', '.join(self.named)}{others})"


@dataclass(frozen=True, slots=True)
class Examined:
    """What a look at a store has found."""

    keys: int
    is_whole: bool
    """Whether all keys were looked at."""

    findings: Sequence[Finding]

    @property
    def is_well(self) -> bool:
        """Whether nothing has to be mended."""
        return not any(finding.is_fault for finding in self.findings)


async def examined(url: str, *, most: int = MOST_KEYS, now: Callable[[], int] | None = None) -> Examined:
    """Look a store over, at most so many of its keys; `now` gives this machine's time in milliseconds. Raises
    `Unavailable`."""
    address = address_of(url)
    if not isinstance(address, Cluster):
        async with _open(Pipeline(connections_to(url))) as line:
            return await _examined_server(line, _Look(line), most, now or _now)
    nodes = ClusterMap(address)
    await nodes.read()
    parts: list[Examined] = []
    async with _open(ClusterPipeline(nodes)) as line:
        for server in line.servers():
            left = most - sum(part.keys for part in parts)
            parts.append(await _examined_server(server.line, _Look(line), left, now or _now, server.name))
    await nodes.close()
    return Examined(
        sum(part.keys for part in parts),
        all(part.is_whole for part in parts),
        [finding for part in parts for finding in part.findings],
    )


async def _examined_server(
    line: Pipeline, look: "_Look", most: int, now: Callable[[], int], node: str = ""
) -> Examined:
    """Look over what one server is and has, or a node of a cluster."""
    of_server = [*await _of_settings(line, node), *await _of_clock(line, now)]
    number = 0
    async for batch in _scanned(line, most):
        number += len(batch)
        await look.take(batch)
    size = int(await line.ask("DBSIZE"))
    findings = [*of_server, *look.findings()]
    if node:
        findings = [replace(finding, text=f"node {node}: {finding.text}") for finding in findings]
    return Examined(number, number < most or size <= most, findings)


def _now() -> int:
    return time.time_ns() // 1_000_000


@asynccontextmanager
async def _open(line: Opened) -> AsyncIterator[Opened]:
    line.start()
    try:
        yield line
    finally:
        await line.close()


# What the server is


async def _of_settings(line: Pipeline, node: str) -> Iterable[Finding]:
    info: bytes = await line.ask("INFO")
    said = {name: value.strip() for name, _, value in (each.partition(":") for each in info.decode().splitlines())}
    return [*_of_fitness(info, node), *await _of_disk(line, said), *_of_memory(said)]


def _of_fitness(info: bytes, node: str) -> Iterable[Finding]:
    unfit = why_unfit(info, node)
    if unfit is not None:
        yield Finding("no server would start on it, and those that run are not ready", unfit)


async def _of_disk(line: Pipeline, said: dict[str, str]) -> Iterable[Finding]:
    found: list[Finding] = []
    for name, what in (("aof_last_write_status", "write to"), ("aof_last_bgrewrite_status", "rewrite")):
        if said.get(name, "ok") != "ok":
            found.append(
                Finding(
                    f"it could not {what} its append-only file ({name}: {said[name]})",
                    "see that its disk has room and may be written to; its own log says why",
                )
            )
    try:
        answer = await line.ask("CONFIG", "GET", "appendfsync")
    except Refused:  # not for everybody
        return found
    how = answer[1].decode() if len(answer) == 2 else "always"
    if how != "always":
        text = f"a power cut may lose what it has acknowledged (`appendfsync {how}`)"
        mend = "`CONFIG SET appendfsync always` and `CONFIG REWRITE`, unless that is what you chose"
        found.append(Finding(text, mend, is_fault=how == "no"))
    return found


def _of_memory(said: dict[str, str]) -> Iterable[Finding]:
    most, used = int(said.get("maxmemory", 0)), int(said.get("used_memory", 0))
    if not most:
        text = "nothing bounds its memory; the system ends it when there is none left"
        yield Finding(text, "`CONFIG SET maxmemory` to less than the machine has", is_fault=False)
    elif used > FULL * most:
        text = f"{used * 100 // most} % of its memory are used; full, it refuses every action"
        yield Finding(text, "raise `maxmemory`, on a machine that has more")
    if int(said.get("evicted_keys", 0)):
        text = f"it has thrown away {said['evicted_keys']} keys since it was started"
        yield Finding(text, "`CONFIG SET maxmemory-policy noeviction`; what is gone comes back from a backup only")


async def _of_clock(line: Pipeline, now: Callable[[], int]) -> Iterable[Finding]:
    before = now()
    seconds, microseconds = await line.ask("TIME")
    after = now()
    there = int(seconds) * 1000 + int(microseconds) // 1000
    apart = there - after if there > after else there - before if there < before else 0
    if abs(apart) <= MOST_AHEAD:
        return []
    which = "ahead of" if apart > 0 else "behind"
    text = f"its clock is {abs(apart) / 1000:.1f} s {which} this machine's"
    return [Finding(text, "let both be set by NTP: certificates, logs and sessions rest on it")]


# What it holds


async def _scanned(line: Pipeline, most: int) -> AsyncIterator[list[bytes]]:
    cursor: bytes | int = 0
    seen = 0
    while seen < most:
        cursor, batch = await line.ask("SCAN", cursor, "COUNT", KEYS_AT_ONCE)
        if batch:
            seen += len(batch)
            yield batch
        if int(cursor) == 0:
            return


class _Look:
    """Looks at keys, some at a time, and remembers what is wrong with them."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._unknown = _Many()
        self._lasting: dict[str, _Many] = {}
        self._guests = _Many()
        self._over = _Many()
        self._waiting = _Many()
        self._followers = _Many()
        self._orphans: dict[str, _Many] = {}
        self._headless = _Many()

    async def take(self, batch: Sequence[bytes]) -> None:
        """Look at these keys."""
        ends = [self._line.ask("PTTL", key) for key in batch]
        for key, end in zip(batch, ends, strict=True):
            lasts = int(await end) == -1
            text = key.decode(errors="replace")
            if found := _MATCH.fullmatch(text):
                await self._match(text, MatchId(found[2]), found[3], lasts=lasts)
            elif _DEADLINES.fullmatch(text):
                await self._deadlines(text)
            elif found := _DOCUMENT.fullmatch(text):
                await self._document(key, found[1], found[2], lasts=lasts)
            elif not _INDEX.fullmatch(text):
                self._unknown.add(text)

    def findings(self) -> Iterable[Finding]:
        """Return what was found."""
        if self._unknown.number:
            yield Finding(
                f"keys that no server makes: {self._unknown}",
                "look what they are (`TYPE`, `OBJECT FREQ`) and move what else uses this store to one of its own;"
                " `DEL` them if nothing does",
                is_fault=False,
            )
        for kind, many in sorted(self._lasting.items()):
            yield Finding(
                f"documents `{kind}` that never end: {many}",
                "`EXPIRE` each with 86400, and those that are still needed are written anew before",
            )
        if self._guests.number:
            yield Finding(f"guests that never end: {self._guests}", "`EXPIRE` each with 2592000: 30 days")
        if self._over.number:
            yield Finding(
                f"matches that have ended and are kept for ever: {self._over}",
                f"`EXPIRE` the log and the head of each with {LIFETIMES.finished_match}",
            )
        if self._waiting.number:
            yield Finding(
                f"matches that go on and of which no clock runs: {self._waiting}",
                "let somebody watch each (`quarterdeck watch`): who opens a match runs its clock",
                is_fault=False,
            )
        if self._followers.number:
            yield Finding(
                f"followers of matches that never end: {self._followers}",
                f"`EXPIRE` each with {LIFETIMES.followed}: processes that are there say so again",
            )
        for key, many in sorted(self._orphans.items()):
            yield Finding(
                f"deadlines of matches that are not there: {many}",
                f"`ZREM {key}` with each: the servers try to open them every second",
            )
        if self._headless.number:
            yield Finding(
                f"matches whose head does not say where their log ends: {self._headless}",
                "let no server run on it, and put a backup back in which both agree; if there is none, `DEL` the head:"
                " the log is right",
            )

    async def _match(self, key: str, match: MatchId, what: str, *, lasts: bool) -> None:
        if what == "open":
            # Between its first member and its lifetime there is a moment.
            if lasts and int(await self._line.ask("PTTL", key)) == -1:
                self._followers.add(key)
        elif what == "log":  # its head is looked at with it
            many: _Many | None = None
            for _ in range(LOOKS):  # somebody may be writing it
                many = await self._fault_of(match)
                if many is None:
                    return
            if many is not None:
                many.add(match)

    async def _fault_of(self, match: MatchId) -> _Many | None:
        """Return where a match belongs as it is seen now, if anything is wrong with it."""
        kept, settled = keys.of_match(match), keys.document(Key("played", match))
        asked = [
            self._line.ask("PTTL", kept.log),
            self._line.ask("XLEN", kept.log),
            self._line.ask("HGET", kept.head, "version"),
            self._line.ask("ZSCORE", kept.deadlines, match),
            self._line.ask("EXISTS", settled),
        ]
        end, length, version, score, is_settled = [await each for each in asked]
        if int(length) and version is not None and int(version) != int(length):
            return self._headless
        if int(end) != -1:
            return None
        if int(is_settled):
            return self._over
        return self._waiting if score is None else None

    async def _deadlines(self, key: str) -> None:
        due: list[bytes] = await self._line.ask("ZRANGE", key, 0, -1)
        there = [self._line.ask("EXISTS", keys.of_match(MatchId(match.decode())).log) for match in due]
        for match, exists in zip(due, there, strict=True):
            if not int(await exists):
                self._orphans.setdefault(key, _Many()).add(match.decode())

    async def _document(self, key: bytes, kind: str, name: str, *, lasts: bool) -> None:
        if kind not in LASTING | PASSING:
            self._unknown.add(f"{kind}:{_shortened(name)}")
        elif lasts and kind in PASSING:
            self._lasting.setdefault(kind, _Many()).add(_shortened(name))
        elif lasts and kind == "account" and _is_guest(await self._line.ask("GET", key)):
            self._guests.add(_shortened(name))


def _shortened(name: str) -> str:
    """Return a document's name without most of it: some are codes, or the hashes of tokens."""
    return name if len(name) <= 4 else f"{name[:4]}…"


def _is_guest(stored: bytes | None) -> bool:
    if stored is None:
        return False
    account: Any = msgspec.json.decode(stored.partition(b" ")[2])
    return isinstance(account, dict) and account.get("kind", "guest") == "guest"
