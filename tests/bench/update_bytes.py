"""Bytes of a match for one seat, by their parts: whole matches of random bots, without store or sockets. The updates
pass through the server's own audience, in every form that a client can ask for.

    python tests/bench update_bytes --matches 20
"""

import random
import time
import tracemalloc
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median
from typing import Any

import click
import msgspec
from quarterdeck_client.commands.output import echo, echo_json
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_protocol.names import Milliseconds, Version
from quarterdeck_protocol.open_choices import complete
from quarterdeck_server.evaluation.matches import SHIPPED, opened_for
from quarterdeck_server.matches.audience import Audience, Viewing
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import acted_entry, opening_entry
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.projection import Happened, Shown, sharing_with, shown_to
from quarterdeck_server.matches.record import Record
from quarterdeck_server.web.frames.deflate_windows import WINDOW_BITS, FrameCompressor

BEGAN = Milliseconds(1_800_000_000_000)
MILLISECONDS_BETWEEN_ACTIONS = 4_321
ENTRIES_BETWEEN_LOOKS = 8
PICTURES = 20
PARTS = ("view", "choices", "outlooks", "events", "players", "waiting", "result")


class SeatBytes(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes sent to one seat in a match; or the medians of many."""

    updates: float
    whole: float
    """As whole updates."""

    patched: float
    """As one whole update, and then patches."""

    compressed: float
    """As whole updates in compressed frames."""

    both: float
    """As patches in compressed frames."""

    whole_parts: dict[str, float]
    """The parts of the whole updates: view, choices, …; `envelope` is the rest."""

    patched_parts: dict[str, float]
    """The same parts of the patches; `first` is the whole update at the beginning."""

    kept: float
    """For patches: the memory of the last state sent to a connection, beside the memory of the match itself."""

    most_kept: float

    microseconds: dict[str, float]
    """Of one core, for one update of one seat: to see and write it whole, or as a patch, and to compress either. Other
    work on the machine makes it more; all else above is the same in every run."""


class _Seat:
    """The updates sent to one seat."""

    def __init__(self) -> None:
        self.sizes: Counter[str] = Counter()
        self.whole_parts: Counter[str] = Counter(dict.fromkeys((*PARTS, "envelope"), 0))
        self.patched_parts: Counter[str] = Counter(dict.fromkeys(("first", *PARTS, "envelope"), 0))
        self.kept: list[float] = []
        self.microseconds: defaultdict[str, float] = defaultdict(float)
        self._streams = {name: FrameCompressor(WINDOW_BITS) for name in ("compressed", "both")}

    def take_whole(self, frame: bytes) -> None:
        self.sizes["updates"] += 1
        self._count("whole", "compressed", frame)
        said = {key: each for key, each in msgspec.json.decode(frame).items() if key in PARTS}
        _share(self.whole_parts, frame, said.items())

    def take_patched(self, frame: bytes) -> None:
        self._count("patched", "both", frame)
        message = msgspec.json.decode(frame)
        if message["type"] == "update":
            self.patched_parts["first"] += len(frame)
            return
        operations = ((each["path"].split("/")[1], each) for each in message["patch"])
        _share(self.patched_parts, frame, [("events", message["events"]), *operations])

    def _count(self, plain: str, compressed: str, frame: bytes) -> None:
        stream = self._streams[compressed]
        self.sizes[plain] += len(frame)
        began = time.process_time()
        deflated = stream.compressed(frame)
        self.microseconds[f"compress {plain}"] += (time.process_time() - began) * 1e6
        self.sizes[compressed] += len(deflated)


def _share(parts: Counter[str], frame: bytes, said: Any) -> None:
    rest = len(frame)
    for part, value in said:
        size = len(msgspec.json.encode(value))
        parts[part] += size
        rest -= size
    parts["envelope"] += rest


def measure(name: str, matches: int, seed: int = 1) -> SeatBytes:
    """Play so many matches with all seats taken by random bots, and return the medians over all seats."""
    seats = [seat for number in range(matches) for seat in _played(GAMES[name], random.Random(f"{seed} {number}"))]
    return SeatBytes(
        **{size: median(seat.sizes[size] for seat in seats) for size in seats[0].sizes},
        whole_parts={part: median(seat.whole_parts[part] for seat in seats) for part in seats[0].whole_parts},
        patched_parts={part: median(seat.patched_parts[part] for seat in seats) for part in seats[0].patched_parts},
        kept=median(size for seat in seats for size in seat.kept),
        most_kept=max(size for seat in seats for size in seat.kept),
        microseconds={
            part: median(seat.microseconds[part] / seat.sizes["updates"] for seat in seats)
            for part in seats[0].microseconds
        },
    )


def _played(game: AnyGame, chance: random.Random) -> list[_Seat]:
    record = Record(opened_for(game, chance), game)
    seats = [_Seat() for _ in record.seats]
    frames: list[tuple[Callable[[bytes], None], bytes]] = []
    audiences = {form: Audience(lambda: Milliseconds(record.at + 3)) for form in ("whole", "patched")}
    for seat, each in zip(record.seats, seats, strict=True):
        takers: dict[str, Callable[[bytes], None]] = {"whole": each.take_whole, "patched": each.take_patched}
        for form, take in takers.items():
            tell = partial(_keep, frames, take)
            audiences[form].viewings.add(Viewing(seat, tell, takes_patches=form == "patched"))
    for entry in _entries(record, chance):
        before = record.version
        stored = record.codec.stored(entry)
        at = Milliseconds((record.at or BEGAN) + MILLISECONDS_BETWEEN_ACTIONS)
        record.advance(record.foresee(entry), Stamped(record.next_version, stored, at))
        for form, audience in audiences.items():
            began = time.process_time()
            audience.notify(record, Happened(Version(before), entry.events))
            took = (time.process_time() - began) * 1e6 / len(seats)
            for each in seats:
                each.microseconds[form] += took
        while frames:
            taker, frame = frames.pop(0)
            taker(frame)
        if not record.version % ENTRIES_BETWEEN_LOOKS:
            seats[0].kept.append(_kept_for(record))
    return seats


def _kept_for(record: Record) -> float:
    """Return the mean number of bytes of the pictures of the match that are kept for its seats."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    pictures = [_pictures(record) for _ in range(PICTURES)]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(pictures) / len(record.seats)


def _pictures(record: Record) -> list[Shown]:
    first, *others = [shown_to(record, seat) for seat in record.seats]
    return [first, *[sharing_with(first, each) for each in others]]


def _keep(frames: list[tuple[Callable[[bytes], None], bytes]], take: Callable[[bytes], None], frame: bytes) -> None:
    """Keep a frame, so that its receiver takes it after the timed part."""
    frames.append((take, frame))


def _entries(record: Record, chance: random.Random) -> Iterator[AnyEntry]:
    """Yield the opening, and then one action after the other of a random seat among those to act."""
    yield opening_entry(record)
    while record.result is None:
        seat = chance.choice([seat for seat in record.seats if record.choices[seat]])
        choice = chance.choice(record.choices[seat])
        action = record.codec.action(chance.choice(complete(record.codec.canonical(choice))))
        yield acted_entry(record, seat, action, record.codec.canonical(action), None)


def lines_of(name: str, figures: SeatBytes) -> Sequence[str]:
    """Return the figures in words."""
    whole = figures.whole
    forms = {
        "whole updates": whole,
        "patches": figures.patched,
        "whole, compressed": figures.compressed,
        "patches, compressed": figures.both,
    }
    parts = [("of whole updates", figures.whole_parts), ("of patches", figures.patched_parts)]
    took = ", ".join(f"{part} {each:.0f}" for part, each in figures.microseconds.items())
    kept = f"{figures.kept / 1024:.1f} KB a connection and match, at most {figures.most_kept / 1024:.1f}"
    return [
        f"{name}: {figures.updates:.0f} updates a match a seat",
        *(f"  {form:<20} {size / 1024:8.1f} KB {size / whole:7.1%}" for form, size in forms.items()),
        *(f"  {title}: " + ", ".join(f"{part} {size / 1024:.1f}" for part, size in of.items()) for title, of in parts),
        f"  kept for patches: {kept}",
        f"  µs an update: {took}",
    ]


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(sorted(GAMES)))
@click.option("--matches", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Of each game.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object as the last line.")
def main(games: tuple[str, ...], matches: int, seed: int, *, as_json: bool) -> None:
    """Print how many bytes a match of each of GAMES costs a seat (by default of each shipped game), in the median
    of random matches: whole, in patches, compressed, and both; and what they are made of."""
    found = {name: measure(name, matches, seed) for name in games or SHIPPED}
    for name, figures in found.items():
        for line in lines_of(name, figures):
            echo(line)
    if as_json:
        echo_json({name: msgspec.to_builtins(figures) for name, figures in found.items()})
