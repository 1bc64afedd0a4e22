"""What a client that knows no rules shows, and what whoever is refused reads: cards by their names, in the right
number, no ids, and nothing left blank."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from games.hosted import HOSTED
from golden.test_playthroughs import PLAYTHROUGHS
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_testing.made_up_actions import some_action
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import Playing, played

PLANS = {name: plan for name, plan in PLAYTHROUGHS.items() if plan.game == "myacards"}
ONE_OF_MANY = re.compile(r"\b1 (?!is\b|was\b)(?:\w+ )?\w*[^s\W]s\b")
A_PIECE = re.compile(r"\bp\d+\b")
AN_ID = re.compile(r"\b[a-z]+(?:[-_][a-z]+)+\b")
A_GAP = re.compile(r"–|\[|\]|\{|\}| {2}| \.|\bNone\b")
WRONG = (ONE_OF_MANY, A_PIECE, AN_ID, A_GAP)
RARE = {"choose_zone", "choose_card", "call_bonus", "waived", "shielded", "recovered", "milled", "returned"}


def phrasing_of(game: AnyGame) -> PhraseBook:
    served = msgspec.json.decode(msgspec.json.encode(game.phrases), type=Phrases)
    return PhraseBook(served, ["Ada", "Bo"])


def refusals(playing: Playing, chance: Random) -> Iterator[str]:
    """How the rules refuse what is not on offer: nonsense, and what somebody else may do."""
    for seat in playing.record.seats:
        for action in (*playing.all_choices, *(some_action(playing.game, chance) for _ in range(3))):
            try:
                playing.game.decide(playing.state, seat, action, playing.record.next_dice())
            except IllegalAction as illegal:
                yield str(illegal)


def sentences(plan: Plan) -> Iterator[str]:
    """Return everything that is told and offered in a match, and how wrong actions are refused."""
    chance = Random(plan.chance)
    phrasing = phrasing_of(plan.rules)
    for playing in played(plan):
        for viewer in playing.viewers:
            update = msgspec.json.decode(playing.frame(viewer), type=RawUpdate)
            yield from (phrasing.event(event) for event in update.events)
            yield from (phrasing.at(update.view).action(choice) for choice in update.choices)
        yield from refusals(playing, chance)


@cache
def said(name: str) -> frozenset[str]:
    return frozenset(sentences(PLANS[name]))


@pytest.mark.parametrize("name", PLANS)
def test_anything_that_is_said_in_a_match_names_everything_and_counts_right(name: str) -> None:
    for wrong in WRONG:
        assert sorted(sentence for sentence in said(name) if wrong.search(sentence)) == []


def test_the_playthroughs_come_by_nearly_everything_that_can_be_said() -> None:
    """Else the test above would say little."""
    game = GAMES["myacards"]
    everything = " ".join(sentence for name in PLANS for sentence in said(name))
    for tag, phrase in {**game.phrases.actions, **game.phrases.events}.items():
        longest = max(re.split(r"\[[^\]]*\]|\{[^}]+\}", phrase), key=len).strip()
        assert longest in everything or tag in RARE, tag


COUNTING = [my.HandDealt, my.PlacementBegan, my.Waived, my.HandFull, my.BonusGained, my.BonusLost, my.AttackResolved]


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("event", COUNTING)
def test_one_is_not_said_as_many(event: type[Any], count: int) -> None:
    """Over all events that count something, with one and with two of it."""
    whole = {"cards": ["canis-lupus"] * count, "pieces": ["p1"] * count, "bonus": "pack", "zone": "0.3.1"}
    numbers = dict.fromkeys(("count", "sacrifices", "attack", "defense", "group"), count)
    fields = {"seat": 0, "card": "canis-lupus", "piece": "p1", "target": "p2", "outcome": "withstood"}
    said = {"type": event.__struct_config__.tag, **fields, **whole, **numbers}
    sentence = phrasing_of(GAMES["myacards"]).event(msgspec.json.encode(said))
    assert [wrong.pattern for wrong in WRONG if wrong.search(sentence)] == [], sentence


def test_every_card_has_its_printed_name_also_those_of_hosts() -> None:
    for game in (GAMES["myacards"], HOSTED["myacards"]):
        assert game.catalogue is not None
        phrasing = phrasing_of(game)
        for name, card in game.catalogue.cards.items():
            assert phrasing.thing("card", name) == card.name
    assert phrasing_of(HOSTED["myacards"]).thing("card", "alces-alces") == "Alces alces"
    assert "alces-alces" not in GAMES["myacards"].phrases.things


def test_anything_that_is_wrong_with_a_deck_is_said_with_names_and_in_the_right_number() -> None:
    """Whatever is wrong: too many of a card, too few cards in all, none of one."""
    decks = GAMES["myacards"].decks
    assert decks is not None
    wolves, himalaya = ("canis-lupus", 9), ("himalaya", 3)
    for deck in (Deck(cards=(wolves, himalaya)), Deck(cards=(("canis-lupus", 1),)), Deck(cards=())):
        for fault in decks.faults(deck, my.Options()):
            assert [wrong.pattern for wrong in WRONG if wrong.search(fault)] == [], fault
