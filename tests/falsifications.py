"""Random falsifications of transcripts: what somebody could try, with and without the seed, and where that is wrong."""

import random
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.fairness.bound_entropy import decks_commitment, entropy_hash
from quarterdeck_protocol.lobby.tables import BoundRules
from quarterdeck_protocol.names import Milliseconds, Seat, Version
from quarterdeck_protocol.transcripts.transcript import Transcript, TranscriptEntry
from quarterdeck_server.matches.chain import commitment_to
from quarterdeck_server.verification.findings import NOTHING, Noted
from random_transcripts import random_transcript
from transcripts import relinked, renumbered, with_entry, without


class Falsification(msgspec.Struct, frozen=True, kw_only=True):
    """A transcript that was made to lie, and what a player noted of the match as it was."""

    how: str
    transcript: Transcript
    noted: Noted
    version: Version | None
    """At which entry a verifier has to find it, with or without the rules; `None` where it is of no entry."""


Way = Callable[[Transcript, random.Random], tuple[Transcript, Noted, int | None] | None]
"""Returns nothing where a transcript leaves no room for it."""


def falsified(number: int) -> Falsification:
    """Return the falsification of this number: each way in turn, of the first transcript from there on with room."""
    way, chance = WAYS[number % len(WAYS)], random.Random(f"falsified {number}")
    for step in count(number + number // len(WAYS)):
        was = random_transcript(step)
        made = way(was, chance)
        if made is not None:
            lie, noted, version = made
            assert lie != was or noted != NOTHING
            return Falsification(
                how=way.__name__, transcript=lie, noted=noted, version=None if version is None else Version(version)
            )
    raise AssertionError("there is always another transcript")


# By somebody who does not know the seed, or does not trouble to make the links anew


def an_event_altered(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    version = some_version(was, chance)
    return with_json(was, version, lambda entry: entry["events"].append({"type": "made_up"})), NOTHING, version


def a_byte_of_a_ref_altered(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None] | None:
    versions = [number for number, line in enumerate(was.entries, 1) if '"ref":"ref-' in line.entry]
    if not versions:
        return None
    version = chance.choice(versions)
    lie = with_entry(was, version, lambda line: replace(line, entry=line.entry.replace('"ref":"ref-', '"ref":"rex-')))
    return lie, NOTHING, version


def a_time_altered(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    version, by = some_version(was, chance), chance.choice((1, -1, 1_000_000_000_000))
    return with_entry(was, version, lambda line: replace(line, at=Milliseconds(line.at + by))), NOTHING, version


def a_link_altered(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    version = some_version(was, chance)
    return with_entry(was, version, lambda line: replace(line, link=chance.randbytes(32).hex())), NOTHING, version


def an_entry_left_out(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None] | None:
    if len(was.entries) < 3:
        return None
    version = chance.randrange(2, len(was.entries))
    return without(was, version), NOTHING, version


def two_entries_swapped(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None] | None:
    if len(was.entries) < 3:
        return None
    version, entries = chance.randrange(2, len(was.entries)), list(was.entries)
    at = entries[version - 1].at
    entries[version - 1 : version + 1] = [replace(line, at=at) for line in (entries[version], entries[version - 1])]
    return replace(was, entries=tuple(entries)), NOTHING, version


def an_entry_doubled(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    version, entries = some_version(was, chance), list(was.entries)
    entries.insert(version, entries[version - 1])
    return replace(was, entries=tuple(entries)), NOTHING, version + 1


def another_seed(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    seed = chance.randbytes(32).hex()
    return with_json(was, 1, lambda entry: entry["cause"].update(seed=seed)), NOTHING, 1


def another_commitment(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    return replace(was, commitment=chance.randbytes(32).hex()), NOTHING, 1


# By somebody who knows the seed, and makes every link anew, against a player who noted something


def the_end_cut_off(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None] | None:
    if len(was.entries) < 3:
        return None
    kept = chance.randrange(2, len(was.entries))
    return replace(was, entries=was.entries[:kept]), links(was, len(was.entries)), None


def an_event_altered_and_relinked(
    was: Transcript, chance: random.Random
) -> tuple[Transcript, Noted, int | None] | None:
    version = some_version(was, chance)
    if may_be_lost(was, version):
        return None
    lie = with_json(
        was, version, lambda entry: entry["events"].append({**entry["events"][0]}) if entry["events"] else None
    )
    lie = with_entry(lie, version, lambda line: replace(line, at=Milliseconds(line.at + (lie == was))))
    return again(lie), links(was, *range(version, len(was.entries) + 1)), version


def an_action_taken_back_to_another_version(
    was: Transcript, chance: random.Random
) -> tuple[Transcript, Noted, int | None] | None:
    versions = [number for number, line in enumerate(was.entries, 1) if '"back_to"' in line.entry]
    if not versions:
        return None
    version = chance.choice(versions)
    lie = with_json(was, version, lambda entry: entry["cause"]["undo"].update(back_to=version))
    return again(lie), NOTHING, version


def an_action_taken_back_in_a_tournament(
    was: Transcript, chance: random.Random
) -> tuple[Transcript, Noted, int | None] | None:
    versions = [number for number, line in enumerate(was.entries, 1) if '"undo":' in line.entry]
    if not versions:
        return None
    return again(with_json(was, 1, lambda entry: entry["cause"].update(undo_rule="never"))), NOTHING, versions[0]


def an_entry_left_out_and_relinked(
    was: Transcript, chance: random.Random
) -> tuple[Transcript, Noted, int | None] | None:
    if len(was.entries) < 3:
        return None
    version = chance.randrange(2, len(was.entries))
    if may_be_lost(was, version):
        return None
    return again(renumbered(without(was, version))), links(was, version), version


def another_match_of_the_same_seed(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    lie = with_json(was, 1, lambda entry: entry["cause"].update(time_bank=entry["cause"]["time_bank"] + 1))
    return again(lie), links(was, 1), 1


def a_seat_given_another_entropy(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    entropy = opening(was)["cause"]["entropy"]
    seat = chance.randrange(len(entropy))

    def change(entry: Any) -> None:
        entry["cause"]["entropy"][seat] = f"chosen {chance.random()}"

    return again(with_json(was, 1, change)), Noted(entropy=((Seat(seat), entropy[seat]),)), 1


def a_share_that_was_not_bound(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    def change(entry: Any) -> None:
        shares = entry["cause"]["entropy"]
        entry["cause"]["entropy_hashes"] = [entropy_hash(share) for share in shares]
        shares[chance.randrange(len(shares))] = f"chosen {chance.random()}"

    return again(with_json(was, 1, change)), NOTHING, 1


def a_share_and_its_hash_swapped_later(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    shares = opening(was)["cause"]["entropy"]
    told = [entropy_hash(share) for share in shares]
    seat = chance.randrange(len(shares))

    def change(entry: Any) -> None:
        share = f"chosen {chance.random()}"
        entry["cause"]["entropy"][seat] = share
        entry["cause"]["entropy_hashes"] = [*told[:seat], entropy_hash(share), *told[seat + 1 :]]

    noted = Noted(entropy_hashes=tuple((Seat(number), bound) for number, bound in enumerate(told)))
    return again(with_json(was, 1, change)), noted, 1


def a_deck_chosen_later(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None] | None:
    cause = opening(was)["cause"]
    if not cause["decks"]:
        return None
    told = decks_commitment(cause["seed"], was.match, msgspec.convert(cause["decks"], tuple[Deck, ...]))

    def change(entry: Any) -> None:
        cards = entry["cause"]["decks"][chance.randrange(len(cause["decks"]))]["cards"]
        cards.append(cards.pop(0))

    return again(with_json(was, 1, change)), Noted(decks_commitment=told), 1


def a_seed_chosen_later(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    lie, _, _ = another_seed(was, chance)
    return again(lie), Noted(commitment=was.commitment), None


def an_option_chosen_later(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    noted = Noted(options=opening(was)["cause"]["options"])
    return (
        again(with_json(was, 1, lambda entry: entry["cause"].update(options={**noted.options, **OTHERWISE[was.game]}))),
        noted,
        1,
    )


def two_players_swapped_later(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    players = opening(was)["cause"]["players"]
    noted = Noted(players=tuple(player["id"] for player in players))
    return again(with_json(was, 1, lambda entry: entry["cause"]["players"].reverse())), noted, 1


def rules_or_card_sets_chosen_later(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    rules = opening(was)["cause"]["rules"]
    other = chance.choice(
        ({"rules": rules + 1}, {"card_sets": [{"id": "OTHER", "sha256": chance.randbytes(32).hex()}]})
    )
    lie = again(with_json(was, 1, lambda entry: entry["cause"].update(other)))
    return lie, Noted(bound_rules=BoundRules(version=rules)), 1


def a_time_limit_chosen_later(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    told = opening(was)["cause"]["time_limit"]
    lie = again(with_json(was, 1, lambda entry: entry["cause"].update(time_limit=told + 1)))
    return lie, Noted(time_limit=Milliseconds(told)), 1


def rated_or_not_as_it_suits(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None]:
    told = opening(was)["cause"].get("rated", False)
    return again(with_json(was, 1, lambda entry: entry["cause"].update(rated=not told))), Noted(rated=told), 1


# By somebody who knows the seed, against nobody's notes: what was drawn, and from what


def another_seed_under_the_same_cards(
    was: Transcript, chance: random.Random
) -> tuple[Transcript, Noted, int | None] | None:
    lie, _, _ = another_seed(was, chance)
    return (again(lie), NOTHING, 1) if has_long_shuffle(was, 1) else None


def another_entropy_under_the_same_cards(
    was: Transcript, chance: random.Random
) -> tuple[Transcript, Noted, int | None] | None:
    lie, _, _ = a_seat_given_another_entropy(was, chance)
    return (lie, NOTHING, 1) if has_long_shuffle(was, 1) else None


def two_cards_swapped_where_they_are_shown(
    was: Transcript, chance: random.Random
) -> tuple[Transcript, Noted, int | None] | None:
    def change(entry: Any, draw: Any) -> bool:
        cards = at(entry["events"], max(draw["at"], key=lambda place: len(at(entry["events"], place))))
        first = chance.randrange(len(cards))
        others = [number for number, card in enumerate(cards) if card != cards[first]]
        if not others:
            return False
        second = chance.choice(others)
        cards[first], cards[second] = cards[second], cards[first]
        return True

    return with_draw(was, chance, "shuffle", change)


def somebody_else_picked(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None] | None:
    def change(entry: Any, draw: Any) -> bool:
        (place,) = draw["at"]
        path, _, name = place.rpartition("/")
        there = at(entry["events"], path)
        there[name] = next(each for each in draw["of"] if each != there[name])
        return True

    return with_draw(was, chance, "pick", change)


def drawn_from_another_order(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None] | None:
    def change(entry: Any, draw: Any) -> bool:
        before = list(draw["of"])
        chance.shuffle(draw["of"])
        return bool(draw["of"] != before)

    return with_draw(was, chance, "shuffle", change)


def a_card_slipped_in(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None] | None:
    def change(entry: Any, draw: Any) -> bool:
        draw["of"].insert(chance.randrange(len(draw["of"]) + 1), draw["of"][0])
        return True

    return with_draw(was, chance, "shuffle", change)


def other_numbers_said_to_be_taken(
    was: Transcript, chance: random.Random
) -> tuple[Transcript, Noted, int | None] | None:
    def change(entry: Any, draw: Any) -> bool:
        draw["words"] += chance.choice((-1, 1, 8))
        return True

    return with_draw(was, chance, chance.choice(("pick", "shuffle")), change)


def shown_elsewhere(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None] | None:
    def change(entry: Any, draw: Any) -> bool:
        draw["at"] = chance.choice(([], ["/7/7"], ["/0"], ["events"], [*draw["at"], draw["at"][0]]))
        return True

    return with_draw(was, chance, chance.choice(("pick", "shuffle")), change)


def a_draw_more(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None] | None:
    def change(entry: Any, draw: Any) -> bool:
        entry["draws"].append(draw)
        return True

    return with_draw(was, chance, chance.choice(("pick", "shuffle")), change)


def a_draw_noted_beside_events_that_show_another(
    was: Transcript, chance: random.Random
) -> tuple[Transcript, Noted, int | None] | None:
    def change(entry: Any, draw: Any) -> bool:
        (place,) = draw.pop("at")
        path, _, name = place.rpartition("/")
        there = at(entry["events"], path)
        draw["outcome"] = there[name]
        there[name] = next(each for each in draw["of"] if each != there[name])
        return True

    return with_draw(was, chance, "pick", change)


def the_draws_of_another_entry(was: Transcript, chance: random.Random) -> tuple[Transcript, Noted, int | None] | None:
    version = chance.randrange(2, len(was.entries) + 1)
    draws = opening(was)["draws"]
    return again(with_json(was, version, lambda entry: entry.update(draws=draws))), NOTHING, version


WAYS: tuple[Way, ...] = (
    an_event_altered,
    a_byte_of_a_ref_altered,
    a_time_altered,
    a_link_altered,
    an_entry_left_out,
    two_entries_swapped,
    an_entry_doubled,
    another_seed,
    another_commitment,
    the_end_cut_off,
    an_event_altered_and_relinked,
    an_entry_left_out_and_relinked,
    another_match_of_the_same_seed,
    a_seat_given_another_entropy,
    a_share_that_was_not_bound,
    a_share_and_its_hash_swapped_later,
    a_deck_chosen_later,
    a_seed_chosen_later,
    an_option_chosen_later,
    two_players_swapped_later,
    rules_or_card_sets_chosen_later,
    a_time_limit_chosen_later,
    rated_or_not_as_it_suits,
    an_action_taken_back_to_another_version,
    an_action_taken_back_in_a_tournament,
    another_seed_under_the_same_cards,
    another_entropy_under_the_same_cards,
    two_cards_swapped_where_they_are_shown,
    somebody_else_picked,
    drawn_from_another_order,
    a_card_slipped_in,
    other_numbers_said_to_be_taken,
    shown_elsewhere,
    a_draw_more,
    a_draw_noted_beside_events_that_show_another,
    the_draws_of_another_entry,
)


OTHERWISE: Mapping[str, Mapping[str, Any]] = {
    "amfibido": {"sensei": "perhaps"},
    "amiibart": {"turn_cap": -1},
    "density-deck": {"lives": -1},
    "myacards": {"opening_hand": -1},
    "tiny": {"marks": -1},
}
"""An option of each game as no table has it."""

# What they are made of


def some_version(was: Transcript, chance: random.Random) -> int:
    """Return one of the entries, but for the first: what a match begins with is checked before all links."""
    return chance.randrange(2, len(was.entries) + 1)


def may_be_lost(was: Transcript, version: int) -> bool:
    """Whether the log says that an entry of this version was lost: then a note of another one binds nobody."""
    causes = [msgspec.json.decode(line.entry)["cause"] for line in was.entries]
    losses = [cause for cause in causes if cause["type"] == "history_lost"]
    return any(loss["since"] < version <= loss["was"] for loss in losses)


def opening(was: Transcript) -> Any:
    return msgspec.json.decode(was.entries[0].entry)


def links(was: Transcript, *versions: int) -> Noted:
    return Noted(links=tuple((Version(version), was.entries[version - 1].link) for version in versions))


def with_json(was: Transcript, version: int, change: Callable[[Any], object]) -> Transcript:
    """Return the transcript with something in an entry changed, and its links as they were."""

    def bent(line: TranscriptEntry) -> TranscriptEntry:
        entry = msgspec.json.decode(line.entry)
        change(entry)
        return replace(line, entry=msgspec.json.encode(entry).decode())

    return with_entry(was, version, bent)


def again(lie: Transcript) -> Transcript:
    """Return the transcript with the commitment and all links of its seed: what whoever knows it would do."""
    seed = bytes.fromhex(opening(lie)["cause"]["seed"])
    return relinked(replace(lie, commitment=commitment_to(seed)), seed)


def at(events: Any, place: str) -> Any:
    for part in place.split("/")[1:]:
        events = events[int(part) if isinstance(events, list) else part]
    return events


def with_draw(
    was: Transcript, chance: random.Random, kind: str, change: Callable[[Any, Any], bool]
) -> tuple[Transcript, Noted, int | None] | None:
    """Return the transcript with one of its draws of a kind, or what shows it, changed; nothing if it has none."""
    places = [
        (version, number)
        for version, line in enumerate(was.entries, 1)
        for number, draw in enumerate(msgspec.json.decode(line.entry).get("draws", []))
        if draw["kind"] == kind and (kind == "pick" or len(draw["of"]) > LONG)
    ]
    if not places:
        return None
    version, number = chance.choice(places)
    is_changed = []
    lie = with_json(was, version, lambda entry: is_changed.append(change(entry, entry["draws"][number])))
    return (again(lie), NOTHING, version) if is_changed == [True] else None


LONG = 5
"""More cards than that do not come in the same order twice by luck: not once in 100 times 7."""


def has_long_shuffle(was: Transcript, version: int) -> bool:
    draws = msgspec.json.decode(was.entries[version - 1].entry)["draws"]
    return any(draw["kind"] == "shuffle" and len(draw["of"]) > 2 * LONG for draw in draws)
