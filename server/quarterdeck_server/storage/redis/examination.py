"""Read-only diagnosis of a store, cheap enough for a running server.

Keys are read a few hundred at a time (`SCAN`), with all requests about them in one batch. Each finding says how to fix
it; the operator decides.
"""

import re
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from quarterdeck_protocol.names import MatchId

from quarterdeck_server.lobby import stored_kinds
from quarterdeck_server.lobby.documents import Key
from quarterdeck_server.storage import keys
from quarterdeck_server.storage.durability import Durability
from quarterdeck_server.storage.lifetimes import LIFETIMES
from quarterdeck_server.storage.packed_log import LONGEST_FRONT, DamagedError, head_of
from quarterdeck_server.storage.redis.fitness import SLOTS_WITHOUT_NODE, ServerReport, durability_held, report_of
from quarterdeck_server.storage.redis.server_findings import Finding, server_findings, this_machines_time
from quarterdeck_server.storage.wire.nodes import Nodes, nodes_at
from quarterdeck_server.storage.wire.pipeline import Pipeline

KEYS_AT_ONCE = 500
MOST_KEYS = 2_000_000
MOST_NAMED = 3
"""Most keys that are named for each fault."""

MOST_ATTEMPTS = 3
"""Number of checks of a match that seems faulty: an entry may be written between two requests."""

LONG_AFTER = 24 * 60 * 60 * 1000
"""Milliseconds after its end by which a match should have been packed."""

LASTING = frozenset(
    {
        *("second_factor", "linked_identity", "identity_links", "passkeys", "email", "email_holders"),
        *("account", "name", "decks", "address_key", "pause", "server_keys", "refused_deal"),
        *("collection", "movement", "packs", "opened_pack", "pack_pool", "trade", "trader", "wish_list", "challenger"),
        *("code", "code_batch", "code_claims", "announcements", "follow_list", "webhook_state", "player_webhooks"),
        *("club", "club_memberships", "tournament_schedule"),
        *("sanctions", "seeker", "ticket", "offer", "party", "last_backup"),
        *(stored_kinds.AUDIT_ENTRY, stored_kinds.LAST_ROUND),
    }
)
"""Kinds of documents without an expiry time: documents of players, and documents that the server or a command
deletes."""

PASSING = frozenset(
    {
        *("table", "invitation", "banned_address", "report", "reporter", "reporting"),
        *(
            "standing",
            "meetings",
            "visits",
            "pattern",
            "token",
            "ended",
            "app_code",
            "app_device",
            "sessions",
            "app_refresh",
            "sign_on",
            "passkey_challenge",
            "email_link",
            "mail",
        ),
        *(
            "addresses",
            "waiting_gate",
            "receipt",
            "pace",
            "attendance",
            "first_gift",
            "code_guesses",
            "inbox",
            "challenge",
        ),
        *("challenge_counts", "challenge_link", "conversation", "turn_sweep", "invite", "webhook"),
        "webhook_happened",
        *("tournament", "tournament_lease", "device_request", "program_link", "program_answer", "coin_flip"),
        *(stored_kinds.SEATED_TABLES, stored_kinds.LOGIN_ATTEMPTS),
        *(stored_kinds.CHAT_LINE, stored_kinds.MATCH_RESULT),
    }
)
"""Kinds of documents that expire."""

_MATCH = re.compile(r"qd:\{s(\d+)\}:match:([^ ]+):(log|open|head|snapshot)")
_DEADLINES = re.compile(r"qd:\{s(\d+)\}:deadlines")
_CONFIRMATION = re.compile(r"qd:\{[^}]+\}:confirmation")
_DOCUMENT = re.compile(r"qd:\{[^}]+\}:document:([a-z_]+):(.*)", re.DOTALL)
_INDEX = re.compile(r"qd:\{[^}]+\}:index:(.*)", re.DOTALL)


@dataclass(slots=True)
class _Many:
    """Store keys for which a diagnosis found the same fault."""

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
    """Result of the diagnosis of a store."""

    keys: int
    is_whole: bool
    """True if all keys were examined."""

    durable: Sequence[Durability]
    """The durability levels that all its servers can provide, as they are configured."""

    findings: Sequence[Finding]

    @property
    def is_well(self) -> bool:
        """True if the diagnosis found no fault."""
        return not any(finding.is_fault for finding in self.findings)


async def examined(
    url: str,
    *,
    durability: Durability | None = None,
    most: int = MOST_KEYS,
    now: Callable[[], int] = this_machines_time,
) -> Examined:
    """Diagnose a store. At most `most` of its keys are read. If `durability` is given, the store must provide it. `now`
    is this machine's time in milliseconds. Raises `Unavailable`."""
    async with nodes_at(url) as nodes:
        of_servers = list(_of_slots(nodes))
        look, number, size = _KeyExamination(nodes, now), 0, 0
        servers: list[ServerReport] = []
        for name, line in nodes.pipelines.items():
            said = await report_of(line)
            servers.append(said)
            found = await server_findings(line, said, name, now, durability)
            of_servers += [_at(name, finding) for finding in found]
            async for batch in _scanned(line, most - number):
                number += len(batch)
                await look.take(line, batch)
            size += int(await line.ask("DBSIZE"))
        return Examined(
            number, number < most or size <= most, durability_held(servers), [*of_servers, *look.findings()]
        )


def _at(name: str, finding: Finding) -> Finding:
    return replace(finding, text=f"node {name}: {finding.text}") if name else finding


def _of_slots(nodes: Nodes) -> Iterable[Finding]:
    if nodes.cluster is not None and not nodes.cluster.is_whole():
        yield Finding("some slots of the cluster have no node", SLOTS_WITHOUT_NODE)


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


class _KeyExamination:
    """Checks store keys in batches, and collects their faults."""

    def __init__(self, nodes: Nodes, now: Callable[[], int]) -> None:
        self._nodes = nodes
        self._now = now
        self._unknown = _Many()
        self._lasting: dict[str, _Many] = {}
        self._guests = _Many()
        self._over = _Many()
        self._waiting = _Many()
        self._followers = _Many()
        self._snapshots = _Many()
        self._orphans: dict[str, _Many] = {}
        self._headless = _Many()
        self._unpacked = _Many()
        self._damaged = _Many()

    async def take(self, line: Pipeline, batch: Sequence[bytes]) -> None:
        """Check these keys of one store node for faults."""
        ends = [line.ask("PTTL", key) for key in batch]
        for key, end in zip(batch, ends, strict=True):
            lasts = int(await end) == -1
            text = key.decode(errors="replace")
            if found := _MATCH.fullmatch(text):
                await self._match(line, text, MatchId(found[2]), found[3], lasts=lasts)
            elif _DEADLINES.fullmatch(text):
                await self._deadlines(line, text)
            elif found := _DOCUMENT.fullmatch(text):
                await self._document(line, key, found[1], found[2], lasts=lasts)
            elif not (_INDEX.fullmatch(text) or _CONFIRMATION.fullmatch(text)):
                self._unknown.add(text)

    def findings(self) -> Iterable[Finding]:
        """Return the faults that the diagnosis found."""
        if self._unknown.number:
            yield Finding(
                f"keys that are not Quarterdeck's: {self._unknown}",
                "inspect them (`TYPE`, `OBJECT FREQ`) and move other programs to their own store; `DEL` the "
                "keys if nothing uses them",
                is_fault=False,
            )
        for kind, many in sorted(self._lasting.items()):
            yield Finding(
                f"documents `{kind}` without expiry: {many}",
                "`EXPIRE` each with 86400; documents that are still used are written again before that",
            )
        if self._guests.number:
            yield Finding(f"guests without expiry: {self._guests}", "`EXPIRE` each with 2592000: 30 days")
        if self._over.number:
            yield Finding(
                f"finished matches without expiry: {self._over}",
                f"`EXPIRE` the log and the head of each with {LIFETIMES.finished_match}",
            )
        if self._waiting.number:
            yield Finding(
                f"running matches without a clock: {self._waiting}",
                "watch each with `quarterdeck watch`: opening a match starts its clock",
                is_fault=False,
            )
        if self._followers.number:
            yield Finding(
                f"followers of matches without expiry: {self._followers}",
                f"`EXPIRE` each with {LIFETIMES.followed}: running processes write them again",
            )
        if self._snapshots.number:
            yield Finding(
                f"snapshots of matches without expiry: {self._snapshots}", "`DEL` them: servers make new ones"
            )
        for key, many in sorted(self._orphans.items()):
            yield Finding(
                f"deadlines of missing matches: {many}",
                f"`ZREM {key}` with each: the servers try to open them every second",
            )
        if self._headless.number:
            yield Finding(
                f"matches whose head does not match the end of their log: {self._headless}",
                "stop all servers and restore a backup in which both agree; without one, `DEL` the head: the "
                "log is right",
            )
        if self._unpacked.number:
            yield Finding(
                f"matches that ended more than a day ago and are not packed: {self._unpacked}",
                "run `quarterdeck archive pack`; servers with the lobby role (`--role`) pack later matches "
                "by themselves",
                is_fault=False,
            )
        if self._damaged.number:
            yield Finding(
                f"damaged packed logs: {self._damaged}",
                "restore a backup; without one, `DEL` them: these matches are lost",
            )

    async def _match(self, line: Pipeline, key: str, match: MatchId, what: str, *, lasts: bool) -> None:
        if what in ("open", "snapshot"):
            # Between its first member and its lifetime there is a moment.
            if lasts and int(await line.ask("PTTL", key)) == -1:
                (self._followers if what == "open" else self._snapshots).add(key)
        elif what == "log":  # its head is looked at with it
            many: _Many | None = None
            for _ in range(MOST_ATTEMPTS):  # somebody may be writing it
                many = await self._fault_of(line, match)
                if many is None:
                    return
            if many is not None:
                many.add(match)

    async def _fault_of(self, line: Pipeline, match: MatchId) -> _Many | None:
        """Return the list to which a match with this fault in the store is added; `None` if the match has no fault."""
        names, settled = keys.of_match(match), keys.document(Key(stored_kinds.MATCH_RESULT, match))
        if await line.ask("TYPE", names.log) == b"string":
            return await self._fault_of_packed(line, names.log)
        asked = [
            line.ask("PTTL", names.log),
            line.ask("XLEN", names.log),
            line.ask("HGET", names.head, "version"),
            line.ask("HGET", names.head, "at"),
            line.ask("ZSCORE", names.deadlines, match),
            self._nodes.pipeline_of(settled).ask("EXISTS", settled),
        ]
        end, length, version, at, score, is_settled = [await each for each in asked]
        if int(length) and version is not None and int(version) != int(length):
            return self._headless
        if int(end) != -1:
            return self._unpacked if at is not None and int(at) < self._now() - LONG_AFTER else None
        if int(is_settled):
            return self._over
        return self._waiting if score is None else None

    async def _fault_of_packed(self, line: Pipeline, key: str) -> _Many | None:
        """Return the list to which a match with a compressed log is added because of a fault; `None` if it has no
        fault."""
        front, end = line.ask("GETRANGE", key, 0, LONGEST_FRONT - 1), line.ask("PTTL", key)
        try:
            head_of(await front)
        except DamagedError:
            return self._damaged
        return self._over if int(await end) == -1 else None

    async def _deadlines(self, line: Pipeline, key: str) -> None:
        due: list[bytes] = await line.ask("ZRANGE", key, 0, -1)
        there = [line.ask("EXISTS", keys.of_match(MatchId(match.decode())).log) for match in due]
        for match, exists in zip(due, there, strict=True):
            if not int(await exists):
                self._orphans.setdefault(key, _Many()).add(match.decode())

    async def _document(self, line: Pipeline, key: bytes, kind: str, name: str, *, lasts: bool) -> None:
        if kind not in LASTING | PASSING:
            self._unknown.add(f"{kind}:{_shortened(name)}")
        elif lasts and kind in PASSING:
            self._lasting.setdefault(kind, _Many()).add(_shortened(name))
        elif lasts and kind == "account" and _is_guest(await line.ask("GET", key)):
            self._guests.add(_shortened(name))


def _shortened(name: str) -> str:
    """Return the first letters of a document's name, because some names are codes or hashes of tokens."""
    return name if len(name) <= 4 else f"{name[:4]}…"


def _is_guest(stored: bytes | None) -> bool:
    if stored is None:
        return False
    account: Any = msgspec.json.decode(stored.partition(b" ")[2])
    return isinstance(account, dict) and account.get("kind", "guest") == "guest"
