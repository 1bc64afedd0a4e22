"""The greedy bot is better than chance, and sees only what a player sees."""

import random

import msgspec
import pytest
from games.amfibido.given import GAME, A, given
from games.amfibido.world import another
from games.amiibart.given import a as an
from games.amiibart.given import given as amiibart_given
from quarterdeck_games import GAMES
from quarterdeck_games.dice import Dice
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import GameName, Seat, Version
from quarterdeck_server.bots.greedy_bot import GreedyBot
from quarterdeck_server.bots.roster import BOTS, bots_for, bots_of, default_of
from quarterdeck_server.evaluation.arena import Contest, bouts, play
from quarterdeck_server.evaluation.matches import update_for

B = Seat(1)
POOR = (dd.Colour.YELLOW, dd.Colour.BLACK, dd.Colour.WHITE)
"""Three colours that take off from each other."""


def _share(game: str, seats: int, matches: int) -> float:
    """Return the share of first places against random bots, each deal from every seat."""
    contest = Contest(game=game, seats=seats, bot="greedy", other="random", seed=1)
    scores = [play(bout).score for bout in bouts([contest], matches)]
    return sum(scores) / len(scores)


def test_it_beats_the_random_bot_at_amfibido_nine_times_in_ten() -> None:
    assert _share("amfibido", 2, 60) >= 0.9


def test_it_beats_the_random_bot_at_myacards_seventeen_times_in_twenty() -> None:
    assert _share("myacards", 2, 60) >= 0.85


def test_it_beats_the_random_bot_at_amiibart_nine_times_in_ten() -> None:
    assert _share("amiibart", 2, 40) >= 0.9


def test_it_beats_three_random_bots_at_density_deck_more_than_45_times_in_a_hundred() -> None:
    assert _share("density-deck", 4, 100) >= 0.45


@pytest.mark.parametrize("game", GAMES)
def test_only_the_bots_that_know_a_game_are_said_to_play_it(game: str) -> None:
    """Whoever is called greedy and plays at random is not."""
    assert bots_of(BOTS, game) == (("random", "greedy") if GAMES[game].evaluator else ("random",))
    assert default_of(BOTS, game) == bots_of(BOTS, game)[-1]
    assert bots_of(bots_for(GAMES), game) == bots_of(BOTS, game)


def test_a_match_from_before_goes_on_at_random_where_the_game_brings_no_evaluator() -> None:
    update = update_for(GAMES["amfibido"], given({1: "caiman"}).state, A, 2, Version(1))
    unknown: RawUpdate = msgspec.structs.replace(update, game=GameName("another"))
    assert GreedyBot(random.Random(1)).choose(unknown) in update.choices
    assert set(BOTS) >= {"random", "greedy"}


def test_anything_that_it_does_depends_only_on_what_a_player_is_told() -> None:
    match = given({1: "caiman"}, {1: "newt"}, hand=["gecko", "iguana"], their_hand=["spawn", "focus"], they_play=True)
    chosen = set()
    for seed in range(10):
        state = another(match.state, A, (), random.Random(seed))
        chosen.add(bytes(GreedyBot(random.Random(1)).choose(update_for(GAME, state, A, 2, Version(1)))))
    assert len(chosen) == 1


def test_it_passes_when_the_round_is_won_and_nobody_can_change_it() -> None:
    match = given({1: "caiman", 2: "newt"}, hand=["gecko"])
    update = update_for(GAME, match.state, A, 2, Version(1))
    assert GreedyBot(random.Random(1)).choose(update) is update.choices[-1]
    assert bytes(update.choices[-1]) == b'{"type":"pass"}'


def test_at_amfibido_it_discards_a_card_for_the_power_that_wins_the_dojo() -> None:
    """The opponent has passed, and Kung Fu Gi is what is left: no card wins there, and none is worth more."""
    match = given({1: "caiman"}, {1: "cane-toad"}, equipment={1: "kung-fu-gi"}, hand=["newt"], spare=False)
    sides = (match.state.sides[A], msgspec.structs.replace(match.state.sides[B], passed=True))
    state = msgspec.structs.replace(match.state, sides=sides)
    update = update_for(GAME, state, A, 2, Version(1))
    chosen = {bytes(GreedyBot(random.Random(seed)).choose(update)) for seed in range(30)}
    assert chosen == {b'{"type":"activate","piece":"p2","card":"kung-fu-gi","dojo":1}'}


def test_at_amiibart_it_strikes_the_blow_that_wins_the_match() -> None:
    """S0:49: it cost the attacker, too, and was left out for that. What would lose is not done for any gain."""
    for mine, theirs, wanted in ((0, 4, ab.Attack), (4, 0, ab.EndTurn), (4, 4, ab.EndTurn)):
        table = amiibart_given(
            [an("night-countess", health=100)],
            [an("iron-snail", health=100)],
            my={"tokens": mine, "energy": 0},
            their={"tokens": theirs},
        )
        update = update_for(GAMES["amiibart"], table.state, A, 2, Version(1))
        assert isinstance(
            msgspec.json.decode(GreedyBot(random.Random(1)).choose(update), type=GAMES["amiibart"].actions), wanted
        )


def test_at_amiibart_it_does_not_lose_by_ending_a_turn() -> None:
    """S0:55: it has no need of a second Stage, and plays it rather than be idle for a third turn in a row."""
    table = amiibart_given(["moss-golem"], hand=["the-long-wall"], my={"idle": 2, "stage": ab.CardId("the-long-wall")})
    update = update_for(GAMES["amiibart"], table.state, A, 2, Version(1))
    assert b"play_stage" in bytes(GreedyBot(random.Random(1)).choose(update))


def test_at_density_deck_nobody_surrenders_a_last_life() -> None:
    """S2:29, S2:32: it is lost for certain then, and by going on it is not."""
    game = GAMES["density-deck"]
    for lives, wanted in ((1, False), (9, True)):
        state = game.blank(game.setup(2, game.options()))
        state = game.fold(state, game.start(state, Dice(b"", Version(1))))
        seat = next(seat for seat in (A, B) if game.choices(state, seat))
        poor = tuple(dd.Card(colour=colour, power=6 - 3 * (colour is dd.Colour.YELLOW)) for colour in POOR)
        ones = (dd.Card(colour=dd.Colour.COMMON, power=1),) * 3
        changes = {"hands": (poor, poor), "lives": (lives, lives), "discards": ((), ()), "centre": ones, "round": 4}
        state = msgspec.structs.replace(state, **changes)
        chosen = bytes(GreedyBot(random.Random(1)).choose(update_for(game, state, seat, 2, Version(1))))
        assert (b"surrender" in chosen) == wanted
