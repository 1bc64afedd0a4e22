"""What the greedy bot sees at Amfibido's table: costs that are worth it, and costs that are not."""

import random
from typing import Any

import pytest
from games.amfibido.given import GAME, A, Match, given
from quarterdeck_games.amfibido import evaluation
from quarterdeck_games.amfibido.actions import decide
from quarterdeck_games.amfibido.state import State
from quarterdeck_games.dice import Dice
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat, Version
from quarterdeck_server.bots.greedy_bot import GreedyBot
from quarterdeck_server.evaluation.matches import update_for

CHEAP, DEAR = "nipple-twist", "river-crocodile"


@pytest.fixture(autouse=True)
def nobody_is_left_with_a_question() -> None:
    """Here it is asked how a question would be answered, and it stays open."""


def chosen(match: Match, chance: int = 1) -> af.Action:
    """Return what the bot does in A's place."""
    update = update_for(GAME, match.state, A, 2, Version(1))
    raw = GreedyBot(random.Random(chance)).choose(update)
    return match.choices(A)[update.choices.index(raw)]


def played_on(match: Match, chance: int = 1) -> Match:
    """Let the bot play A's part until it has passed and the round is over."""
    number = match.state.round
    for _ in range(20):
        if match.state.round != number or match.asked != A or match.state.sides[A].passed:
            break
        match.act(chosen(match, chance), A)
    if match.state.asked is not None:
        match.decline()
    return match


WINS: list[tuple[str, dict[str, Any]]] = [
    ("Kung Fu Gi", {"mine": {1: "caiman"}, "theirs": {1: "alligator"}, "equipment": {1: "kung-fu-gi"}}),
    ("Gecko goes where it wins", {"mine": {1: "gecko", 2: "caiman"}, "theirs": {1: "alligator"}}),
    ("Oak Toad", {"mine": {1: "oak-toad"}, "theirs": {1: "great-crocodile"}, "pays": "newt"}),
    (
        "Bloated Toad, with two",
        {"mine": {1: "bloated-toad"}, "theirs": {1: "painted-turtle"}, "pays": ("newt", "gecko")},
    ),
    ("Toada", {"mine": {1: "caiman"}, "theirs": {1: "dwarf-crocodile"}, "sensei": "toada", "pays": "newt"}),
    ("Dandoo", {"mine": {1: "caiman"}, "theirs": {1: "dwarf-crocodile"}, "sensei": "crocodile-dandoo"}),
    ("Harlequin Toad", {"mine": {1: "harlequin-toad"}, "theirs": {1: "great-crocodile"}, "pays": "newt"}),
    ("Smoke Bomb", {"mine": {1: "newt"}, "theirs": {1: "great-crocodile"}, "equipment": {1: "smoke-bomb"}}),
    ("Sir Scurry", {"mine": {1: "newt", 2: "caiman"}, "theirs": {1: "alligator"}, "sensei": "sir-scurry"}),
    (
        "two for one Kung Fu Gi",
        {
            "mine": {1: "caiman"},
            "theirs": {1: "painted-turtle"},
            "equipment": {1: "kung-fu-gi"},
            "pays": (CHEAP, "headlock"),
        },
    ),
]
"""Rounds that A loses, or does not win, unless it pays."""


@pytest.mark.parametrize(("what", "how"), WINS, ids=[what for what, _ in WINS])
@pytest.mark.parametrize("chance", range(3))
def test_a_cost_that_wins_the_round_is_paid(what: str, how: dict[str, Any], chance: int) -> None:
    situation = dict(how)
    pays = situation.pop("pays", CHEAP)
    hand = [pays] if isinstance(pays, str) else list(pays)
    match = given(situation.pop("mine"), situation.pop("theirs"), hand=hand, spare=False, **situation)
    played_on(match, chance)
    assert match.points == (1, 0)


def test_a_cost_that_turns_a_loss_into_a_draw_is_paid() -> None:
    gi = {1: "kung-fu-gi"}
    match = given({1: "dwarf-crocodile"}, {1: "snapping-turtle"}, equipment=gi, hand=[CHEAP], spare=False)
    assert played_on(match).points == (0, 0)


NOTHING_WON: list[tuple[str, dict[str, Any]]] = [
    ("too little", {"mine": {1: "caiman"}, "theirs": {1: "river-crocodile"}, "equipment": {1: "kung-fu-gi"}}),
    ("nobody to give it to", {"mine": {}, "theirs": {1: "newt"}, "equipment": {1: "kung-fu-gi"}}),
    (
        "two dojos are lost anyway",
        {"mine": {1: "caiman"}, "theirs": {1: "alligator", 2: "newt", 3: "gecko"}, "equipment": {1: "kung-fu-gi"}},
    ),
    ("won already", {"mine": {1: "caiman"}, "theirs": {1: "coral-snake"}, "equipment": {1: "kung-fu-gi"}}),
    ("a sensei's, too little", {"mine": {1: "caiman"}, "theirs": {1: "river-crocodile"}, "sensei": "crocodile-dandoo"}),
]


@pytest.mark.parametrize(("what", "how"), NOTHING_WON, ids=[what for what, _ in NOTHING_WON])
@pytest.mark.parametrize("chance", range(3))
def test_a_cost_that_changes_nothing_is_not_paid(what: str, how: dict[str, Any], chance: int) -> None:
    situation = dict(how)
    match = given(situation.pop("mine"), situation.pop("theirs"), hand=[CHEAP], spare=False, **situation)
    assert chosen(match, chance) in (af.Pass(), af.PlayCombo(card=af.CardId(CHEAP), dojo=1))


def test_anything_that_is_needed_least_pays() -> None:
    match = given(
        {1: "caiman"}, {1: "alligator"}, equipment={1: "kung-fu-gi"}, hand=[DEAR, CHEAP], turn=A, they_play=True
    )
    match.use("kung-fu-gi")
    assert chosen(match) != af.ChooseCard(card=af.CardId(DEAR))


def test_a_card_that_is_only_imagined_to_be_in_hand_pays_for_nothing() -> None:
    """Toshi needs two: with two in hand there is no third one."""
    match = given({1: "caiman"}, {1: "newt"}, hand=[CHEAP, DEAR], sensei="master-toshi", spare=False)
    assert chosen(match) == af.Pass()


def test_a_decision_tries_so_many_actions_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many cards there are to move, and questions to answer."""
    hand = ["switcheroo", "flying-kick", "tag-team", "focus", "meditate", "newt", "puff-adder", "uppercut"]
    match = given(
        {1: "gecko", 2: "bloated-toad", 3: "clouded-salamander"},
        {1: "river-crocodile", 2: "marsh-crocodile", 3: "sumo-turtle"},
        equipment={1: "kung-fu-gi", 2: "twin-katanas", 3: "boxing-gloves"},
        hand=hand,
    )
    tried = []

    def counted(state: State, seat: Seat, action: af.Action, dice: Dice) -> tuple[af.Event, ...]:
        tried.append(action)
        return decide(state, seat, action, dice)

    monkeypatch.setattr("quarterdeck_games.amfibido.evaluation.decide", counted)
    chosen(match)
    assert 100 < len(tried) <= evaluation.MOST_TRIES + 2 * len(match.choices(A))
