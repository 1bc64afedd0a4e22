"""What the greedy bot of MYACARDS does where anybody can see what is right."""

import random
from math import inf

import msgspec
import pytest
from games.myacards.given import GAME, A, B, Match, given
from quarterdeck_games.complete_actions import complete
from quarterdeck_games.myacards.evaluation import ideas_in
from quarterdeck_games.myacards.rules import Myacards
from quarterdeck_games.myacards.sight import sight_in
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.names import Seat, Version
from quarterdeck_server.bots.greedy_bot import GreedyBot
from quarterdeck_server.evaluation.matches import update_for

WOLF, BEAVER, COBRA, ONCA, PARDUS = (
    "canis-lupus",
    "castor-fiber",
    "ophiophagus-hannah",
    "panthera-onca",
    "panthera-pardus",
)
_actions = msgspec.json.Decoder(Myacards.actions)


def chosen(match: Match, seat: Seat = A) -> my.Action:
    """Return what it does; the lot must not matter."""
    update = update_for(GAME, match.state, seat, 2, Version(1))
    (raw,) = {bytes(GreedyBot(random.Random(seed)).choose(update)) for seed in range(8)}
    action: my.Action = _actions.decode(raw)
    return action


def test_it_places_a_card_where_that_removes_something() -> None:
    match = given({"0.3.6": BEAVER, "1.3.2": COBRA, "1.3.5": BEAVER}, hand=[WOLF])
    assert chosen(match) == my.Place(card=my.CardId(WOLF), zones=(my.ZoneId("0.3.2"),))


def test_it_attacks_what_falls_and_not_what_withstands() -> None:
    field = {"0.3.2": WOLF, "0.3.4": WOLF, "1.3.2": BEAVER, "1.3.4": COBRA}
    match = given(field, attacking=True)
    cobra = my.Attack(piece=match.piece("0.3.4").id, targets=(match.piece("1.3.4").id,))
    assert chosen(match) == cobra
    match.attack("0.3.4", "1.3.4")
    assert chosen(match) == my.EndTurn()


def test_it_begins_no_attacks_that_remove_nothing() -> None:
    assert chosen(given({"0.3.2": WOLF, "1.3.2": BEAVER})) == my.EndTurn()
    assert chosen(given({"0.3.2": WOLF, "1.3.2": COBRA, "1.3.7": BEAVER})) == my.BeginAttacks()


def test_it_leaves_to_a_weaker_card_what_that_can_remove_as_well() -> None:
    """The fastest first: of what it can remove it takes what only it can."""
    field = {"0.2.2": "buphagus-erythroryncha", "0.3.2": "panthera-tigris", "0.4.2": "python-bivittatus"}
    match = given({**field, "1.3.2": BEAVER, "1.4.2": COBRA}, attacking=True)
    assert chosen(match) == my.Attack(piece=match.piece("0.3.2").id, targets=(match.piece("1.3.2").id,))


@pytest.mark.parametrize(("beside", "place"), [("0.3.0", "0.3.1"), ("0.3.7", "0.3.6")])
def test_it_places_sisters_beside_each_other(beside: str, place: str) -> None:
    match = given({beside: ONCA, "0.3.4": BEAVER, "1.3.4": BEAVER}, hand=[PARDUS])
    assert chosen(match) == my.Place(card=my.CardId(PARDUS), zones=(my.ZoneId(place),))


def test_anything_that_saves_a_card_is_kept_until_that_card_is_attacked() -> None:
    match = given({"0.3.0": WOLF, "1.3.0": COBRA, "1.3.7": BEAVER}, attacking=True, their_hand=["camouflage"])
    match.attack("0.3.0", "1.3.0")
    assert chosen(match, B) == my.Play(card=my.CardId("camouflage"))
    safe = given({"0.3.0": WOLF, "1.3.0": BEAVER, "1.3.7": BEAVER}, attacking=True, their_hand=["camouflage"])
    safe.attack("0.3.0", "1.3.0")
    assert isinstance(chosen(safe, B), my.LetPass)
    assert chosen(given({"0.3.0": WOLF, "1.3.7": BEAVER}, hand=["camouflage"])) == my.EndTurn()


def test_it_shows_no_more_than_it_must_before_it_can_attack() -> None:
    """S4:110: whoever begins is attacked first."""
    few = update_for(GAME, given({"0.3.0": BEAVER}, hand=[COBRA], turn=1).state, A, 2, Version(1))
    assert b'"place"' in bytes(GreedyBot(random.Random(1)).choose(few)), "where is all the same to it"
    enough = given({"0.3.0": BEAVER, "0.3.1": BEAVER}, hand=[COBRA], turn=1)
    assert chosen(enough) == my.EndTurn()


def test_an_invader_is_known_by_its_seat() -> None:
    match = given({"0.3.6": BEAVER, "0.4.2": f"!{COBRA}", "1.3.5": BEAVER}, hand=[WOLF])
    assert chosen(match) == my.Place(card=my.CardId(WOLF), zones=(my.ZoneId("0.3.2"),))


def test_anything_that_is_printed_is_not_told_again() -> None:
    """A piece tells its seat only as an invader, and its statistics only if they are others than those printed."""
    match = given({"0.3.0": WOLF, "0.4.2": f"!{COBRA}", "1.3.3": BEAVER, "1.2.3": "buphagus-erythroryncha"})
    seen = {piece.zone: (piece.seat, piece.stats) for piece in GAME.view(match.state, A).field}
    assert seen == {"0.3.0": (None, None), "0.4.2": (B, None), "1.3.3": (None, (2, 10, 2)), "1.2.3": (None, None)}


def _promising(match: Match) -> dict[my.Action, float]:
    offered = complete(GAME.choices(match.state, A))
    ideas = ideas_in(sight_in(match.state, A), offered)
    return {action: idea for action, idea in zip(offered, ideas, strict=True) if idea > -inf}


def test_of_places_that_are_as_good_as_each_other_one_is_worth_a_thought() -> None:
    field = {"0.3.6": BEAVER, "1.3.5": BEAVER, "1.3.2": BEAVER}
    found = _promising(given(field, hand=[WOLF]))
    places = [action for action in found if isinstance(action, my.Place)]
    assert [place.zones for place in places] == [("0.3.0",), ("0.3.2",)], "alone, and where somebody stands"


def test_a_card_that_prudence_keeps_in_the_hand_is_thought_about() -> None:
    match = given({"0.3.0": BEAVER, "0.3.1": BEAVER}, hand=[COBRA], turn=1)
    assert chosen(match) == my.EndTurn()
    assert any(isinstance(action, my.Place) for action in _promising(match))


def test_ending_a_turn_is_always_thought_about_and_attacks_if_there_is_anybody_to_attack() -> None:
    found = _promising(given({"0.3.2": WOLF, "1.3.2": BEAVER}, hand=[WOLF]))
    assert {my.EndTurn(), my.BeginAttacks()} <= found.keys()
    found = _promising(given({"0.3.2": WOLF, "1.3.3": BEAVER}, hand=[WOLF]))
    assert my.EndTurn() in found
    assert my.BeginAttacks() not in found


def test_attacks_that_remove_nothing_are_not_thought_about() -> None:
    match = given({"0.3.2": WOLF, "0.3.4": WOLF, "1.3.2": BEAVER, "1.3.4": COBRA}, attacking=True)
    attacks = [action for action in _promising(match) if isinstance(action, my.Attack)]
    assert attacks == [my.Attack(piece=match.piece("0.3.4").id, targets=(match.piece("1.3.4").id,))]
