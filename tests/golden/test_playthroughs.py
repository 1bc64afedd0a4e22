"""Whole matches, written down to be read: every rule change shows here as a difference that somebody has to look at.

Two of each game are kept in words, the others as digests. `make golden` (`pytest tests/golden --record`) records them.
`pytest tests/golden/test_playthroughs.py --show FOLDER` writes all of them in words into a folder outside of git.
"""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from games.worlds import WORLDS
from quarterdeck_games import GAMES
from quarterdeck_games.amiibart.cards import ready
from quarterdeck_games.myacards.catalogue.decks import ARK, GIANTS, PACKS, WARDENS
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games import tiny
from quarterdeck_testing.plans import Manner, Plan
from quarterdeck_testing.playthroughs import *  # noqa: F403 - its two tests
from quarterdeck_testing.playthroughs import WIDTH, digest_of, narrated, test_a_match_goes_as_it_has_always_gone
from quarterdeck_testing.random_matches import finished

HERE = Path(__file__).parent

BULWARK, NIGHTBLADE, WILDFIRE, VIGIL, ARMOURY, UPGRADE, _, _, OSSUARY, _ = ready.DECKS

ROOTS_AND_RUNES = Deck(
    cards=(
        ("moss-golem", 4),
        ("seed-mother", 4),
        ("tide-caller", 2),
        ("bramble-boar", 2),
        ("star-reader", 2),
        ("unmaker", 3),
        ("paper-dragon", 2),
        ("mirror-djinn", 2),
        ("deluge", 1),
        ("entangle", 1),
        ("time-slip", 1),
        ("quicksand", 2),
        ("null-field", 2),
        ("second-wind", 1),
        ("call-home", 1),
    ),
    beside=("rainfall", "echo"),
)
"""A deck of the two Elements that no ready deck has."""


def _plan(game: str, seats: int, options: Any, seed: int, chance: int, manner: Manner, *decks: Deck) -> Plan:
    setup = GAMES[game].setup(seats, options, decks)
    before = game == "myacards"  # its logs of before left to the house where a card goes, and are read for ever
    return Plan(world=WORLDS[game], setup=setup, seed=seed, chance=chance, manner=manner, leaves_open=before)


PLAYTHROUGHS = {
    "tiny": _plan("tiny", 2, tiny.Options(marks=5), 1, 1, Manner.DAWDLES),
    "amfibido-mulligan-and-redrawn-draft": _plan("amfibido", 2, af.Options(max_rounds=5), 43, 43, Manner.ACTS),
    "amfibido-looking-and-boomerangs": _plan("amfibido", 2, af.Options(max_rounds=5), 281, 281, Manner.ACTS),
    "amfibido-neutralized": _plan("amfibido", 2, af.Options(max_rounds=6), 225, 225, Manner.ACTS),
    "amfibido-switcheroo": _plan("amfibido", 2, af.Options(max_rounds=5), 331, 331, Manner.ACTS),
    "amfibido-by-the-manual": _plan(
        "amfibido", 2, af.Options(max_rounds=4, rules=af.Rules.MANUAL), 122, 122, Manner.ACTS
    ),
    "amfibido-without-sensei": _plan("amfibido", 2, af.Options(max_rounds=4, sensei=False), 52, 52, Manner.ACTS),
    "amfibido-somebody-is-away": _plan("amfibido", 2, af.Options(max_rounds=4), 67, 67, Manner.DAWDLES),
    "amfibido-somebody-leaves": _plan("amfibido", 2, af.Options(), 7, 7, Manner.LEAVES),
    "amfibido-everybody-is-away": _plan("amfibido", 2, af.Options(max_rounds=4), 1, 1, Manner.SLEEPS),
    "myacards-invasion-and-sisters": _plan("myacards", 2, my.Options(turn_cap=40), 33, 33, Manner.ACTS, PACKS, WARDENS),
    "myacards-mulligan-and-moves": _plan("myacards", 2, my.Options(turn_cap=40), 160, 160, Manner.ACTS, PACKS, WARDENS),
    "myacards-a-pack": _plan("myacards", 2, my.Options(turn_cap=40), 159, 159, Manner.ACTS),
    "myacards-the-whole-ark": _plan("myacards", 2, my.Options(turn_cap=40), 198, 198, Manner.ACTS, ARK, ARK),
    "myacards-cards-from-the-deck": _plan("myacards", 2, my.Options(turn_cap=40), 48, 48, Manner.ACTS, ARK, ARK),
    "myacards-giants": _plan("myacards", 2, my.Options(turn_cap=40), 166, 166, Manner.ACTS, GIANTS),
    "myacards-bonuses-are-called": _plan(
        "myacards", 2, my.Options(turn_cap=40, declare_bonus=True), 119, 119, Manner.ACTS, ARK, WARDENS
    ),
    "myacards-somebody-is-away": _plan(
        "myacards",
        2,
        my.Options(turn_cap=20),
        9,
        9,
        Manner.DAWDLES,
        GIANTS,
        WARDENS,
    ),
    "myacards-somebody-leaves": _plan("myacards", 2, my.Options(), 98, 98, Manner.LEAVES, PACKS, ARK),
    "myacards-everybody-is-away": _plan("myacards", 2, my.Options(turn_cap=6), 1, 1, Manner.SLEEPS),
    "amiibart-the-wall-and-the-knife": _plan("amiibart", 2, ab.Options(turn_cap=30), 1, 1, Manner.ACTS),
    "amiibart-forged-and-poisoned": _plan("amiibart", 2, ab.Options(), 5, 5, Manner.ACTS, NIGHTBLADE, ARMOURY),
    "amiibart-updates-and-bonds": _plan("amiibart", 2, ab.Options(), 4, 4, Manner.ACTS, WILDFIRE, UPGRADE),
    "amiibart-roots-and-runes": _plan("amiibart", 2, ab.Options(), 8, 8, Manner.ACTS, ROOTS_AND_RUNES, VIGIL),
    "amiibart-sudden-death": _plan(
        "amiibart",
        2,
        ab.Options(double_loss=ab.DoubleLoss.SUDDEN_DEATH),
        5,
        5,
        Manner.ACTS,
        OSSUARY,
        OSSUARY,
    ),
    "amiibart-somebody-is-away": _plan("amiibart", 2, ab.Options(), 4, 4, Manner.DAWDLES, VIGIL, ARMOURY),
    "amiibart-somebody-leaves": _plan("amiibart", 2, ab.Options(), 7, 7, Manner.LEAVES, UPGRADE, NIGHTBLADE),
    "amiibart-everybody-is-away": _plan("amiibart", 2, ab.Options(), 1, 1, Manner.SLEEPS, BULWARK, VIGIL),
    "density-deck-two-seats": _plan("density-deck", 2, dd.Options(lives=5), 354, 354, Manner.ACTS),
    "density-deck-three-seats": _plan("density-deck", 3, dd.Options(lives=4), 1112, 1112, Manner.ACTS),
    "density-deck-four-seats": _plan("density-deck", 4, dd.Options(lives=4), 98, 98, Manner.ACTS),
    "density-deck-somebody-is-away": _plan("density-deck", 3, dd.Options(lives=4), 462, 462, Manner.DAWDLES),
    "density-deck-everybody-is-away": _plan("density-deck", 2, dd.Options(lives=4), 1, 1, Manner.SLEEPS),
    "density-deck-somebody-leaves": _plan("density-deck", 4, dd.Options(lives=6), 832, 832, Manner.LEAVES),
    "density-deck-other-readings": _plan(
        "density-deck",
        4,
        dd.Options(
            lives=3,
            off_colour=dd.OffColour.HAND_PRODUCT,
            commons_only=dd.CommonsOnly.ZERO,
            amplification_counts=dd.AmplificationCounts.ALL,
            rediscard_taken=dd.RediscardTaken.FORBIDDEN,
        ),
        1294,
        1294,
        Manner.DAWDLES,
    ),
    "density-deck-the-pile-runs-out": _plan(
        "density-deck",
        4,
        dd.Options(lives=1, round_cap=14, forced_fight=dd.ForcedFight.ROUND_CAP),
        419,
        419,
        Manner.ACTS,
    ),
}

READABLE = (
    "tiny",
    "amfibido-without-sensei",
    "amfibido-everybody-is-away",
    "amiibart-forged-and-poisoned",
    "amiibart-somebody-is-away",
    "density-deck-three-seats",
    "density-deck-somebody-is-away",
    "myacards-the-whole-ark",
    "myacards-somebody-leaves",
)
"""Those that are kept in words."""


def test_the_playthroughs_of_myacards_come_by_every_kind_of_event() -> None:
    """If one is missing, choose other cards or another chance for one of them."""
    played = (finished(plan) for plan in PLAYTHROUGHS.values() if plan.game == "myacards")
    tags = {type(event).__struct_config__.tag for each in played for entry in each.entries for event in entry.events}
    assert sorted({event.__struct_config__.tag for event in get_args(my.Event)} - tags) == []


def test_a_reviewer_reads_two_playthroughs_of_each_game_with_more_than_one() -> None:
    assert Counter(PLAYTHROUGHS[name].game for name in READABLE) == {name: 1 if name == "tiny" else 2 for name in GAMES}


def test_a_match_that_differs_from_its_digest_is_shown_from_there_on_with_the_command_for_the_rest(
    tmp_path: Path,
) -> None:
    text = narrated("Tiny", PLAYTHROUGHS["tiny"])
    entries = text.split("\n\n[")
    digest = tmp_path / "tiny.digest"
    digest.write_text(digest_of(text.replace(entries[3], entries[3] + " and more")))
    options: dict[str, Any] = {"--record": False, "--show": None}
    request: Any = SimpleNamespace(
        path=tmp_path / "test_it.py",
        module=SimpleNamespace(PLAYTHROUGHS={"tiny": PLAYTHROUGHS["tiny"]}, READABLE=()),
        config=SimpleNamespace(getoption=options.get),
        node=SimpleNamespace(nodeid="test_it.py::test_it[tiny]"),
    )
    with pytest.raises(pytest.fail.Exception) as failed:
        test_a_match_goes_as_it_has_always_gone("tiny", request)
    told = str(failed.value)
    many = len(entries)
    assert f"tiny.digest is stale: the match differs from block 4 on (of {many}; before: {many})." in told
    assert f"pytest '{request.node.nodeid}' --show build/playthroughs" in told
    assert entries[3].splitlines()[0] in told
    assert entries[2].splitlines()[0] not in told
    options |= {"--record": True, "--show": str(tmp_path / "shown")}
    test_a_match_goes_as_it_has_always_gone("tiny", request)
    assert digest.read_text() == digest_of(text)
    assert (tmp_path / "shown" / "tiny.txt").read_text() == text


def test_every_game_has_a_playthrough() -> None:
    assert {plan.game for plan in PLAYTHROUGHS.values()} == set(GAMES)


def test_no_line_of_a_playthrough_is_too_wide_to_be_compared() -> None:
    widths = {file.stem: max(map(len, file.read_text("utf-8").splitlines())) for file in HERE.glob("*.txt")}
    widths |= {file.stem: int(file.read_text("utf-8").split()[1]) for file in HERE.glob("*.digest")}
    assert widths.keys() == PLAYTHROUGHS.keys()
    assert {name: width for name, width in widths.items() if width > WIDTH} == {}
