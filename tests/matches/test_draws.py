"""An entry notes its draws, whoever has no rules can make them again, and nobody is told of them before the end."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, Raw
from msgspec.structs import replace
from quarterdeck_games import GAMES
from quarterdeck_games.dice import Dice, Drawn
from quarterdeck_protocol.fairness.draws import Draw, DrawKind
from quarterdeck_protocol.names import Version
from quarterdeck_protocol.transcripts.transcript import Entry, Transcript, TranscriptEntry
from quarterdeck_server.matches.draws import noted
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.openings import opened_by
from quarterdeck_server.matches.projection import Happened, replay_frame, update_frame
from quarterdeck_server.matches.record import MOST_REFS, Record
from quarterdeck_server.matches.snapshot_writer import fields_of
from quarterdeck_server.matches.snapshots import snapshot_in
from quarterdeck_server.verification.findings import DoesNotFollow, Kind
from quarterdeck_server.verification.transcript_check import verify
from random_transcripts import random_transcript
from transcripts import density_deck, relinked, tiny, with_entry

SHOWN = {"type": "dealt", "first": 2, "hands": [["b"], [], ["c", "a"]], "rest": ["d", "e"]}
ALL_GAMES = range(5)


def places(kind: DrawKind, purpose: str, outcome: Any, events: Sequence[Any] = (SHOWN,)) -> Draw:
    """Return what is noted of a draw of which this came."""
    raw = noted([Drawn(kind, purpose, (outcome,), outcome, 1)], events)
    (draw,) = msgspec.json.decode(raw, type=list[Draw])
    return draw


# Where what came of a draw stands


def test_a_shuffle_stands_in_lists_that_are_it_one_after_the_other() -> None:
    assert places(DrawKind.SHUFFLE, "dealt", ("c", "a", "b", "d", "e")).at == ("/0/hands/2", "/0/hands/0", "/0/rest")
    assert places(DrawKind.SHUFFLE, "dealt.rest", ("d", "e")).at == ("/0/rest",)
    assert places(DrawKind.SHUFFLE, "dealt.hands", ()).at == ("/0/hands/1",)


def test_a_pick_stands_in_its_field_or_in_the_list_there() -> None:
    assert places(DrawKind.PICK, "dealt.first", 2).at == ("/0/first",)
    assert places(DrawKind.PICK, "dealt.rest", "e").at == ("/0/rest/1",)


@pytest.mark.parametrize(
    ("kind", "purpose", "outcome"),
    [
        (DrawKind.SHUFFLE, "dealt", ("c", "b", "a")),
        (DrawKind.SHUFFLE, "dealt.rest", ("c", "a")),
        (DrawKind.SHUFFLE, "other", ("d", "e")),
        (DrawKind.PICK, "dealt.first", 3),
        (DrawKind.PICK, "dealt.second", 2),
        (DrawKind.ROLL, "other.first", 2),
    ],
)
def test_anything_that_no_event_shows_is_noted_itself(kind: DrawKind, purpose: str, outcome: Any) -> None:
    draw = places(kind, purpose, outcome)
    assert draw.at is UNSET
    assert draw.outcome == (list(outcome) if isinstance(outcome, tuple) else outcome)


def test_two_draws_of_one_entry_stand_in_two_places() -> None:
    event = {"type": "shuffled", "decks": [["a", "b"], ["a", "b"]]}
    drawn = Drawn(DrawKind.SHUFFLE, "shuffled.decks", ("a", "b"), ("a", "b"), 1)
    raw = noted([drawn, drawn, drawn], [event])
    draws = msgspec.json.decode(raw, type=list[Draw])
    assert [draw.at for draw in draws] == [("/0/decks/0",), ("/0/decks/1",), UNSET]


def test_dice_note_how_many_numbers_each_draw_took() -> None:
    """With more than 2³¹ sides about every second number is thrown away."""
    dice = Dice(bytes(32), Version(1))
    dice.shuffled("abcdefghijklm", "cards")
    for _ in range(20):
        dice.roll(2**31 + 1, "rolls")
    dice.pick("ab", "side")
    assert dice.draws[0].words == 12
    assert dice.draws[-1].words == 1
    assert sum(draw.words for draw in dice.draws[1:-1]) > 25
    assert {draw.purpose for draw in dice.draws} == {"cards", "rolls", "side"}


# What entries have


def entries_of(transcript: Transcript) -> list[Entry[Any]]:
    return [msgspec.json.decode(line.entry, type=Entry[Any]) for line in transcript.entries]


@pytest.mark.parametrize("number", ALL_GAMES)
def test_every_draw_of_our_games_is_shown_by_the_event_that_it_is_for(number: int) -> None:
    for entry in entries_of(random_transcript(number)):
        for draw in msgspec.json.decode(entry.draws or b"[]", type=list[Draw]):
            assert draw.at is not UNSET, draw
            kind, _, field = draw.purpose.partition(".")
            for place in draw.at:
                _, event, *path = place.split("/")
                assert entry.events[int(event)]["type"] == kind
                assert not field or path[0] == field


@pytest.mark.parametrize("number", ALL_GAMES)
def test_anything_that_an_entry_notes_is_hardly_longer_than_what_shows_it(number: int) -> None:
    """The size of the log is bounded by that: an entry says once more, in another order, what its events say."""
    for entry in entries_of(random_transcript(number)):
        draws = msgspec.json.decode(entry.draws or b"[]", type=list[Draw])
        shown = len(msgspec.json.encode(entry.events))
        assert len(entry.draws or b"") <= shown + 200 * len(draws)


# Matches of before


def as_before(transcript: Transcript) -> Transcript:
    """Return the transcript as an older server would have written it."""
    entries = [
        replace(line, entry=msgspec.json.encode(replace(entry, draws=UNSET)).decode())
        for line, entry in zip(transcript.entries, raw_entries(transcript), strict=True)
    ]
    return relinked(replace(transcript, entries=tuple(entries)), seed_of(transcript))


def raw_entries(transcript: Transcript) -> list[Entry[Raw]]:
    return [msgspec.json.decode(line.entry, type=Entry[Raw]) for line in transcript.entries]


def seed_of(transcript: Transcript) -> bytes:
    return bytes.fromhex(raw_entries(transcript)[0].cause.seed)  # type: ignore[union-attr]  # the first one has it


@pytest.mark.parametrize("number", ALL_GAMES)
def test_a_match_that_notes_nothing_is_verified_as_it_was(number: int) -> None:
    transcript = random_transcript(number, undoes=False)
    before, now = verify(as_before(transcript), GAMES), verify(transcript, GAMES)
    assert now == replace(before, are_draws_noted=True, last_link=now.last_link)
    assert not before.are_draws_noted


def test_a_match_that_an_older_server_began_goes_on_without() -> None:
    lines = as_before(density_deck()).entries
    first = Stamped(Version(1), lines[0].entry.encode(), lines[0].at)
    record = Record(opened_by(first), GAMES["density-deck"])
    before = record.notes_draws
    record.read(first)
    assert (before, record.notes_draws) == (True, False)
    from_snapshot = Record(opened_by(first), GAMES["density-deck"])
    from_snapshot.take_up(snapshot_in(fields_of(record, Version(0)), MOST_REFS))
    assert not from_snapshot.notes_draws


# What is not so


def draws_at(transcript: Transcript, version: int, draws: Any) -> Transcript:
    """Return the transcript with other draws in an entry, by somebody who knows the seed."""

    def bent(line: TranscriptEntry) -> TranscriptEntry:
        entry = msgspec.json.decode(line.entry, type=Entry[Raw])
        noted = UNSET if draws is UNSET else Raw(msgspec.json.encode(draws))
        return replace(line, entry=msgspec.json.encode(replace(entry, draws=noted)).decode())

    return relinked(with_entry(transcript, version, bent), seed_of(transcript))


def test_draws_that_were_not_made_are_refused_with_their_place() -> None:
    deck = density_deck()
    version, draws = next(
        (version, msgspec.json.decode(entry.draws))
        for version, entry in enumerate(entries_of(deck), 1)
        if version > 1 and entry.draws
    )
    (shuffle,) = draws
    others = [
        UNSET,
        [],
        [shuffle, shuffle],
        [{**shuffle, "words": shuffle["words"] + 1}],
        [{**shuffle, "purpose": "reshuffled"}],
        [{**shuffle, "of": [shuffle["of"][-1], *shuffle["of"][:-1]]}],
        [{**shuffle, "at": shuffle["at"][::-1]}],
        [{**shuffle, "kind": "pick"}],
        {"all": draws},
        7,
    ]
    for other in others:
        with pytest.raises(DoesNotFollow) as found:
            verify(draws_at(deck, version, other), GAMES)
        assert (found.value.kind, found.value.version) == (Kind.DRAWS, version), other


def test_draws_where_none_are_noted_are_refused() -> None:
    before = as_before(tiny())
    with pytest.raises(DoesNotFollow) as found:
        verify(draws_at(before, 2, []), GAMES)
    assert (found.value.kind, found.value.version) == (Kind.DRAWS, 2)


# What nobody is told


def without_undo(frame: bytes) -> bytes:
    return re.sub(rb',"undo":\{[^}]*\}', b"", frame)


@pytest.mark.parametrize("number", ALL_GAMES)
def test_no_byte_of_what_is_told_depends_on_what_was_drawn(number: int) -> None:
    """Two worlds, of which one notes its draws and the other does not: updates and replays are the same for everybody,
    but for the link, which has always the same length. Actions can be taken back only where draws are noted."""
    transcript = random_transcript(number, undoes=False)
    first, drawn = raw_entries(transcript)[0], 0
    records = [Record(first.cause, GAMES[transcript.game]) for _ in range(2)]  # type: ignore[arg-type]  # it opens it
    for lines in zip(transcript.entries, as_before(transcript).entries, strict=True):
        drawn += lines[0].entry != lines[1].entry
        told: list[list[bytes]] = []
        for record, line in zip(records, lines, strict=True):
            version = record.next_version
            entry = record.read(Stamped(version, line.entry.encode(), line.at))
            happened = Happened(Version(version - 1), entry.events)
            frames = [update_frame(record, viewer, happened, line.at) for viewer in (*record.seats, None)]
            replays = [msgspec.json.encode(replay_frame(record, viewer, entry)) for viewer in (*record.seats, None)]
            told.append([without_undo(each.replace(record.link.hex().encode(), b"")) for each in (*frames, *replays)])
            assert all(b'"draws"' not in each and b'"words"' not in each for each in told[-1])
        assert told[0] == told[1]
    assert drawn > 0
