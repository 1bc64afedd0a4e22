"""A transcript in which anything was altered is refused, with the place."""

import random
from collections.abc import Iterable, Iterator

import msgspec
import pytest
from msgspec.structs import replace
from quarterdeck_games import GAMES
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, Seat, Version
from quarterdeck_protocol.transcripts.transcript import Transcript, TranscriptEntry
from quarterdeck_server.matches.entries import (
    acted_entry,
    resigned_entry,
    returned_entry,
    timed_out_entry,
    voided_entry,
)
from quarterdeck_server.matches.record import VOID
from quarterdeck_server.verification.findings import NOTHING, CannotJudge, DoesNotFollow, Found, Kind, Noted
from quarterdeck_server.verification.transcript_check import verify
from quarterdeck_testing.profiles import as_many
from transcripts import Logbook, density_deck, relinked, renumbered, tiny, with_entry, with_text, without

TINY = tiny()
DECK = density_deck()
EVERY_DECK = [density_deck(2 + number % 3, number) for number in range(6)]


def flaw(transcript: Transcript, noted: Noted = NOTHING) -> tuple[Kind, int | None]:
    """Return what is found wrong with a transcript, and at which entry."""
    with pytest.raises(DoesNotFollow) as found:
        verify(transcript, GAMES, noted)
    return found.value.kind, found.value.version


def last_link(transcript: Transcript) -> Noted:
    """What a player notes who writes down nothing but the last link."""
    return Noted(links=((Version(len(transcript.entries)), transcript.entries[-1].link),))


def events_of(transcript: Transcript, version: int) -> list[object]:
    found = msgspec.json.decode(transcript.entries[version - 1].entry)["events"]
    assert isinstance(found, list)
    return found


# What follows


@pytest.mark.parametrize("transcript", [TINY, *EVERY_DECK])
def test_a_match_as_it_was_played_follows(transcript: Transcript) -> None:
    found = verify(transcript, GAMES)
    assert found.entries == len(transcript.entries) == sum(found.causes.values())
    assert found.last_link == transcript.entries[-1].link
    assert found.result == transcript.result


@pytest.mark.parametrize(("game", "card"), [("amiibart", "iron-snail"), ("myacards", "the-naturalist")])
def test_a_match_follows_from_the_decks_that_are_kept_with_it(game: str, card: str) -> None:
    """Whatever becomes of the names and codes by which they were given."""
    book = Logbook(game)
    book.resign(0)
    transcript = book.transcript()
    assert verify(transcript, GAMES).result == transcript.result
    one_too_many = with_text(transcript, 1, f'["{card}",4]', f'["{card}",5]')
    assert flaw(relinked(one_too_many)) == (Kind.OPENING, 1)
    none_at_all = with_text(transcript, 1, '"decks":', '"were":')
    assert flaw(relinked(none_at_all)) == (Kind.OPENING, 1)


def test_a_match_does_not_follow_from_another_deck() -> None:
    book = Logbook("myacards")
    book.resign(0)
    one_less = with_text(book.transcript(), 1, '["the-naturalist",4]', '["the-naturalist",3]')
    assert flaw(relinked(one_less)) == (Kind.EVENTS, 1)


def test_anything_that_was_checked_is_told() -> None:
    shuffles = sum(
        line.entry.count('"type":"dealt"') + line.entry.count('"type":"reshuffled"') for line in DECK.entries
    )
    assert verify(TINY, GAMES) == Found(
        match=TINY.match,
        game=TINY.game,
        rules=1,
        players=verify(TINY, GAMES).players,
        commitment=TINY.commitment,
        entries=10,
        causes={"opened": 1, "acted": 4, "timed_out": 3, "returned": 1, "resigned": 1},
        shuffles=0,
        draws=1,
        are_draws_noted=True,
        last_link=TINY.entries[-1].link,
        noted=0,
        result=TINY.result,
    )
    assert (verify(DECK, GAMES).shuffles, verify(DECK, GAMES).draws) == (shuffles, 1)


def test_it_follows_with_what_a_player_has_noted() -> None:
    links = tuple((Version(version), line.link.upper()) for version, line in enumerate(DECK.entries, 1))
    entropy = ((Seat(2), "entropy 2"), (Seat(0), "entropy 0"))
    found = verify(DECK, GAMES, Noted(commitment=DECK.commitment.upper(), links=links, entropy=entropy))
    assert found.noted == len(links) + 3


# Every byte


BITS = (1, 2, 4, 8, 16, 32, 64, 128)


def altered(written: bytes, positions: Iterable[int], most: int) -> Iterator[tuple[int, bytes]]:
    """Return what is written with a bit of each of these bytes altered. It is another bit from byte to byte; `make
    fuzz` alters `most` bits of each."""
    many = as_many(1, at_length=most)
    for position in positions:
        for bit in range(position, position + many):
            changed = written[position] ^ BITS[bit % len(BITS)]
            yield position, written[:position] + bytes([changed]) + written[position + 1 :]


def is_refused(written: bytes, original: Transcript) -> bool:
    """Whether these bytes are refused; if they say exactly what the original says, they need not be."""
    try:
        read = msgspec.json.decode(written, type=Transcript)
        verify(read, GAMES)
    except (msgspec.DecodeError, UnicodeDecodeError, DoesNotFollow, CannotJudge):
        return True
    return read == original


def test_no_bit_of_a_transcript_can_be_altered() -> None:
    written = msgspec.json.encode(TINY)
    passed = [
        (position, each[position - 20 : position + 20])
        for position, each in altered(written, range(len(written)), len(BITS))
        if not is_refused(each, TINY)
    ]
    assert passed == []


def test_no_byte_of_a_transcript_can_be_left_out_or_doubled() -> None:
    written = msgspec.json.encode(TINY)
    for position in range(len(written)):
        for each in (written[:position] + written[position + 1 :], written[: position + 1] + written[position:]):
            assert is_refused(each, TINY), (position, each[position - 20 : position + 20])


def test_no_byte_of_a_long_transcript_can_be_altered() -> None:
    chance = random.Random(8)
    written = msgspec.json.encode(DECK)
    positions = chance.sample(range(len(written)), as_many(500, at_length=1_500))
    for position, each in altered(written, positions, 2):
        assert is_refused(each, DECK), (position, each[position - 20 : position + 20])


def test_an_altered_entry_is_found_at_its_place() -> None:
    for version, line in enumerate(DECK.entries, 1):
        spaced = with_entry(DECK, version, lambda line: replace(line, entry=line.entry + " "))
        assert flaw(spaced) == (Kind.LINK, version)
        later = with_entry(DECK, version, lambda line: replace(line, at=Milliseconds(line.at + 1)))
        assert flaw(later) == (Kind.LINK, version)
        digit = "1" if line.link[0] == "0" else "0"
        other = with_entry(DECK, version, lambda line, digit=digit: replace(line, link=digit + line.link[1:]))  # type: ignore[misc]  # bound at once
        assert flaw(other) == (Kind.LINK, version)


# A forger who knows the seed, and makes every link anew


def says_the_same(forged: Transcript, original: Transcript) -> bool:
    """Whether everything that the rules decide, and the order of who did what, is as it was."""

    def decided(line: TranscriptEntry) -> object:
        entry = msgspec.json.decode(line.entry)
        return entry["version"], entry["seat"], entry["cause"]["type"], entry["events"]

    return [decided(line) for line in forged.entries] == [decided(line) for line in original.entries]


def forgeries(original: Transcript, positions_of_each: int | None) -> Iterator[tuple[int, Transcript]]:
    """Return the transcript with every (or some) byte of its entries altered, and every link made anew."""
    chance = random.Random(3)
    for version, line in enumerate(original.entries, 1):
        text = line.entry.encode()
        positions = (
            range(len(text)) if positions_of_each is None else chance.sample(range(len(text)), positions_of_each)
        )
        for _, each in altered(text, positions, 3):
            try:
                entry = each.decode()
            except UnicodeDecodeError:
                continue
            yield version, relinked(with_entry(original, version, lambda line, e=entry: replace(line, entry=e)))  # type: ignore[misc]  # bound at once


@pytest.mark.parametrize(("original", "some"), [(TINY, None), (DECK, 25)], ids=["tiny", "density-deck"])
def test_a_player_who_knows_the_seed_can_alter_nothing_that_the_rules_decide(
    original: Transcript, some: int | None
) -> None:
    noted = last_link(original)
    for version, forged in forgeries(original, some):
        try:
            verify(forged, GAMES)
        except DoesNotFollow as found:
            assert found.version is None or found.version >= version  # noqa: PT017 - most are refused, not all
        except CannotJudge:
            assert version == 1
        else:
            assert says_the_same(forged, original)
        with pytest.raises((DoesNotFollow, CannotJudge)):
            verify(forged, GAMES, noted)


def test_no_card_can_be_swapped() -> None:
    for version, line in enumerate(DECK.entries, 1):
        for event in events_of(DECK, version):
            assert isinstance(event, dict)
            if event["type"] in ("drew", "discarded", "took", "flipped"):
                card = event["card"]
                other = {**event, "card": {**card, "power": card["power"] % 10 + 1}}
            elif event["type"] in ("dealt", "reshuffled"):
                first, second, *rest = event["pile"]
                if first == second:
                    continue
                other = {**event, "pile": [second, first, *rest]}
            else:
                continue
            before, after = (msgspec.json.encode(each).decode() for each in (event, other))
            assert before in line.entry
            forged = with_text(DECK, version, before, after)
            assert flaw(forged) == (Kind.LINK, version)
            assert flaw(relinked(forged)) == (Kind.EVENTS, version)


def test_no_hand_can_be_swapped_for_another() -> None:
    dealt = events_of(DECK, 1)[0]
    assert isinstance(dealt, dict)
    first, second, *rest = dealt["hands"]
    before = msgspec.json.encode(dealt["hands"]).decode()
    after = msgspec.json.encode([second, first, *rest]).decode()
    assert flaw(relinked(with_text(DECK, 1, before, after))) == (Kind.EVENTS, 1)


def test_no_entry_can_be_left_out() -> None:
    for original in (TINY, DECK):
        for version in range(1, len(original.entries) + 1):
            forged = without(original, version)
            place: tuple[Kind, int | None] = (Kind.OPENING, 1) if version == 1 else (Kind.VERSION, version)
            if version == len(original.entries):
                place = (Kind.UNFINISHED, None)
            assert flaw(forged) == place
            assert flaw(relinked(forged)) == place
            with pytest.raises(DoesNotFollow):
                verify(relinked(renumbered(forged)), GAMES, last_link(original))


def test_no_entry_can_change_places_with_the_next() -> None:
    for version in range(1, len(DECK.entries)):
        entries = list(DECK.entries)
        entries[version - 1], entries[version] = entries[version], entries[version - 1]
        swapped = replace(DECK, entries=tuple(entries))
        assert flaw(relinked(swapped))[0] in (Kind.VERSION, Kind.OPENING)
        with pytest.raises(DoesNotFollow):
            verify(relinked(renumbered(swapped)), GAMES)


def test_nothing_can_be_added_after_the_end() -> None:
    more = replace(DECK, entries=(*DECK.entries, DECK.entries[-1]))
    assert flaw(relinked(renumbered(more))) == (Kind.AFTER_THE_END, len(DECK.entries) + 1)


def test_an_entry_is_written_as_the_house_writes_it() -> None:
    for old, new in (
        ('"events":', '"said":"nothing","events":'),
        ('"version":3', '"version": 3'),
        ('"seat":', '"seat":7,"seat":'),
    ):
        assert flaw(relinked(with_text(TINY, 3, old, new))) == (Kind.WRITING, 3)
    assert flaw(relinked(with_text(TINY, 3, '"cell":1,"note":""', '"note":"","cell":1'))) == (Kind.WRITING, 3)


def test_the_number_of_events_is_the_rules() -> None:
    doubled = msgspec.json.encode(events_of(TINY, 3)[0]).decode()
    assert flaw(relinked(with_text(TINY, 3, doubled, f"{doubled},{doubled}"))) == (Kind.EVENTS, 3)
    assert flaw(relinked(with_text(TINY, 3, doubled, ""))) == (Kind.EVENTS, 3)


# The frame around the entries


@pytest.mark.parametrize(
    ("altered", "kind"),
    [
        (replace(TINY, match=MatchId("m-2")), Kind.OPENING),
        (replace(TINY, game=GameName("density-deck")), Kind.OPENING),
        (replace(TINY, commitment="0" * 64), Kind.SEED),
        (replace(TINY, commitment=TINY.commitment.upper()), Kind.SEED),
        (replace(TINY, entries=()), Kind.VERSION),
        (replace(TINY, result=Result(places=(1, 2), reason="left")), Kind.RESULT),
        (replace(TINY, result=Result(places=TINY.result.places, reason="last_mark")), Kind.RESULT),
    ],
)
def test_the_frame_is_the_entries(altered: Transcript, kind: Kind) -> None:
    assert flaw(altered)[0] == kind


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ('"seed":"00', '"seed":"01', Kind.SEED),
        ('"seed":"0001', '"seed":"00 1', Kind.SEED),
        ('1e1f"', '1e1f20"', Kind.SEED),
        ("0a0b", "0A0b", Kind.SEED),
        ('"marks":8', '"marks":0', Kind.OPENING),
        ('"marks":8', '"marks":"8"', Kind.OPENING),
        (',"entropy 1"]', "]", Kind.OPENING),
        ('"time_limit":30000', '"time_limit":-30000', Kind.UNREADABLE),
        ('"time_limit":30000', '"time_limit":30001', Kind.CLOCK),
        (',{"id":"p1","name":"Zoë","kind":"person","bot":null}', "", Kind.OPENING),
        ('"type":"opened"', '"type":"closed"', Kind.UNREADABLE),
    ],
)
def test_the_opening_is_one_that_the_house_could_have_made(old: str, new: str, kind: Kind) -> None:
    assert flaw(relinked(with_text(TINY, 1, old, new)))[0] is kind


def test_only_installed_rules_can_judge() -> None:
    with pytest.raises(CannotJudge, match="version 2 of the rules of Tiny; version 1 is installed"):
        verify(relinked(with_text(TINY, 1, '"rules":1', '"rules":2')), GAMES)
    with pytest.raises(CannotJudge, match="`tiny` is not installed"):
        verify(TINY, {})


# What a player has noted


def test_another_commitment_than_was_noted_is_refused() -> None:
    assert flaw(DECK, Noted(commitment="0" * 64)) == (Kind.NOTE, None)


@pytest.mark.parametrize(
    "given", [(Seat(1), "entropy 2"), (Seat(0), ""), (Seat(3), "entropy 0"), (Seat(-1), "entropy 2")]
)
def test_another_entropy_than_was_given_is_refused(given: tuple[Seat, str]) -> None:
    """Otherwise the house, which knows the seed, could have put its own in its place until the cards suited it."""
    assert flaw(DECK, Noted(entropy=(given,))) == (Kind.NOTE, 1)


def test_another_link_than_was_noted_is_refused() -> None:
    for version, line in enumerate(DECK.entries, 1):
        digit = "1" if line.link[0] == "0" else "0"
        assert flaw(DECK, Noted(links=((Version(version), digit + line.link[1:]),))) == (Kind.NOTE, version)


def test_a_match_that_ends_before_what_was_noted_is_refused() -> None:
    beyond = Version(len(DECK.entries) + 1)
    assert flaw(DECK, Noted(links=((beyond, DECK.entries[-1].link),))) == (Kind.NOTE, None)


def test_another_match_from_the_same_seed_is_refused_by_one_noted_link() -> None:
    """Whoever knows the seed can write a match that follows; a player's note tells that it was another one."""
    other = density_deck(3, 2)
    assert (other.match, other.commitment) == (DECK.match, DECK.commitment)
    assert verify(other, GAMES).commitment == DECK.commitment
    noted = Noted(links=((Version(5), DECK.entries[4].link),))
    assert flaw(other, noted) == (Kind.NOTE, 5)


# What may cause an entry


@pytest.fixture
def book() -> Logbook:
    return Logbook("tiny", options=GAMES["tiny"].options(marks=3))


def flaw_of(book: Logbook) -> tuple[Kind, int | None]:
    """Play the match to its end, and return what is found wrong with it."""
    while book.record.result is None:
        book.act(book.asked()[0])
    return flaw(book.transcript())


def test_time_runs_out_at_its_deadline_and_not_before(book: Logbook) -> None:
    (first,) = book.asked()
    book.run_out(first, 30_000)
    book.run_out(1 - first, 29_999)
    assert flaw_of(book) == (Kind.CLOCK, 3)


def test_time_runs_out_for_a_seat_that_is_asked(book: Logbook) -> None:
    (first,) = book.asked()
    book.write(timed_out_entry(book.record, book.record.seats[1 - first]), 60_000)
    assert flaw_of(book) == (Kind.CAUSE, 2)


def test_an_absent_seat_has_no_time() -> None:
    book = Logbook("tiny", options=GAMES["tiny"].options(marks=9))
    (first,) = book.asked()
    for _ in range(3):
        book.run_out(first)
        book.act(1 - first)
    book.run_out(first, 0)
    while book.record.result is None:
        book.act(book.asked()[0])
    assert verify(book.transcript(), GAMES).causes == {"opened": 1, "acted": 5, "timed_out": 4}


def test_only_a_seat_that_the_house_has_played_for_returns(book: Logbook) -> None:
    (first,) = book.asked()
    book.write(returned_entry(book.record, book.record.seats[first]))
    assert flaw_of(book) == (Kind.CAUSE, 2)


def test_a_seat_acts_when_it_is_asked() -> None:
    book = Logbook("density-deck", 2, GAMES["density-deck"].options(lives=1))
    (first,) = book.asked()
    entries = list(book.stored)
    book.act(first, -2)  # passes
    moved = replace(book.stored[-1], entry=book.stored[-1].entry.replace(f'"seat":{first}', f'"seat":{1 - first}', 1))
    while book.record.result is None:
        book.act(book.asked()[0])
    forged = replace(book.transcript(), entries=(*entries, moved, *book.stored[2:]))
    assert flaw(relinked(forged)) == (Kind.CAUSE, 2)


def test_nobody_acts_after_leaving() -> None:
    book = Logbook("density-deck", 3)
    leaving = book.record.seats[2]
    book.resign(leaving)
    book.write(resigned_entry(book.record, leaving, None))
    while book.record.result is None:
        book.act(book.asked()[0], -1)
    assert flaw(book.transcript()) == (Kind.CAUSE, 3)


def test_an_action_that_the_rules_do_not_allow_is_refused(book: Logbook) -> None:
    book.act(book.asked()[0])
    (second,) = book.asked()
    mark = GAMES["tiny"].actions(cell=7, note="")
    book.write(acted_entry(book.record, book.record.seats[second], mark, book.record.codec.canonical(mark), None))
    book.act(book.asked()[0])
    forged = with_text(book.transcript(), 3, '"mark","cell":7', '"mark","cell":999')
    assert flaw(relinked(forged)) == (Kind.CAUSE, 3)
    assert flaw(relinked(with_text(book.transcript(), 3, '"mark","cell":7', '"mark","cell":"7"'))) == (
        Kind.UNREADABLE,
        3,
    )


def test_a_ref_is_used_once(book: Logbook) -> None:
    (first,) = book.asked()
    book.act(first, ref="the same")
    book.act(1 - first, ref="the same")
    book.act(first, ref="the same")
    assert flaw(book.transcript()) == (Kind.CAUSE, 4)


def test_the_house_opens_a_match_once(book: Logbook) -> None:
    again = book.stored[0]
    while book.record.result is None:
        book.act(book.asked()[0])
    transcript = book.transcript()
    opened_twice = replace(transcript, entries=(again, again, *transcript.entries[1:]))
    assert flaw(relinked(renumbered(opened_twice))) == (Kind.CAUSE, 2)
    by_a_seat = with_text(transcript, 1, '"seat":null', '"seat":0')
    assert flaw(relinked(by_a_seat)) == (Kind.CAUSE, 1)


@pytest.mark.parametrize(("seat", "kind"), [("2", Kind.CAUSE), ("-1", Kind.UNREADABLE), ("null", Kind.CAUSE)])
def test_only_seats_act(book: Logbook, seat: str, kind: Kind) -> None:
    (first,) = book.asked()
    while book.record.result is None:
        book.act(book.asked()[0])
    forged = with_text(book.transcript(), 2, f'"seat":{first}', f'"seat":{seat}')
    assert flaw(relinked(forged)) == (kind, 2)


@pytest.mark.parametrize("at", [-1, 2**63, 2**70])
def test_only_times_are_times(at: int) -> None:
    assert flaw(with_entry(TINY, 2, lambda line: replace(line, at=Milliseconds(at)))) == (Kind.UNREADABLE, 2)


@pytest.mark.parametrize("entry", ["", "{}", "null", "[" * 100_000, '{"version":2,"x":' + "[" * 100_000])
def test_rubbish_is_unreadable(entry: str) -> None:
    assert flaw(with_entry(TINY, 2, lambda line: replace(line, entry=entry))) == (Kind.UNREADABLE, 2)
    assert flaw(with_entry(TINY, 1, lambda line: replace(line, entry=entry)))[0] is Kind.UNREADABLE


@pytest.mark.parametrize("after", [-1, -3_600_000])
def test_time_does_not_run_backwards(after: int, book: Logbook) -> None:
    book.act(int(book.asked()[0]), after=0)
    book.act(int(book.asked()[0]), after=after)
    assert flaw_of(book) == (Kind.CLOCK, 3)


def test_a_match_that_the_house_gave_up_follows_and_only_the_house_gives_up(book: Logbook) -> None:
    book.write(voided_entry(book.record))
    found = verify(book.transcript(), GAMES)
    assert (found.causes, found.result) == ({"opened": 1, "voided": 1}, VOID)
    by_a_seat = with_text(book.transcript(), 2, '"seat":null', '"seat":0')
    assert flaw(relinked(by_a_seat)) == (Kind.CAUSE, 2)
