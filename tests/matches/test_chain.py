"""The chain over the entries: it tells nothing before the end, and binds everything."""

import hashlib
import hmac
from itertools import pairwise

import pytest
from games.worlds import WORLDS
from quarterdeck_games import GAMES
from quarterdeck_games.dice import key_of
from quarterdeck_games.game import Setup
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.names import MatchId, Milliseconds
from quarterdeck_server.matches.chain import FIRST_LINK, commitment_to, link_key_of, next_link
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.openings import record_of
from quarterdeck_testing.plans import Manner, Plan
from quarterdeck_testing.random_matches import Playing, finished, opened

MATCH = MatchId("match")
SEED = bytes(range(32))
KEY = link_key_of(SEED, MATCH)


def plan(seed: int = 3) -> Plan:
    setup = Setup(seats=3, options=dd.Options(lives=3))
    return Plan(world=WORLDS["density-deck"], setup=setup, seed=seed, chance=4, manner=Manner.DAWDLES)


def links_of(log: list[Stamped], key: bytes) -> list[bytes]:
    """Return the link of each entry."""
    links = [FIRST_LINK]
    for stamped in log:
        links.append(next_link(key, links[-1], stamped.at, stamped.entry))
    return links[1:]


def key_for(which: Plan) -> bytes:
    how = opened(which)
    return link_key_of(bytes.fromhex(how.seed), how.match)


def test_a_link_is_what_the_specification_says() -> None:
    """Spelled out once more, as another language would."""
    key = hmac.new(SEED, b"quarterdeck links" + b"match", hashlib.sha256).digest()
    link = hmac.new(key, bytes(32) + (7).to_bytes(8, "big") + b"entry", hashlib.sha256).digest()
    assert next_link(KEY, FIRST_LINK, Milliseconds(7), b"entry") == link
    assert commitment_to(SEED) == hashlib.sha256(SEED).hexdigest()


def test_a_record_carries_the_link_of_its_newest_entry() -> None:
    playing = finished(plan())
    assert playing.record.link == links_of(playing.log, key_for(plan()))[-1]


# Hiding


def test_nobody_can_tell_from_a_link_which_card_an_entry_holds() -> None:
    """Whoever guesses the entry rightly, byte for byte, still cannot make its link from anything that is public."""
    playing = Playing(plan())
    how = opened(plan())
    seed = bytes.fromhex(how.seed)
    stamped, link = playing.log[0], playing.record.link
    public = [
        b"",
        bytes(32),
        how.match.encode(),
        bytes.fromhex(commitment_to(seed)),
        commitment_to(seed).encode(),
        b"quarterdeck links",
        b"quarterdeck links" + how.match.encode(),
        *(share.encode() for share in how.entropy),
        FIRST_LINK,
    ]
    for key in public:
        assert next_link(key, FIRST_LINK, stamped.at, stamped.entry) != link
    hashed = FIRST_LINK + stamped.at.to_bytes(8, "big") + stamped.entry
    assert hashlib.sha256(hashed).digest() != link
    assert hashlib.sha256(stamped.entry).digest() != link


def test_the_key_of_the_links_is_not_the_key_of_the_dice() -> None:
    how = opened(plan())
    seed = bytes.fromhex(how.seed)
    assert (
        len({seed, link_key_of(seed, how.match), key_of(seed, how.match, how.entropy), key_of(seed, how.match, ())})
        == 4
    )


def test_the_same_entries_of_other_matches_have_other_links() -> None:
    """The same hand dealt twice does not show as the same link."""
    others = [link_key_of(SEED, MatchId("match2")), link_key_of(bytes(32), MATCH)]
    assert len({next_link(key, FIRST_LINK, Milliseconds(1), b"entry") for key in (KEY, *others)}) == 3


def test_a_link_is_as_long_whatever_is_in_the_entry() -> None:
    assert {len(link) for link in links_of(finished(plan()).log, KEY)} == {32}


# Binding


def test_no_byte_of_an_entry_can_be_altered() -> None:
    log = finished(plan()).log[:4]
    honest = links_of(log, KEY)
    for number, stamped in enumerate(log):
        for at in range(len(stamped.entry)):
            altered = bytearray(stamped.entry)
            altered[at] ^= 1
            forged = [*log[:number], Stamped(stamped.version, bytes(altered), stamped.at), *log[number + 1 :]]
            links = links_of(forged, KEY)
            assert links[:number] == honest[:number]
            assert all(link != old for link, old in zip(links[number:], honest[number:], strict=True)), (
                "nor any after it"
            )


def test_no_time_can_be_altered() -> None:
    log = finished(plan()).log
    honest = links_of(log, KEY)
    for number, stamped in enumerate(log):
        for later in (-1, 1, 1_000):
            at = Milliseconds(stamped.at + later)
            forged = [*log[:number], Stamped(stamped.version, stamped.entry, at), *log[number + 1 :]]
            assert links_of(forged, KEY)[-1] != honest[-1]


def test_no_entry_can_be_left_out_doubled_or_swapped() -> None:
    log = finished(plan()).log
    honest = links_of(log, KEY)[-1]
    for number in range(len(log)):
        assert links_of([*log[:number], *log[number + 1 :]], KEY)[-1] != honest
        assert links_of([*log[: number + 1], *log[number:]], KEY)[-1] != honest
    for number, (one, other) in enumerate(pairwise(log)):
        assert links_of([*log[:number], other, one, *log[number + 2 :]], KEY)[-1] != honest


def test_the_end_of_one_entry_cannot_become_the_beginning_of_the_next() -> None:
    """What is hashed is not a mere string of bytes: a link and a time stand between two entries."""
    one = [Stamped(finished(plan()).log[0].version, entry, Milliseconds(1)) for entry in (b"ab", b"c")]
    other = [Stamped(stamped.version, entry, stamped.at) for stamped, entry in zip(one, (b"a", b"bc"), strict=True)]
    assert links_of(one, KEY)[-1] != links_of(other, KEY)[-1]


@pytest.mark.parametrize("number", [0, 1, 5])
def test_two_matches_that_part_never_meet_again(number: int) -> None:
    """From the first entry in which two histories differ every link differs: one noted link binds all before it."""
    log = finished(plan()).log
    part = Stamped(log[number].version, log[number].entry + b" ", log[number].at)
    other = links_of([*log[:number], part, *log[number + 1 :]], KEY)
    here = links_of(log, KEY)
    assert other[:number] == here[:number]
    assert not set(other[number:]) & set(here)


def test_every_process_computes_the_same_links() -> None:
    live = finished(plan())
    read = record_of(GAMES, live.log[0])
    for stamped in live.log[1:]:
        read.read(stamped)
    assert read.link == live.record.link
