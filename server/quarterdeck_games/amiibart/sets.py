"""Limits for cards of Amiibart TCG, so that no card set can cause an error in the middle of a match.

The limits of the numbers are the rule book's (S0:17…167). The shipped set must keep all limits too.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import msgspec
from quarterdeck_protocol import catalogue as told
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games.amiibart import Keyword, Kind
from quarterdeck_protocol.schema import cards_schema

from quarterdeck_games.amiibart import bespoke
from quarterdeck_games.amiibart import effects as do
from quarterdeck_games.amiibart.cards.card import Card, choices_of
from quarterdeck_games.amiibart.cards.catalogue import LAUNCH
from quarterdeck_games.amiibart.cards.second.catalogue import SECOND
from quarterdeck_games.amiibart.deck_rules import wrong_with
from quarterdeck_games.amiibart.effects import CardEffect, Which, Who
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.amiibart.triggers import OWN, When
from quarterdeck_games.set_rules import Complaint, Scale, SetRules, off_scale
from quarterdeck_games.shapes import quoted

STARS = range(1, 5)
COSTS = range(11)
ATTACKS = range(1_001)
HEALTHS = range(1, 3_001)
MOST_CHOICES = 3
"""Most Fighters that one text may let a player choose: every way to do so is on offer."""

WORDS_OF_A_FIGHTER = (*OWN, When.THIS_PLAYED, When.THIS_DIES)
FOR_AURAS = (Which.ALL, Which.THIS, Which.NEIGHBOURS, Which.ACROSS)
SCALE: Scale = {"amount": range(1, 3_001), "count": range(1, 6)}


class AmiibartSets(SetRules[Card]):
    """Rules for card sets of Amiibart TCG."""

    game: ClassVar[str] = "amiibart"
    card_set = CardSet[Card]

    @property
    def optional(self) -> Sequence[CardSet[Card]]:
        """Return the card sets that a host can enable: AB2 (AM-74)."""
        return (SECOND,)

    def schema(self) -> dict[str, Any]:
        return cards_schema(CardSet[Card], told.Catalogue[Card], "amiibart")

    def catalogue(self, further: Sequence[CardSet[Card]]) -> Catalogue:
        return Catalogue(LAUNCH, further)

    def wrong_with_card(self, card: Card, catalogue: Catalogue, known: frozenset[str]) -> Iterator[Complaint]:
        yield from _wrong_numbers(card)
        yield from _wrong_parts(card)
        yield from _wrong_text(card)
        for path, effects in effects_of_all(card):
            yield from _wrong_effects(path, effects, catalogue, known)
        types = {kind for each in catalogue.cards.values() for kind in each.types}
        for path, folk in _types_named(card):
            if folk is not None and folk not in types:
                yield Complaint(path, f"No card is of the type {quoted(folk)}.")

    def wrong_with_deck(self, deck: Deck, catalogue: Catalogue) -> Sequence[str]:
        return wrong_with(deck, catalogue=catalogue)


def effects_of_all(card: Card) -> Iterator[tuple[str, tuple[CardEffect, ...]]]:
    """Yield every list of effects of a card, with its place in the card."""
    yield "does", card.does
    for at, on in enumerate(card.on):
        yield f"on[{at}].does", on.does
    for at, attack in enumerate(card.attacks):
        yield f"attacks[{at}].used", attack.used
        yield f"attacks[{at}].does", attack.does
        yield f"attacks[{at}].after", attack.after
    for at, forge in enumerate(card.forge):
        yield f"forge[{at}].does", forge.does


def _wrong_numbers(card: Card) -> Iterator[Complaint]:
    is_fighter = card.kind in (Kind.FIGHTER, Kind.TOKEN)
    if card.stars not in STARS:
        yield Complaint("stars", f"A card has from 1 to 4 stars (S0:29), not {card.stars}.")
    if card.kind is Kind.FIGHTER and card.cost != 1:
        yield Complaint("cost", f"A Fighter costs 1 Energy (S0:118), not {card.cost}.")
    if card.cost not in COSTS:
        yield Complaint("cost", f"A cost is from 0 to 10 Energy (S0:45), not {card.cost}.")
    if is_fighter and card.attack not in ATTACKS:
        yield Complaint("attack", f"Attack is from 0 to 1,000, not {card.attack}.")
    if is_fighter and card.health not in HEALTHS:
        yield Complaint("health", f"Health is from 1 to 3,000, not {card.health}.")
    for at, attack in enumerate(card.attacks):
        if attack.cost not in COSTS:
            yield Complaint(f"attacks[{at}].cost", f"A cost is from 0 to 10 Energy (S0:45), not {attack.cost}.")
    if not is_fighter and (card.attack or card.health):
        yield Complaint("health", f"Only a Fighter has Attack and Health, not a {card.kind.value}.")


def _wrong_parts(card: Card) -> Iterator[Complaint]:
    """Yield the faults of a card: parts that its kind must not have, or must have."""
    kind, is_fighter = card.kind, card.kind in (Kind.FIGHTER, Kind.TOKEN)
    only_a_fighters = {"types": card.types, "attacks": card.attacks}
    for name, part in only_a_fighters.items():
        if part and not is_fighter:
            yield Complaint(name, f"Only a Fighter has {name}, not a {kind.value}.")
    if card.does and kind not in (Kind.SPELL, Kind.POWER):
        yield Complaint("does", f"Only a Spell or an Active Power does something by itself, not a {kind.value}.")
    if card.forge and kind not in (Kind.SPELL, Kind.FIGHTER):
        yield Complaint("forge", f"Only a Spell or a Fighter is forged (S0:163), not a {kind.value}.")
    if card.on and kind is Kind.SPELL:
        yield Complaint("on", "A Spell is done at once and waits for nothing; a Hazard does.")
    if card.auras and kind in (Kind.SPELL, Kind.HAZARD):
        yield Complaint("auras", f"A {kind.value} does not stay in play for others.")
    if card.primary and kind is not Kind.POWER:
        yield Complaint("primary", "Only a Power is a Primary one.")
    if not is_fighter and set(card.keywords) - {Keyword.VOID}:
        yield Complaint("keywords", f"Of the keywords a {kind.value} may have Void alone.")
    if not is_fighter and not (card.does or card.forge or card.on or card.auras):
        yield Complaint("", f"This {kind.value} does nothing.")
    if kind is Kind.HAZARD and not card.on:
        yield Complaint("on", "A Hazard waits for something (S0:65).")
    for at, on in enumerate(card.on):
        if on.when in WORDS_OF_A_FIGHTER and not is_fighter:
            yield Complaint(f"on[{at}].when", f"“{on.when.value}” is about the Fighter itself; a {kind.value} is none.")
    for at, aura in enumerate(card.auras):
        if aura.who.which not in FOR_AURAS:
            names = ", ".join(FOR_AURAS)
            yield Complaint(f"auras[{at}].who.which", f"What holds all the time is for one of these: {names}.")


def _wrong_effects(
    path: str, effects: tuple[CardEffect, ...], catalogue: Catalogue, known: frozenset[str]
) -> Iterator[Complaint]:
    if len(choices_of(effects)) > MOST_CHOICES:
        yield Complaint(path, f"One text lets choose at most {MOST_CHOICES} Fighters, not {len(choices_of(effects))}.")
    for at, effect in enumerate(effects):
        place = f"{path}[{at}]"
        yield from off_scale(place, effect, SCALE)
        match effect:
            case do.Bespoke() if effect.name not in bespoke.WORDS:
                names = ", ".join(bespoke.WORDS)
                yield Complaint(f"{place}.name", f"{quoted(effect.name)} is no bespoke word; there are: {names}.")
            case do.Summon() if effect.card not in known:
                if effect.card not in catalogue.cards or catalogue.cards[effect.card].kind is not Kind.TOKEN:
                    yield Complaint(f"{place}.card", f"There is no Token {quoted(effect.card)} to summon.")
            case do.Update() if effect.into not in known:
                into = catalogue.cards.get(effect.into)
                if into is None or into.kind not in (Kind.TOKEN, Kind.FIGHTER):
                    yield Complaint(f"{place}.into", f"There is no Fighter {quoted(effect.into)} to become.")
            case _:
                pass


def _types_named(card: Card) -> Iterator[tuple[str, str | None]]:
    for at, on in enumerate(card.on):
        yield f"on[{at}].folk", on.folk
    for at, aura in enumerate(card.auras):
        yield f"auras[{at}].who.folk", aura.who.folk
    for path, effects in effects_of_all(card):
        for number, effect in enumerate(effects):
            for name in ("who", "per"):
                who = getattr(effect, name, None)
                if isinstance(who, Who):
                    yield f"{path}[{number}].{name}.folk", who.folk


def numbers_in(value: Any) -> Iterator[int]:
    """Yield every number in an effect, except those that only distinguish things or are written in words."""
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, msgspec.Struct):
            for name in part.__struct_fields__:
                inner = getattr(part, name)
                if isinstance(inner, int) and not isinstance(inner, bool) and name not in ("nth", "count"):
                    yield abs(inner)
                elif isinstance(inner, tuple | msgspec.Struct):
                    yield from numbers_in(inner)


def _wrong_text(card: Card) -> Iterator[Complaint]:
    """Yield the faults of a card's text. Players rely on it, so it must contain every number and keyword."""
    data = (card.on, card.auras, card.forge, card.does, card.attacks)
    printed = {int(number) for number in re.findall(r"\d+", card.text)} | {0}
    unsaid = sorted({number for part in data for number in numbers_in(part)} - printed)
    if not card.text and any(data):
        yield Complaint("text", "A card that does something says so.")
    elif unsaid:
        yield Complaint(
            "text", f"The text does not name a number of what the card does: {', '.join(map(str, unsaid))}."
        )
    for keyword in card.keywords:
        if f"{keyword.value.capitalize()}." not in card.text:
            yield Complaint("text", f"The text does not have the keyword “{keyword.value.capitalize()}.”")
    if ("Hazard." in card.text) != (card.kind is Kind.HAZARD):
        yield Complaint("text", "“Hazard.” stands on Hazards, and only there.")
    if ("Forge:" in card.text) != bool(card.forge):
        yield Complaint("text", "“Forge:” stands on cards that are forged, and only there.")
