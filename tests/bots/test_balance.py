"""How the evenness of ready decks is measured; the figures themselves are for `quarterdeck balance`."""

import pytest
from quarterdeck_server.bench.balance import BOUNDS, Balance, Played, Share, decks_of, plan, play

WON = Played(decks=("bulwark", "vigil"), first=1, places=(1, 2), turns=9, reason="death_tokens")
DRAWN = Played(decks=("vigil", "bulwark"), first=0, places=(1, 1), turns=11, reason="turn_cap")
LONG = Played(decks=("bulwark", "upgrade"), first=0, places=(1, 2), turns=30, reason="nothing_left")


@pytest.mark.parametrize("game", sorted(BOUNDS))
def test_a_match_of_two_ready_decks_is_played_to_its_end_and_always_alike(game: str) -> None:
    planned = plan(game, 1, seed=3)[1]
    played = play(planned)
    assert played == play(planned)
    assert played.decks == planned.decks
    assert sorted(played.places) in ([1, 1], [1, 2])
    assert played.first in (0, 1)
    assert played.turns > 0


def test_another_seed_gives_other_matches() -> None:
    assert [play(each) for each in plan("myacards", 1, seed=1)[:4]] != [
        play(each) for each in plan("myacards", 1, seed=2)[:4]
    ]


@pytest.mark.parametrize("game", sorted(BOUNDS))
def test_every_deck_meets_every_other_as_often_from_either_seat(game: str) -> None:
    decks = decks_of(game)
    planned = plan(game, len(decks) * (len(decks) - 1) + 1, seed=1)
    met = [each.decks for each in planned]
    assert len(met) == 2 * len(decks) * (len(decks) - 1)
    assert {pair: met.count(pair) for pair in met} == {(a, b): 2 for a in decks for b in decks if a != b}
    assert [each.number for each in planned] == list(range(len(planned)))
    assert len(decks) == {"amiibart": 6, "myacards": 4}[game]


def test_what_is_counted_adds_up() -> None:
    played = [play(each) for each in plan("myacards", 12, seed=1)]
    found = Balance("myacards", played)
    assert sum(found.reasons.values()) == len(played) == 12
    assert sum(found.against(deck).won for deck in found.decks) == 12
    for deck in found.decks:
        against = [found.against(deck, other) for other in found.decks if other != deck]
        assert sum(each.won for each in against) == found.against(deck).won
        assert sum(each.of for each in against) == found.against(deck).of == 6
        for other, share in zip([one for one in found.decks if one != deck], against, strict=True):
            assert share.won + found.against(other, deck).won == share.of


def test_a_draw_is_half_a_win_and_whoever_begins_is_counted_by_the_coin() -> None:
    found = Balance("amiibart", [WON, DRAWN, LONG])
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
    judged = {each.what: each for each in Balance("amiibart", [WON, DRAWN, LONG]).judged()}
    assert set(judged) == {
        *[f"share of {deck}" for deck in decks_of("amiibart")],
        "share of whoever begins",
        "turns in the median",
    }
    are_kept = {what: each.is_kept for what, each in judged.items()}
    assert (are_kept["share of whoever begins"], are_kept["share of bulwark"]) == (True, False)
    assert judged["turns in the median"].bound == (8.0, 30.0)
    packs = Played(decks=("packs-and-sisters", "orders-in-rows"), first=0, places=(1, 2), turns=87, reason="empty_deck")
    broken = [each.what for each in Balance("myacards", [packs]).judged() if not each.is_kept]
    assert broken[-2:] == ["turns in the median", "share ended by empty decks"]
