"""Cards with random texts, and tables on which anything may lie."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from games.amiibart.given import side
from games.sets.wildly import fields_of, value_of
from msgspec import inspect
from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.cards.catalogue import LAUNCH, SHIPPED
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.amiibart.sets import AmiibartSets, numbers_in
from quarterdeck_games.amiibart.state import Fighter, Side, State
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import CardId, Keyword, Kind, PieceId
from quarterdeck_protocol.names import GameName, Seat

RULES = AmiibartSets()
OF_A_FIGHTER = (Kind.FIGHTER, Kind.TOKEN)


def leaf(chance: Random, name: str, kind: inspect.Type) -> Any:
    if name in ("card", "into"):
        return chance.choice(("drone", "mark-two", "mark-three"))
    if name == "folk":
        return chance.choice((None, "Robot", "Knight"))
    if isinstance(kind, inspect.StrType):
        return "returned_pain"
    return chance.choice((1, 2, 3)) if name in ("count", "cost") else chance.choice((100, 200))


def wild_cards(chance: Random) -> Iterator[Card]:
    """Return cards with random texts, of all kinds, as far as the rules of sets let them pass."""
    fields, number = fields_of(Card), 0
    while True:
        number += 1
        kind = chance.choice(("fighter", "fighter", "spell", "hazard", "stage", "power"))
        is_fighter = kind == "fighter"
        part = {"fighter": ("on", "attacks", "auras", "forge"), "spell": ("does", "forge"), "hazard": ("on",)}
        card: dict[str, Any] = {
            "id": f"wild-{number}",
            "number": number,
            "name": f"Wild {number}",
            "kind": kind,
            "element": "light",
            "cost": 1,
            "attack": 200 * is_fighter,
            "health": 400 * is_fighter,
        }
        for name in sorted({chance.choice(part.get(kind, ("on", "auras", "does"))) for _ in range(2)}):
            card[name] = value_of(chance, fields[name], leaf, name)
        made = msgspec.convert(card, Card)
        parts = (made.on, made.auras, made.forge, made.does, made.attacks)
        said = [str(number) for part in parts for number in numbers_in(part)]
        marks = ["Hazard."] * (kind == "hazard") + ["Forge:"] * bool(made.forge)
        made = msgspec.structs.replace(made, text=" ".join(["Wild.", *marks, *said]))
        if not list(RULES.wrong_with_card(made, SHIPPED, frozenset())):
            yield made


def wild_catalogue(chance: Random, count: int = 40) -> Catalogue:
    """The launch set, and so many wild cards beside it."""
    cards = wild_cards(chance)
    wild = tuple([next(cards) for _ in range(count)])
    return Catalogue(LAUNCH, [CardSet(game=GameName("amiibart"), id="WILD", name="Wild", cards=wild)])


def wild_state(chance: Random) -> State:
    """The turn of the first seat, at a table on which anything may lie."""
    catalogue = wild_catalogue(chance)
    sides = [_wild_side(chance, catalogue, mark) for mark in "ab"]
    return State(
        catalogue=catalogue,
        options=ab.Options(),
        sides=(sides[0], sides[1]),
        stage=ab.Stage.TURNS,
        turn=9,
        turn_seat=Seat(0),
        pieces=50,
    )


def _wild_side(chance: Random, catalogue: Catalogue, mark: str) -> Side:
    def some(most: int, *kinds: Kind) -> tuple[CardId, ...]:
        of_them = [CardId(card.id) for card in catalogue.cards.values() if card.kind in kinds]
        return tuple(chance.sample(of_them, chance.randint(0, most)))

    slots: list[Fighter | None] = [None] * 5
    for slot, card in enumerate(some(5, *OF_A_FIGHTER)):
        slots[slot] = _wild_fighter(chance, catalogue.cards[card], f"{mark}{slot}")
    chance.shuffle(slots)
    return side(
        *slots,
        library=some(6, Kind.FIGHTER, Kind.SPELL),
        discarded=some(2, Kind.FIGHTER, Kind.SPELL),
        hazards=some(1, Kind.HAZARD),
        stage=next(iter(some(1, Kind.STAGE)), None),
        energy=chance.randint(0, 10),
        drained=chance.choice((0, 0, 4, 10)),
    )


def _wild_fighter(chance: Random, card: Card, piece: str) -> Fighter:
    gained = tuple([keyword for keyword in Keyword if chance.random() < 0.1])
    return Fighter(
        piece=PieceId(piece),
        card=CardId(card.id),
        health=max(100, card.health + chance.choice((0, 0, -200, 100))),
        attack=chance.choice((0, 0, 100, -300)),
        attack_now=chance.choice((0, 0, 100)),
        keywords=gained,
        fresh=False,
    )
