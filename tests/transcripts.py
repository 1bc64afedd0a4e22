"""Transcripts to verify: matches that are played here, entry by entry at given times, and forgeries of them."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import replace
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref, Seat, Version
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Opened, Transcript, TranscriptEntry
from quarterdeck_server.matches.chain import FIRST_LINK, commitment_to, link_key_of, next_link
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import (
    acted_entry,
    obeyed_entry,
    opening_entry,
    resigned_entry,
    returned_entry,
    timed_out_entry,
)
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.openings import with_card_sets
from quarterdeck_server.matches.record import Record

SEED = bytes(range(32))
NOON = Milliseconds(1_800_000_000_000)
NAMES = ("Ada", "Zoë", "Cy", "Di")


class Logbook:
    """A match that is played by hand. Nothing is refused here: what may not happen can be written too."""

    def __init__(
        self,
        game: str,
        seats: int = 2,
        options: Any = None,
        time_limit: int = 30_000,
        games: Mapping[str, AnyGame] = GAMES,
        decks: tuple[str, ...] = (),
        time_bank: int = 0,
        seed: bytes = SEED,
        binds: bool = False,
    ) -> None:
        rules = games[game]
        brought = [rules.decks.ready[deck] for deck in decks] if rules.decks is not None else []
        agreed = rules.options() if options is None else options
        opened = Opened(
            match=MatchId("m-1"),
            game=GameName(game),
            rules=rules.version,
            players=tuple(Player(id=PlayerId(f"p{seat}"), name=NAMES[seat]) for seat in range(seats)),
            options=Raw(msgspec.json.encode(agreed)),
            time_limit=Milliseconds(time_limit),
            seed=seed.hex(),
            entropy=tuple(f"entropy {seat}" for seat in range(seats)),
            entropy_hashes=tuple(entropy_hash(f"entropy {seat}") for seat in range(seats)) if binds else UNSET,
            decks=rules.setup(seats, agreed, brought).decks,
            time_bank=Milliseconds(time_bank),
        )
        self.record = Record(with_card_sets(opened, rules), rules)
        self.stored: list[TranscriptEntry] = []
        self.write(opening_entry(self.record))

    def write(self, entry: AnyEntry, after: int = 1_000) -> None:
        """Write an entry so many milliseconds after the one before."""
        record = self.record
        at = Milliseconds((record.at or NOON) + after)
        stored = record.codec.stored(entry)
        record.advance(record.foresee(entry), Stamped(record.next_version, stored, at))
        self.stored.append(TranscriptEntry(entry=stored.decode(), at=at, link=record.link.hex()))

    def act(self, seat: int, choice: int = 0, ref: str | None = None, after: int = 1_000) -> None:
        """Let a seat take one of its choices."""
        action = self.record.choices[seat][choice]
        canonical = self.record.codec.canonical(action)
        self.write(acted_entry(self.record, Seat(seat), action, canonical, None if ref is None else Ref(ref)), after)

    def run_out(self, seat: int, after: int = 30_000) -> None:
        """Let a seat's time run out."""
        self.write(timed_out_entry(self.record, Seat(seat)), after)

    def obey(self, seat: int, after: int) -> None:
        """Let a seat's standing order answer."""
        self.write(obeyed_entry(self.record, Seat(seat)), after)

    def come_back(self, seat: int) -> None:
        self.write(returned_entry(self.record, Seat(seat)))

    def resign(self, seat: int) -> None:
        self.write(resigned_entry(self.record, Seat(seat), None))

    def asked(self) -> list[Seat]:
        """Return the seats that are asked for something."""
        return [seat for seat in self.record.seats if self.record.choices[seat]]

    def transcript(self) -> Transcript:
        result = self.record.result
        assert result is not None, "the match has not ended"
        opened = self.record.opened
        return Transcript(
            match=opened.match,
            game=opened.game,
            commitment=commitment_to(bytes.fromhex(opened.seed)),
            entries=tuple(self.stored),
            result=result,
        )


def tiny() -> Transcript:
    """A short match of Tiny with everything that can cause an entry."""
    book = Logbook("tiny", options=GAMES["tiny"].options(marks=8))
    (first,) = book.asked()
    second = 1 - first
    book.act(first, ref="erste Tat")
    book.act(second)
    for _ in range(2):
        book.run_out(first)
        book.act(second, ref=f"r{len(book.stored)}")
    book.run_out(first)
    book.come_back(first)
    book.resign(second)
    return book.transcript()


def density_deck(seats: int = 3, number: int = 1) -> Transcript:
    """A match of Density Deck in which seats act, let their time run out, come back and leave, by lot."""
    chance = random.Random(number)
    book = Logbook("density-deck", seats, GAMES["density-deck"].options(lives=4))
    while book.record.result is None:
        seat = chance.choice(book.asked())
        absent = [each for each in book.record.seats if book.record.is_absent(each)]
        lot = chance.random()
        if absent and lot < 0.5:
            book.come_back(absent[0])
        elif lot < 0.15:
            book.run_out(seat, 0 if book.record.is_absent(seat) else 30_000 + chance.randrange(500))
        elif lot < 0.16 and len(book.stored) > 20 and len(book.record.gone) < seats - 1:
            book.resign(chance.choice([each for each in book.record.seats if each not in book.record.gone]))
        else:
            choice = chance.randrange(len(book.record.choices[seat]))
            book.act(seat, choice, ref=f"ref-{len(book.stored)}", after=chance.randrange(1, 5_000))
    return book.transcript()


def relinked(transcript: Transcript, seed: bytes = SEED) -> Transcript:
    """Do what a forger does who knows the seed: make every link anew, so that all of them follow."""
    key, link = link_key_of(seed, transcript.match), FIRST_LINK
    entries = []
    for stored in transcript.entries:
        link = next_link(key, link, stored.at, stored.entry.encode())
        entries.append(replace(stored, link=link.hex()))
    return replace(transcript, entries=tuple(entries))


def with_entry(
    transcript: Transcript, version: int, change: Callable[[TranscriptEntry], TranscriptEntry]
) -> Transcript:
    """Return the transcript with one entry changed, and its links as they were."""
    entries = list(transcript.entries)
    entries[version - 1] = change(entries[version - 1])
    return replace(transcript, entries=tuple(entries))


def with_text(transcript: Transcript, version: int, old: str, new: str) -> Transcript:
    """Return the transcript with some text of one entry replaced, and its links as they were."""
    assert old in transcript.entries[version - 1].entry, "there is nothing to replace"
    return with_entry(transcript, version, lambda stored: replace(stored, entry=stored.entry.replace(old, new, 1)))


def without(transcript: Transcript, version: int) -> Transcript:
    """Return the transcript with one entry left out, and its links as they were."""
    left = [stored for number, stored in enumerate(transcript.entries, 1) if number != version]
    return replace(transcript, entries=tuple(left))


def renumbered(transcript: Transcript) -> Transcript:
    """Return every entry the number of its place, as a forger would who has left one out or put one in."""
    entries = []
    for number, stored in enumerate(transcript.entries, 1):
        before, colon, after = stored.entry.partition('"version":')
        digits = len(after) - len(after.lstrip("0123456789"))
        entries.append(replace(stored, entry=f"{before}{colon}{Version(number)}{after[digits:]}"))
    return replace(transcript, entries=tuple(entries))
