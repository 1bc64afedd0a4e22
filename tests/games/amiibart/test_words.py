"""What a client that knows no rules shows: sentences with the names of cards, in the right number, and no ids."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from games.amiibart.given import ME, Table, fighter, side
from games.amiibart.test_art_rares import further, with_art
from golden.test_playthroughs import PLAYTHROUGHS
from msgspec.structs import replace
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_games import GAMES
from quarterdeck_games.amiibart.cards.catalogue import SHIPPED
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import played

PLANS = {name: plan for name, plan in PLAYTHROUGHS.items() if plan.game == "amiibart"}
ONE_OF_MANY = re.compile(r"\b1 (?:\w+ )?\w*[^s\W]s\b")
A_PIECE = re.compile(r"\bf\d+\b")
AN_ID = re.compile(r"\b[a-z]+(?:[-_][a-z]+)+\b")
RARE = {"loop_cut", "fizzled", "stage_lost", "hazard_lost", "wasted"}
A_GAP = re.compile(r"–|\[|\]|\{|\}| {2}| \.|\bNone\b")


def phrasing_of(game: Amiibart) -> PhraseBook:
    served = msgspec.json.decode(msgspec.json.encode(game.phrases), type=Phrases)
    return PhraseBook(served, ["Ada", "Bo"])


def sentences(plan: Plan) -> Iterator[str]:
    """Return everything that is told and offered in a match."""
    game = GAMES["amiibart"]
    assert isinstance(game, Amiibart)
    phrasing = phrasing_of(game)
    for playing in played(plan):
        for viewer in playing.viewers:
            update = msgspec.json.decode(playing.frame(viewer), type=RawUpdate)
            yield from (phrasing.event(event) for event in update.events)
            yield from (phrasing.at(update.view).action(choice) for choice in update.choices)


@cache
def said(name: str) -> frozenset[str]:
    plan = PLANS[name]
    arts = replace(plan, setup=replace(plan.setup, decks=tuple([with_art(deck) for deck in plan.setup.decks])))
    return frozenset((*sentences(plan), *sentences(arts)))


@pytest.mark.parametrize("name", PLANS)
def test_anything_that_is_said_in_a_match_names_everything_and_counts_right(name: str) -> None:
    for wrong in (ONE_OF_MANY, A_PIECE, AN_ID, A_GAP):
        assert sorted(sentence for sentence in said(name) if wrong.search(sentence)) == []


def test_the_playthroughs_come_by_nearly_everything_that_can_be_said() -> None:
    """Else the test above would say little."""
    game = GAMES["amiibart"]
    everything = " ".join(sentence for name in PLANS for sentence in said(name))
    for tag, phrase in {**game.phrases.actions, **game.phrases.events}.items():
        longest = max(re.split(r"\[[^\]]*\]|\{[^}]*\}", phrase), key=len).strip()
        assert longest in everything or tag in RARE, tag


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("event", [ab.Died, ab.Drained, ab.EnergyChanged, ab.TurnBegan, ab.Damaged, ab.Strengthened])
def test_one_is_not_said_as_many(event: type[Any], count: int) -> None:
    """Over all events that count something, with one and with two of it."""
    kinds = {int: count, str: "alley-cat", bool: False}
    fields = {field.name: kinds.get(field.type, "alley-cat") for field in msgspec.structs.fields(event)}
    frame = msgspec.json.encode(event(**{**fields, "seat": 0}))
    assert not ONE_OF_MANY.search(phrasing_of(Amiibart()).event(frame))


def test_every_card_has_its_printed_name() -> None:
    """Not one made from its id: Widow's Pension."""
    phrasing = phrasing_of(Amiibart())
    for card in SHIPPED.cards.values():
        assert phrasing.thing("card", card.id) == card.name
    assert phrasing.thing("card", "widows-pension") == "Widow's Pension"
    for art in SHIPPED.printings.values():
        assert phrasing.thing("card", art.id) == f"{SHIPPED.cards[art.of].name} (Art Rare)"


def test_a_hosts_cards_have_their_names_too() -> None:
    kites = games_with(Path(__file__).parents[3] / "deploy" / "cards")["amiibart"]
    assert isinstance(kites, Amiibart)
    assert phrasing_of(kites).thing("card", "kite-keeper-art") == "Kite Keeper (Art Rare)"
    assert "kite-keeper" not in Amiibart().phrases.things


def test_two_fighters_of_one_name_are_told_apart() -> None:
    """Every choice has a sentence of its own, whoever stands there twice; so have both ways to forge."""
    drill = replace(SHIPPED.cards[ab.CardId("old-drill")], id=ab.CardId("drill"), name="Drill", number=1)
    mine = side(
        fighter("f1", "spear-line"), fighter("f2", "spear-line"), library=("entangle", "made-to-measure", "anvil-twin")
    )
    table = Table(mine, side(fighter("f3", "spear-line"), fighter("f4", "spear-line")), catalogue=further(drill))
    game = Amiibart(table.state.catalogue)
    phrasing = phrasing_of(game).at(msgspec.json.encode(game.view(table.state, ME)))
    choices = game.choices(table.state, ME)
    spoken = [phrasing.action(msgspec.json.encode(choice)) for choice in choices]
    assert len(set(spoken)) == len(choices)
    assert "Attack Spear Line (Bo, slot 2) with Spear Line (Ada, slot 1)" in spoken
