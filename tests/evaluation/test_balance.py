"""How the evenness of ready decks is measured; the figures themselves are for `quarterdeck balance`."""

from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from msgspec.structs import replace
from quarterdeck_games import GAMES
from quarterdeck_server.evaluation.balance import Planned, Played, decks_of, plan, play
from quarterdeck_server.evaluation.balance_bounds import BOUNDS
from quarterdeck_server.evaluation.balance_figures import Balance
from quarterdeck_server.evaluation.balance_plot import picture
from quarterdeck_server.evaluation.shares import Share

AMIIBART, MYACARDS = GAMES["amiibart"], GAMES["myacards"]


def _played(first_deck: str, other: str, game: str = "amiibart", **how: Any) -> Played:
    planned = Planned(game=game, decks=(first_deck, other), cards="", bot="greedy", simulated=None, seed=1, number=0)
    return Played(planned=planned, **how)


WON = _played("bulwark", "vigil", first=1, places=(1, 2), turns=9, reason="death_tokens")
DRAWN = _played("vigil", "bulwark", first=0, places=(1, 1), turns=11, reason="turn_cap")
LONG = _played("bulwark", "upgrade", first=0, places=(1, 2), turns=30, reason="nothing_left")
PACKS = _played(
    *("packs-and-sisters", "orders-in-rows", "myacards"), first=0, places=(1, 2), turns=87, reason="empty_deck"
)


@pytest.mark.parametrize("game", sorted(BOUNDS))
def test_a_match_of_two_ready_decks_is_played_to_its_end_and_always_alike(game: str) -> None:
    planned = plan(GAMES[game], 1, seed=3)[1]
    played, again = play(planned), play(planned)
    assert replace(played, cpu=0) == replace(again, cpu=0)
    assert played.decks == planned.decks
    assert sorted(played.places) in ([1, 1], [1, 2])
    assert played.first in (0, 1)
    assert played.turns > 0
    assert played.decisions > played.forced >= 0
    assert played.decisions > played.empty >= 0
    for deck, cards in zip(played.decks, played.cards, strict=True):
        assert set(cards) <= {card for card, _ in decks_of(GAMES[game])[deck].cards}
        assert sum(cards.values()) >= 3, "of Turn One at least"


def test_another_seed_gives_other_matches() -> None:
    first, second = [[_course(play(each)) for each in plan(MYACARDS, 1, seed=seed)[:4]] for seed in (1, 2)]
    assert first != second


@pytest.mark.parametrize("game", sorted(BOUNDS))
def test_every_deck_meets_every_other_as_often_from_either_seat(game: str) -> None:
    decks = decks_of(GAMES[game])
    planned = plan(GAMES[game], len(decks) * (len(decks) - 1) + 1, seed=1)
    met = [each.decks for each in planned]
    assert len(met) == 2 * len(decks) * (len(decks) - 1)
    assert {pair: met.count(pair) for pair in met} == {(a, b): 2 for a in decks for b in decks if a != b}
    assert [each.number for each in planned] == [0] * (len(planned) // 2) + [1] * (len(planned) // 2)
    assert len(set(planned)) == len(planned)
    assert len(decks) == {"amiibart": 10, "myacards": 8}[game]


def test_named_decks_meet_all_decks_where_that_is_asked() -> None:
    decks = decks_of(AMIIBART)
    planned = plan(AMIIBART, 1, seed=1, decks=("vigil", "grove"), against_all=True)
    assert sorted(each.decks for each in planned) == sorted(
        (a, b) for a in decks for b in decks if a != b and {a, b} & {"vigil", "grove"}
    )
    assert plan(AMIIBART, 90, seed=1, against_all=True) == plan(AMIIBART, 90, seed=1)


def test_what_is_broken_off_has_something_of_every_deck() -> None:
    """A match of a search takes twenty seconds, and a round of them half an hour."""
    planned = plan(AMIIBART, 180, seed=1)
    first, second = planned[:90], planned[90:]
    assert {deck for each in first[:30] for deck in each.decks} == set(decks_of(AMIIBART))
    assert [each.decks for each in first] != [each.decks for each in second]
    assert planned == plan(AMIIBART, 180, seed=1)


def test_what_is_counted_adds_up() -> None:
    four = tuple(decks_of(MYACARDS))[:4]
    played = [play(each) for each in plan(MYACARDS, 12, seed=1, decks=four)]
    found = Balance(MYACARDS, played)
    assert sum(found.reasons.values()) == len(played) == 12
    assert sum(found.against(deck).won for deck in found.decks) == 12
    for deck in four:
        against = [found.against(deck, other) for other in found.decks if other != deck]
        assert sum(each.won for each in against) == found.against(deck).won
        assert sum(each.of for each in against) == found.against(deck).of == 6
        for other, share in zip([one for one in found.decks if one != deck], against, strict=True):
            assert share.won + found.against(other, deck).won == share.of


def test_a_draw_is_half_a_win_and_whoever_begins_is_counted_by_the_coin() -> None:
    found = Balance(AMIIBART, [WON, DRAWN, LONG])
    assert found.against("bulwark") == Share(won=2.5, of=3)
    assert found.against("vigil", "bulwark") == Share(won=0.5, of=2)
    assert found.first == Share(won=1.5, of=3)
    assert found.draws == Share(won=1, of=3)
    assert found.empty == Share(won=1, of=3)
    assert (found.median_turns, found.long_turns) == (11, 30)
    assert found.reasons == {"death_tokens": 1, "turn_cap": 1, "nothing_left": 1}


def test_the_interval_is_wilsons() -> None:
    """Half of a hundred lies between 40 and 60; none of ten may still be more than a quarter."""
    low, high = Share(won=50, of=100).interval
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    low, high = Share(won=0, of=10).interval
    assert (low, round(high, 3)) == (0.0, 0.278)
    assert Share(won=0, of=0).interval == (0.0, 1.0)


def test_every_bound_of_the_rule_book_is_held_against_what_was_measured() -> None:
    judged = {each.what: each for each in Balance(AMIIBART, [WON, DRAWN, LONG] * 10).judged()}
    decks = list(decks_of(AMIIBART))
    once = [what for what in judged if " against " not in what and "won where " not in what]
    assert once == [
        *[f"share of {deck}" for deck in decks],
        *("share of whoever begins", "… with wildfire", "… without wildfire", "turns in the median"),
        *("share over by turn 3", "share over by turn 4", "cards never played", "cards in no deck"),
    ]
    assert sum(" against " in what for what in judged) == len(decks) * (len(decks) - 1) / 2
    are_kept = {what: each.is_kept for what, each in judged.items()}
    assert (are_kept["share of whoever begins"], are_kept["share of bulwark"]) == (True, False)
    assert judged["turns in the median"].bound == (8.0, 30.0)
    broken = [each.what for each in Balance(MYACARDS, [PACKS]).judged() if not each.is_kept]
    assert broken[-3:] == ["turns in the median", "turns of nine in ten", "share ended by empty decks"]


@pytest.mark.parametrize(
    ("game", "matches", "known"),
    [
        # The greedy bot cannot play Nightblade; four Powers of Specialty stand in no deck.
        ("amiibart", 90, {"cards never played", "share of nightblade", "cards in no deck"}),
        ("myacards", 280, set()),
    ],
)
def test_what_a_game_is_short_of_is_known_and_no_more(game: str, matches: int, known: set[str]) -> None:
    """The short form of `quarterdeck balance`. What is broken here stands in the game's README with the figures of the
    long one; who mends it takes it from this list. So few matches break no pair. Of MYACARDS they are
    280: of the first 56 whoever begins wins 41, and 55 in a hundred of 1,680."""
    judged = Balance(GAMES[game], [play(each) for each in plan(GAMES[game], matches, seed=1)]).judged()
    assert {each.what for each in judged if not each.is_kept and not each.what.startswith("won where ")} == known


def test_a_bound_is_broken_only_where_the_interval_excludes_it() -> None:
    """Four of five may yet be 65 %, forty of fifty may not; fifty of a hundred may be 66 % no more."""
    four, forty, half = [
        next(iter(Balance(AMIIBART, [WON] * won + [replace(WON, places=(2, 1))] * lost).judged()))
        for won, lost in ((4, 1), (40, 10), (50, 50))
    ]
    assert [(each.is_kept, each.is_shown) for each in (four, forty, half)] == [
        (True, False),
        (False, False),
        (True, True),
    ]


def test_the_median_of_few_matches_may_be_another_one() -> None:
    """As many of sixteen may be shorter as tails of sixteen coins, which are from 4 to 12 in 95 cases of a hundred."""
    matches = [replace(WON, turns=turns) for turns in range(1, 17)]
    turns = next(each for each in Balance(AMIIBART, matches).judged() if each.what == "turns in the median")
    assert (turns.value, turns.interval) == (8.5, (5, 13))


def test_nine_in_ten_of_few_matches_may_be_others() -> None:
    """Of a hundred from 84 to 96 may be shorter; of one that lasts long nothing follows."""
    found = Balance(MYACARDS, [replace(PACKS, turns=turns) for turns in range(1, 101)])
    turns = next(each for each in found.judged() if each.what == "turns of nine in ten")
    assert (turns.value, turns.interval, turns.bound, turns.is_kept) == (90, (85, 97), (0, 60), False)
    few = Balance(MYACARDS, [replace(PACKS, turns=turns) for turns in (5, 9, 12, 30, 150)])
    assert next(each for each in few.judged() if each.what == "turns of nine in ten").is_kept


def test_what_is_played_and_what_never_is_counted_card_by_card() -> None:
    mine = replace(WON, cards=({"iron-snail": 2}, {"temple-guard": 1}))
    theirs = replace(mine, places=(2, 1), cards=({"siege-roller": 1}, {}))
    found = Balance(AMIIBART, [mine, theirs])
    figures = {each.card: each for each in found.cards}
    assert (figures["iron-snail"].played, figures["iron-snail"].won) == (Share(won=1, of=2), Share(won=1, of=1))
    assert figures["siege-roller"].won == Share(won=0, of=1)
    assert figures["spear-line"].decks == ("bulwark",)
    assert "spear-line" in found.never_played
    assert "iron-snail" not in found.never_played


def test_whoever_wins_after_nearly_losing_has_come_back() -> None:
    back = replace(WON, lowest=(0.2, 0.4))
    found = Balance(AMIIBART, [back, replace(back, places=(2, 1)), replace(back, places=(1, 1))])
    assert found.comebacks == Share(won=1, of=3)


def test_the_share_of_whoever_begins_is_told_by_deck_as_well() -> None:
    found = Balance(AMIIBART, [WON, DRAWN, LONG])
    assert found.starting("vigil") == Share(won=0.5, of=2)
    assert found.starting("bulwark") == Share(won=1, of=1)
    assert found.first_where("upgrade", plays=True) == Share(won=1, of=1)
    assert found.first_where("upgrade", plays=False) == Share(won=0.5, of=2)


def test_a_search_plays_as_many_actions_ahead_as_one_says() -> None:
    few, club = plan(AMIIBART, 1, seed=1, simulated=20)[0], plan(AMIIBART, 1, seed=1, bot="club")[0]
    assert (few.bot, few.simulated, club.bot, club.simulated) == ("search", 20, "search", 4_000)
    assert play(few).decisions > 10


def test_other_cards_are_another_match() -> None:
    """So what was kept of a pair is used for as long as nobody touches its cards."""
    marks = {each.decks: each.cards for each in plan(AMIIBART, 1, seed=1)}
    assert marks["bulwark", "vigil"] == marks["vigil", "bulwark"] != marks["bulwark", "wildfire"]


def test_the_picture_has_every_share() -> None:
    root = fromstring(picture(Balance(AMIIBART, [WON, DRAWN, LONG]), "Amiibart TCG"))  # noqa: S314 - it is ours
    words = [text for each in root.iter() if (text := (each.text or "").strip())]
    assert words[0] == "Amiibart TCG"
    assert {"bulwark", "upgrade", "83%", "Turns of a match", "9 turns: 1"} <= set(words)


def _course(played: Played) -> Any:
    return replace(played, cpu=0, planned=replace(played.planned, seed=0))
