"""Faults of a store server according to its own report: durability, memory, clock."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from quarterdeck_server.storage.durability import FAST, Durability
from quarterdeck_server.storage.redis.fitness import ServerReport, why_unfit
from quarterdeck_server.storage.wire.pipeline import Pipeline

MOST_AHEAD = 1_000
"""Most milliseconds by which the store's clock may differ from this machine's."""

FULL = 0.8
"""Largest part of its memory that the store may have used."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding of a diagnosis of the store, and how to fix it."""

    text: str
    mend: str
    is_fault: bool = True
    """True if it must be repaired; false if it is only a notice."""


def this_machines_time() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def server_findings(
    line: Pipeline, said: ServerReport, node: str, now: Callable[[], int], durability: Durability | None = None
) -> Sequence[Finding]:
    """Return the faults of a store server according to its report. A node of a cluster has a name. `now` is this
    machine's time in milliseconds, `durability` the chosen level, if there is one. Raises `Unavailable`."""
    return [
        *_of_fitness(said, node, durability or FAST),
        *_of_disk(said, durability),
        *_of_memory(said.info),
        *await _of_clock(line, now),
    ]


def _of_fitness(said: ServerReport, node: str, durability: Durability) -> Iterable[Finding]:
    unfit = why_unfit(said, durability, node)
    if unfit is not None:
        yield Finding("no server can start with it, and running servers are not ready", unfit)


def _of_disk(said: ServerReport, durability: Durability | None) -> Iterable[Finding]:
    for name, what in (("aof_last_write_status", "write to"), ("aof_last_bgrewrite_status", "rewrite")):
        if said.info.get(name, "ok") != "ok":
            yield Finding(
                f"it could not {what} its append-only file ({name}: {said.info[name]})",
                "check that its disk is writable and not full; the store's log has the reason",
            )
    if said.appendfsync == "everysec" and durability is None and said.info.get("aof_enabled") != "0":
        yield Finding(
            "a power failure can lose the last seconds (`appendfsync everysec`)",
            "`CONFIG SET appendfsync always` and `CONFIG REWRITE`; if this is intended, use `--durability fast`",
            is_fault=False,
        )


def _of_memory(info: Mapping[str, str]) -> Iterable[Finding]:
    most, used = int(info.get("maxmemory", 0)), int(info.get("used_memory", 0))
    if not most:
        text = "its memory has no limit; the system kills it when memory runs out"
        yield Finding(text, "`CONFIG SET maxmemory` to less than the machine has", is_fault=False)
    elif used > FULL * most:
        text = f"{used * 100 // most} % of its memory is used; when it is full, every action is refused"
        yield Finding(text, "raise `maxmemory`, on a machine that has more")
    if int(info.get("evicted_keys", 0)):
        text = f"it has deleted {info['evicted_keys']} keys since it started, because its memory was full"
        yield Finding(text, "`CONFIG SET maxmemory-policy noeviction`; only a backup can restore the deleted keys")


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
    return [Finding(text, "set both clocks with NTP: certificates, logs and sessions need correct time")]
