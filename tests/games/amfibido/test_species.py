"""The eight species of fighters: each fighter's ability is of its species (S3:378…434)."""

from statistics import mean

import pytest
from quarterdeck_games.amfibido import continuous_effects as always
from quarterdeck_games.amfibido.cards.card import Card, KnocksOut, When
from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_games.amfibido.effects import Discard, Switch, Transform
from quarterdeck_protocol.games.amfibido import CardId, Kind, Species

FIGHTERS = [card for card in CARDS.values() if card.kind is Kind.FIGHTER]
DRAWBACKS = {"snapping-turtle", "painted-turtle", "tipsy-turtle", "sumo-turtle", "desert-tortoise"}


def of(species: Species, *others: str) -> list[Card]:
    """Return the fighters of a species but for some, the weakest level first."""
    found = [card for card in FIGHTERS if card.species == (species,)]
    return [card for card in found if card.id not in others]


def lasting(card: Card) -> set[type]:
    """Return the kinds of what holds as long as the fighter is in play."""
    return {type(each) for each in card.always}


def power(card: Card) -> int:
    assert card.power is not None
    return card.power


def test_every_fighter_is_of_one_of_the_eight_species() -> None:
    assert {card.species for card in FIGHTERS} == {(species,) for species in Species}


def test_frogs_gain_from_combo_moves() -> None:
    """S3:378"""
    of_combos = {always.PerCombo, always.PerComboPlayed, always.BoomerangsCombos, always.SharesCombos}
    frogs = of(Species.FROG)
    assert {card.id for card in frogs if not lasting(card) or lasting(card) - of_combos} == set()
    assert sum(always.PerCombo in lasting(card) or always.PerComboPlayed in lasting(card) for card in frogs) >= 5
    others = [card for card in FIGHTERS if card not in frogs]
    assert {card.id for card in others if lasting(card) & of_combos} == set()


def test_toads_gain_from_what_is_discarded_from_the_hand() -> None:
    """S3:386"""
    toads = of(Species.TOAD, "hypnotoad")
    when_discarded = {card.id for card in toads if any(on.when is When.DISCARDED for on in card.on)}
    assert when_discarded == {"black-toad", "bogart-toad"}
    of_fighters = [card for card in toads if card.id not in when_discarded]
    assert of_fighters
    for card in of_fighters:
        assert "fighter" in card.text
        costs = card.ability is not None and isinstance(card.ability.does[0], Discard)
        assert costs or lasting(card) == {always.PerDiscardedFighter}


def test_salamanders_gain_from_equipment_and_one_has_two_pieces() -> None:
    """S3:394"""
    of_equipment = {always.Times, always.FromNextDoor, always.TwoPieces}
    salamanders = of(Species.SALAMANDER)
    assert [card.id for card in salamanders if "quipment" not in card.text and "piece" not in card.text] == []
    acting = {card.id for card in salamanders if not lasting(card)}
    assert acting == {"clouded-salamander", "fire-salamander"}
    assert {card.id for card in salamanders if lasting(card) - of_equipment} == set()
    assert [card.id for card in FIGHTERS if always.TwoPieces in lasting(card)] == ["giant-salamander"]


def test_crocodiles_are_the_strongest_without_a_drawback_and_some_knock_out() -> None:
    """S3:402"""
    for level in range(1, 6):
        unhurt = [card for card in FIGHTERS if card.level == level and card.id not in DRAWBACKS]
        strongest = max(unhurt, key=power)
        assert strongest.species == (Species.CROCODILE,), strongest.id
        assert sum(power(card) == power(strongest) for card in unhurt) == 1
    knocking = {card.id for card in FIGHTERS if always.Knockout in lasting(card)}
    assert knocking == {"dwarf-crocodile", "mugger-crocodile", "marsh-crocodile"}


@pytest.mark.parametrize("card", of(Species.TURTLE), ids=lambda card: card.id)
def test_a_turtle_has_much_power_and_a_drawback(card: Card) -> None:
    """S3:410"""
    assert power(card) >= max(power(other) for other in FIGHTERS if other.level == card.level - 1)
    assert power(card) > mean(power(other) for other in FIGHTERS if other.level == card.level)
    hurts = {
        "snapping-turtle": any(on.when is When.WON_ROUND for on in card.on),
        "painted-turtle": any(on.when is When.ENTERED_FROM_HAND for on in card.on),
        "tipsy-turtle": card.knocks_out is KnocksOut.ITSELF,
        "sumo-turtle": lasting(card) == {always.LosesDouble},
        "desert-tortoise": lasting(card) == {always.NeutralizesOwn},
    }
    assert hurts[card.id]


def test_snakes_count_the_snakes_that_are_yours() -> None:
    """S3:418"""
    of_snakes = {always.PerOtherSnake, always.WithSnakes, always.CountsAsTwo}
    snakes = of(Species.SNAKE, "puff-adder")
    assert {card.id for card in snakes if not lasting(card) or lasting(card) - of_snakes} == set()
    assert {card.id for card in FIGHTERS if lasting(card) & of_snakes} == {card.id for card in snakes}
    assert CARDS[CardId("puff-adder")].text == ""


def test_every_lizard_has_an_advantage_and_none_a_drawback() -> None:
    """S3:426: what another has, what a win brings, where it fights."""
    lizards = of(Species.LIZARD)
    takes = {card.id for card in lizards if always.BaseIs in lasting(card)}
    assert takes == {"panther-chameleon", "pygmy-chameleon", "veiled-chameleon"}
    assert {card.id for card in lizards if any(on.when is When.WON for on in card.on)} == {"basilisk", "iguana"}
    assert {card.id for card in lizards if card.knocks_out is KnocksOut.WINNER} == {"gila-monster"}
    moves = [card.id for card in lizards if card.ability is not None and isinstance(card.ability.does[-1], Switch)]
    assert moves == ["gecko"]
    others = {always.WithFewFighters: "lonely-lizard", always.FightsNextDoor: "komodo-dragon"}
    assert {card.id for card in lizards if lasting(card) & others.keys()} == set(others.values())
    assert len(lizards) == 9


def test_spawn_transform_or_are_of_several_species() -> None:
    """S3:434"""
    spawn = of(Species.SPAWN)
    changing = [card for card in spawn if lasting(card) != {always.AlsoIs}]
    assert [card.id for card in changing] == ["spawn", "spawning-bed"]
    for card in changing:
        assert card.on
        assert all(isinstance(on.does[-1], Transform) for on in card.on)
