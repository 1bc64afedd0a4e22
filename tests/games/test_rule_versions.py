"""Versions of a game's rules beside each other: which are held, what goes on under which, and what is said without."""

import hashlib
from pathlib import Path
from zipfile import ZipFile

import msgspec
import pytest
from matches.processes import MATCH, processes, settle
from matches.test_snapshots import grow
from msgspec.structs import replace
from quarterdeck_games import GAMES
from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.cards.second.catalogue import SECOND
from quarterdeck_games.amiibart.sets import AmiibartSets
from quarterdeck_games.card_sets import mark_of
from quarterdeck_games.evaluator import Evaluator
from quarterdeck_games.rule_versions import (
    SUMS,
    UnknownRules,
    held_versions,
    is_at_hand,
    loaded,
    released_folder,
    rules_of,
)
from quarterdeck_games.set_rules import read_sets, source_of
from quarterdeck_games.state_codec import shape_of
from quarterdeck_protocol.catalogue import CardSet, SetMark
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.bots.roster import bots_for
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.cards.rule_books import phrases_of, rule_book
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.projection import Happened, update_frame
from rule_archives import Newer, newer  # noqa: F401 - a fixture
from transcripts import Logbook

# ruff: noqa: F811 - a fixture

EXAMPLES = Path(__file__).parents[2] / "deploy" / "cards"


def test_a_game_is_held_under_its_present_rules_and_under_those_in_archives(newer: Newer) -> None:
    game = newer("tiny")
    games = {"tiny": game}
    assert held_versions(game) == (1, 2)
    assert rules_of(games, "tiny", 2) is game
    assert (is_at_hand(game, 2), is_at_hand(game, 1)) == (True, False)
    before = rules_of(games, "tiny", 1)
    assert (before.version, before.title, is_at_hand(game, 1)) == (1, "Tiny", True)
    assert rules_of(games, "tiny", 1) is before
    assert type(before) is not type(GAMES["tiny"])
    assert shape_of(before.states) == shape_of(GAMES["tiny"].states), "a snapshot of one is read by the other"


def test_anything_that_is_not_held_is_said_with_what_is_and_who_has_the_other(newer: Newer) -> None:
    games = {"tiny": newer("tiny")}
    here = "versions 1, 2 are installed here"
    with pytest.raises(UnknownRules) as unknown:
        rules_of(games, "tiny", 3)
    assert str(unknown.value) == (
        f"it was played by version 3 of the rules of Newer Tiny; {here}: a newer release of the server holds it"
    )
    with pytest.raises(UnknownRules) as unknown:
        rules_of(games, "tiny", 0)
    assert unknown.value.held_here == (
        f"{here}: its archive `0.zip` belongs into the folder `released` beside the game's module"
    )


def test_an_archive_that_is_damaged_or_another_one_is_not_loaded(newer: Newer) -> None:
    folder = released_folder(newer("tiny"))
    archive = folder / "1.zip"
    content = archive.read_bytes()
    archive.write_bytes(content[:-1] + b"x")
    with pytest.raises(UnknownRules, match=f"is not the archive whose SHA-256 stands in {SUMS}"):
        loaded(archive)
    archive.write_bytes(b"no archive")
    (folder / SUMS).write_text(f"{hashlib.sha256(b'no archive').hexdigest()}  1.zip\n")
    with pytest.raises(UnknownRules, match="is no archive of rules"):
        loaded(archive)
    archive.write_bytes(content)
    (folder / SUMS).unlink()
    with pytest.raises(UnknownRules, match="is not the archive whose"):
        loaded(archive)


async def test_rules_that_stand_on_what_is_no_more_are_not_held_and_their_match_waits_for_who_holds_them(
    newer: Newer,
) -> None:
    """A match that cannot be folded is given up after half a minute, by whoever sweeps: not one of these."""
    game = newer("tiny")
    folder = released_folder(game)
    archive = folder / "1.zip"
    with ZipFile(archive) as files:
        contents = {name: files.read(name) for name in files.namelist()}
    with ZipFile(archive, "w") as files:
        for name, content in contents.items():
            is_rules = name.endswith("/tiny/rules.py")
            files.writestr(name, b"from quarterdeck_games.game import NoMore\n" + content if is_rules else content)
    (folder / SUMS).write_text(f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  1.zip\n")
    for _ in range(2):
        with pytest.raises(UnknownRules, match=r"^1\.zip cannot be loaded by this release: .*NoMore"):
            rules_of({"tiny": game}, "tiny", 1)
        assert not is_at_hand(game, 1)
    async with processes() as several:
        await several.begin()
        several._games = {"tiny": game}
        other = await several.start()
        with pytest.raises(CommandRefused) as refused:
            await other.match()
        assert refused.value.code is RefusalCode.UNKNOWN_RULES
        assert str(folder) not in str(refused.value), "where a server has its files is nobody's business"


def test_an_archive_under_the_name_of_another_version_is_not_taken_for_it(newer: Newer) -> None:
    game = newer("tiny")
    folder = released_folder(game)
    (folder / "7.zip").write_bytes((folder / "1.zip").read_bytes())
    (folder / SUMS).write_text((folder / SUMS).read_text().replace("1.zip", "7.zip"))
    with pytest.raises(UnknownRules, match="holds version 1 of the rules of tiny"):
        rules_of({"tiny": game}, "tiny", 7)


def test_card_sets_of_a_host_are_read_by_the_rules_of_before_too(newer: Newer) -> None:
    sets = games_with(EXAMPLES)["amiibart"]
    game = newer("amiibart")
    assert game.catalogue is not None
    present = type(game)(sets.catalogue)  # type: ignore[call-arg]  # a game with a catalogue is made with it
    assert present.version == GAMES["amiibart"].version + 1
    before = rules_of({"amiibart": present}, "amiibart", GAMES["amiibart"].version)
    assert before.further_sets == sets.further_sets != ()
    assert before.catalogue is not None
    assert type(before.catalogue) is not type(sets.catalogue)


def test_a_former_version_plays_a_shipped_set_as_it_was_shipped_with_it(
    newer: Newer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """AM-74: so a match with the second set goes on and is judged after the cards of that set have changed."""
    shipped = games_with(None, (SECOND.id,))["amiibart"].further_sets
    stronger = replace(SECOND.cards[0], health=SECOND.cards[0].health + 100)
    changed = replace(SECOND, cards=(stronger, *SECOND.cards[1:]))
    of_a_host = replace(SECOND, name="A host's own")
    game = newer("amiibart")
    monkeypatch.setattr(AmiibartSets, "optional", property(lambda self: (changed,)))

    def before(card_set: CardSet[Card]) -> tuple[tuple[SetMark, ...], tuple[SetMark, ...]]:
        present = type(game)(read_sets(AmiibartSets(), [source_of(card_set)]))  # type: ignore[call-arg]  # as above
        return present.further_sets, rules_of({"amiibart": present}, "amiibart", present.version - 1).further_sets

    assert before(changed) == ((mark_of(changed),), shipped)
    assert before(of_a_host) == ((mark_of(of_a_host),), (mark_of(of_a_host),))
    assert shipped == (mark_of(SECOND),)


def test_texts_are_those_of_the_version(newer: Newer) -> None:
    game = newer("density-deck")
    before = rules_of({"density-deck": game}, "density-deck", 2)
    shipped = GAMES["density-deck"]
    assert rule_book(game) is None, "it has none beside its class"
    for language in ("en", "de"):
        assert rule_book(before, language) == rule_book(shipped, language)
        assert phrases_of(before, language) == phrases_of(shipped, language)


async def test_a_match_goes_on_from_its_snapshot_at_a_process_with_newer_rules(newer: Newer) -> None:
    async with processes() as several:
        one = await several.begin(marks=1_000)
        await grow(one, 130)
        await one.match()
        await settle()
        assert one.matches.metrics.snapshots.written == 1
        several._games = {"tiny": newer("tiny")}
        other = await several.start()
        seat = await other.on_turn()
        counts = other.matches.metrics.snapshots
        assert (counts.used, counts.unusable) == (1, 0)
        told = msgspec.json.decode(await seat.look(None))
        assert (told["version"], told["rules"]) == (131, 1)
        seat.act("r1", cell=7)
        await settle()
        assert seat.answers == ["r1"]
        record = (await one.match(MATCH)).record
        assert (record.version, record.rules_shown) == (132, msgspec.UNSET)


def test_a_bot_goes_by_the_rules_of_the_match(newer: Newer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version's evaluator could not read what it is told, or would score it by other rules."""
    game = newer("density-deck")

    def misread(update: RawUpdate) -> list[float]:
        raise msgspec.ValidationError("this is of other rules")

    monkeypatch.setattr(type(game), "evaluator", Evaluator(misread))
    bot = bots_for({"density-deck": game})["greedy"]
    record = Logbook("density-deck").record
    seat = record.waiting[0].seat
    frame = update_frame(record, seat, Happened(record.version, ()), record.at)
    update = msgspec.json.decode(frame, type=RawUpdate)
    assert len(update.choices) > 1
    with pytest.raises(msgspec.ValidationError):
        bot.choose(update)
    assert bot.choose(msgspec.structs.replace(update, rules=2)) in update.choices
    assert bot.choose(msgspec.structs.replace(update, rules=9)) in update.choices, "at random, where nobody knows them"
