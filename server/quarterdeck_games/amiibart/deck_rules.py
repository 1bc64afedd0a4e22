"""Deck rules of Amiibart TCG (S0:17…29, AM-3, AM-4): all faults of a deck at once, as sentences."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games.amiibart import Element, Kind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_games.decks import counted

Counted = Sequence[tuple[Card, int]]
PREFIX = "AB"
DECK_SIZE = 30
MOST_FIGHTERS = 25
LEAST_FIGHTERS = 3
MOST_ELEMENTS = 2


def wrong_with(deck: Deck, options: Any = None, *, catalogue: Catalogue) -> Sequence[str]:
    """Return all faults of a deck that do not depend on the options."""
    faces, deck = catalogue.cards, catalogue.as_played(deck)
    kinds = (Kind.POWER, Kind.TOKEN)
    unknown = [name for name, _ in deck.cards if name not in faces or faces[name].kind in kinds]
    unknown += [name for name in deck.beside if name not in faces or faces[name].kind is not Kind.POWER]
    faults: list[str] = [Text("There is no card “{name}” to put there.", name=name[:40]) for name in unknown]
    strange = set(unknown)  # a list that somebody made up may be long
    known = [(faces[name], count) for name, count in counted(deck.cards).items() if name not in strange]
    powers = [faces[name] for name in deck.beside if name not in strange]
    return [*faults, *_wrong_numbers(deck, known), *_wrong_elements(known, powers), *_wrong_powers(powers)]


def _wrong_numbers(deck: Deck, known: Counted) -> list[str]:
    faults: list[str] = []
    if deck.count != DECK_SIZE:
        faults.append(
            Text("A deck has {deck_size} cards; this one has {count}.", deck_size=DECK_SIZE, count=deck.count)
        )
    fighters = sum(count for card, count in known if card.kind is Kind.FIGHTER)
    if fighters > MOST_FIGHTERS:
        faults.append(
            Text(
                "A deck has at most {most_fighters} Fighters; this one has {fighters}.",
                most_fighters=MOST_FIGHTERS,
                fighters=fighters,
            )
        )
    if fighters < LEAST_FIGHTERS:
        faults.append(
            Text(
                "A deck has at least {least_fighters} Fighters for Turn One; this one has {fighters}.",
                least_fighters=LEAST_FIGHTERS,
                fighters=fighters,
            )
        )
    for card, count in known:
        if not 0 < count <= card.most_copies:
            stars = Text("{stars|# star|# stars}", stars=card.stars)
            faults.append(
                Text(
                    "{name} has {stars}: at most {most_copies} in a deck, not {count}.",
                    name=Text(card.name),
                    stars=stars,
                    most_copies=card.most_copies,
                    count=count,
                )
            )
    return faults


ELEMENTS = {
    Element.DARK: Text("Dark"),
    Element.LIGHT: Text("Light"),
    Element.FIRE: Text("Fire"),
    Element.ELW: Text("Earth, Life, Water"),
    Element.MAGIC: Text("Magic"),
    Element.WEAPON: Text("Weapon"),
    Element.TECH: Text("Tech"),
    Element.BRUTE: Text("Brute"),
    Element.ELECTRIC: Text("Electric"),
    Element.ANIMAL: Text("Animal"),
    Element.FIGHTER: Text("Fighter"),
    Element.TANK: Text("Tank"),
    Element.WARRIOR: Text("Warrior"),
    Element.ASSASSIN: Text("Assassin"),
    Element.SPECIALTY: Text("Specialty"),
}
"""The names of Elements in sentences, as on the cards."""


def _wrong_elements(known: Counted, powers: Sequence[Card]) -> list[str]:
    elements = [card.element for card, _ in known]
    used = [element for element in Element if element in elements and element is not Element.SPECIALTY]
    faults: list[str] = []
    if len(used) > MOST_ELEMENTS:
        listed = Text(", ".join(f"{{{each.value}}}" for each in used), **{each.value: ELEMENTS[each] for each in used})
        faults.append(Text("A deck has at most two Elements besides Specialty; this one has {names}.", names=listed))
    missing = [power for power in powers if power.element not in (*used, Element.SPECIALTY)]
    faults += [
        Text(
            "{name} needs a card of its Element in the deck: {element}.",
            name=Text(one.name),
            element=ELEMENTS[one.element],
        )
        for one in missing
    ]
    return faults


def _wrong_powers(powers: Sequence[Card]) -> list[str]:
    primary = sum(power.primary for power in powers)
    if (primary, len(powers)) == (1, 2):
        return []
    secondary = len(powers) - primary
    return [
        Text(
            "A deck has one Primary and one Secondary Power; this one has {primary} and {secondary}.",
            primary=primary,
            secondary=secondary,
        )
    ]


def decks_of(catalogue: Catalogue, about: Mapping[str, str] | None = None) -> DeckSupport:
    """Return the support for decks with these cards; `about` describes the ready decks."""
    return DeckSupport(
        prefix=PREFIX,
        numbers=catalogue.numbers,
        kinds={name: card.kind.value for name, card in catalogue.by_face.items()},
        ready=catalogue.decks,
        about=about or {},
        faults=partial(wrong_with, catalogue=catalogue),
        are_open=True,  # S0:35, AM-6
        beside="power",
    )
