"""Limits for cards of MYACARDS, so that no card set can cause an error in the middle of a match.

The first set must keep all limits too. The formula for statistics is not one of them: balance is up to the host.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from quarterdeck_protocol import catalogue as told
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Kind
from quarterdeck_protocol.schema import cards_schema

from quarterdeck_games.myacards import effects as do
from quarterdeck_games.myacards.catalogue.decks import faults_of
from quarterdeck_games.myacards.catalogue.lineages import RANKS, TERRAINS
from quarterdeck_games.myacards.catalogue.shipped import FIRST
from quarterdeck_games.myacards.effects import Card, Deed, Law, Reach, Who
from quarterdeck_games.myacards.faces import Catalogue
from quarterdeck_games.set_rules import Complaint, Scale, SetRules, off_scale
from quarterdeck_games.shapes import quoted

STATISTICS = range(13)
SACRIFICES = range(4)
MOST_SETS = 9
"""Maximum number of classification sets of a card (S4:27)."""

CODE = re.compile(r"[A-Z]{3}")
ENTITIES = (Kind.ACTIVE, Kind.SUPPORT)
SCALE: Scale = {
    "attack": range(-12, 13),
    "defense": range(-12, 13),
    "speed": range(-12, 13),
    "turns": range(1, 100),
    "cards": range(1, 9),
    "sacrifices": range(-3, 4),
    "zones": range(1, 25),
}


class MyacardsSets(SetRules[Card]):
    """Rules for card sets of MYACARDS."""

    game: ClassVar[str] = "myacards"
    card_set = CardSet[Card]

    def schema(self) -> dict[str, Any]:
        return cards_schema(CardSet[Card], told.Catalogue[Card], "myacards")

    def catalogue(self, further: Sequence[CardSet[Card]]) -> Catalogue:
        return Catalogue(FIRST, further)

    def wrong_with_set(self, card_set: CardSet[Card], catalogue: Catalogue) -> Iterator[Complaint]:
        known = {taxon.code: one.id for one in reversed(catalogue.sets) for taxon in reversed(one.taxa)}
        for at, taxon in enumerate(card_set.taxa):
            if not CODE.fullmatch(taxon.code):
                yield Complaint(f"taxa[{at}].code", f"A code has three capital letters; {quoted(taxon.code)} has not.")
            if taxon.rank not in RANKS:
                yield Complaint(f"taxa[{at}].rank", f"{quoted(taxon.rank)} is none of these: {', '.join(RANKS)}.")
            if known.get(taxon.code) != card_set.id or card_set.taxa.index(taxon) != at:
                yield Complaint(f"taxa[{at}].code", f"The code {taxon.code} is given already.")

    def wrong_with_card(self, card: Card, catalogue: Catalogue, known: frozenset[str]) -> Iterator[Complaint]:
        yield from _wrong_numbers(card)
        yield from _wrong_parts(card)
        yield from _wrong_lineage(card, catalogue)
        yield from _wrong_senior(card, catalogue, known)
        for at, deed in enumerate(card.does):
            yield from _wrong_deed(f"does[{at}]", deed, catalogue)
        for at, law in enumerate(card.laws):
            yield from _wrong_law(f"laws[{at}]", law, card, catalogue)

    def wrong_with_deck(self, deck: Deck, catalogue: Catalogue) -> Sequence[str]:
        return faults_of(catalogue.as_played(deck), my.Options(), catalogue.cards)


def _wrong_numbers(card: Card) -> Iterator[Complaint]:
    is_active = card.kind is Kind.ACTIVE
    for name in ("attack", "defense", "speed"):
        value = getattr(card, name)
        if is_active and value not in STATISTICS:
            yield Complaint(name, f"A statistic is from 0 to 12, not {value}.")
        if not is_active and value:
            yield Complaint(name, f"Only an active card has statistics, not a card of kind {card.kind.value}.")
    if card.sacrifices not in SACRIFICES:
        yield Complaint("sacrifices", f"A card needs from 0 to 3 sacrifices, not {card.sacrifices}.")
    if card.turns is not None and not (card.laws and 1 <= card.turns < 100):
        yield Complaint("turns", "Only a card with laws stays for some turns, from 1 to 99.")


def _wrong_parts(card: Card) -> Iterator[Complaint]:
    """Yield the faults of a card: parts that its kind must not have, or must have."""
    kind = card.kind.value
    if card.is_entity:
        if not card.english and card.sets:
            yield Complaint("english", "A species has an English name.")
        if not card.affinities and card.sets:
            yield Complaint("affinities", "A species lives somewhere.")
        if card.does:
            yield Complaint("does", "An entity is placed and does nothing once; what it does has to be a law.")
        if card.turns is not None:
            yield Complaint("turns", "An entity stays until it is removed.")
    else:
        for name in ("english", "sets", "affinities", "sacrifices", "junior_of"):
            if getattr(card, name):
                yield Complaint(name, f"Only entities have this, not a card of kind {kind}.")
    if card.kind is Kind.ACTIVE and card.laws:
        yield Complaint("laws", "An active card has statistics and no laws.")
    if card.kind is Kind.DOMINION and card.does:
        yield Complaint("does", "A dominion lays down laws and does nothing once.")
    if card.kind is not Kind.ACTIVE and not (card.does or card.laws):
        yield Complaint("", f"This card of kind {kind} does nothing.")
    if card.kind is not Kind.ACTIVE and not card.text:
        yield Complaint("text", "A card that does something says so.")
    for at, terrain in enumerate(card.affinities):
        if terrain not in TERRAINS:
            yield Complaint(f"affinities[{at}]", f"{quoted(terrain)} is none of these: {', '.join(TERRAINS)}.")


def _wrong_lineage(card: Card, catalogue: Catalogue) -> Iterator[Complaint]:
    """Yield the faults of a card's classification: sets must be ordered from the broadest to the narrowest, and a taxon
    must be under the same taxa on every card."""
    if card.kind is Kind.ACTIVE and not card.sets:
        yield Complaint("sets", "An active card has from 1 to 9 classification sets (S4:27).")
    if len(card.sets) > MOST_SETS:
        yield Complaint("sets", f"A card has at most 9 classification sets (S4:27), not {len(card.sets)}.")
    unknown = [code for code in card.sets if code not in catalogue.taxa]
    for code in unknown:
        text = f"Nobody has said what {quoted(code)} stands for: it is in the `taxa` of no set."
        yield Complaint(f"sets[{card.sets.index(code)}]", text)
    if unknown:
        return
    ranks = [catalogue.taxa[code].rank for code in card.sets]
    places = [RANKS.index(rank) for rank in ranks if rank in RANKS]
    if places != sorted(set(places)):
        yield Complaint("sets", f"Sets stand from the broadest to the narrowest: {', '.join(RANKS)}.")
    for one in catalogue.cards.values():
        for depth, code in enumerate(card.sets):
            if code in one.sets and one.sets[: one.sets.index(code)] != card.sets[:depth]:
                above = " ".join(one.sets[: one.sets.index(code)])
                yield Complaint(f"sets[{depth}]", f"On {one.name} {quoted(code)} stands under {above or 'nothing'}.")
                return


def _wrong_senior(card: Card, catalogue: Catalogue, known: frozenset[str]) -> Iterator[Complaint]:
    if not card.junior_of or card.junior_of in known:
        return
    senior = catalogue.cards.get(card.junior_of)
    if card.kind is not Kind.ACTIVE:
        yield Complaint("junior_of", "Only an active card is a Junior (S4:18).")
    elif senior is None or senior.kind is not Kind.ACTIVE:
        yield Complaint("junior_of", f"There is no active card {quoted(card.junior_of)}.")
    elif senior.junior_of:
        yield Complaint("junior_of", f"{senior.name} is a Junior itself.")


def _wrong_deed(place: str, deed: Deed, catalogue: Catalogue) -> Iterator[Complaint]:
    yield from off_scale(place, deed, SCALE)
    match deed:
        case do.Chosen(who=who, does=does) | do.Every(who=who, does=does):
            yield from _wrong_who(f"{place}.who", who, catalogue)
            yield from off_scale(f"{place}.does", does, SCALE)
            if who.reach in (Reach.COLUMN, Reach.NEAR):
                yield Complaint(f"{place}.who.reach", "What is done once has no column of its own.")
            able = (Kind.ACTIVE,) if isinstance(does, do.Chip | do.AttackAgain | do.Still) else ENTITIES
            anything = isinstance(does, do.Remove | do.SendBack)
            if not anything and not set(who.kinds) <= set(able):
                names = ", ".join(kind.value for kind in able)
                yield Complaint(f"{place}.who.kinds", f"This can be done only to cards of kind {names}.")
        case do.Recover(kinds=kinds) if not kinds:
            yield Complaint(f"{place}.kinds", "At least one kind of card comes back.")
        case _:
            pass


def _wrong_law(place: str, law: Law, card: Card, catalogue: Catalogue) -> Iterator[Complaint]:
    yield from off_scale(place, law, SCALE)
    who = getattr(law, "who", None)
    if not isinstance(who, Who):
        return
    yield from _wrong_who(f"{place}.who", who, catalogue)
    if who.reach in (Reach.COLUMN, Reach.NEAR) and card.kind is not Kind.SUPPORT:
        yield Complaint(f"{place}.who.reach", "Only a support card has a column of its own.")
    needed = (Kind.SUPPORT,) if isinstance(law, do.Withstands) else ENTITIES
    if isinstance(law, do.Aura | do.Swift):
        needed = (Kind.ACTIVE,)
    if not set(who.kinds) <= set(needed):
        names = ", ".join(kind.value for kind in needed)
        yield Complaint(f"{place}.who.kinds", f"This can hold only for cards of kind {names}.")


def _wrong_who(place: str, who: Who, catalogue: Catalogue) -> Iterator[Complaint]:
    if not who.kinds:
        yield Complaint(f"{place}.kinds", "At least one kind of card is meant.")
    if who.affinity and who.affinity not in TERRAINS:
        yield Complaint(f"{place}.affinity", f"{quoted(who.affinity)} is none of these: {', '.join(TERRAINS)}.")
    if who.taxon and who.taxon not in catalogue.taxa:
        yield Complaint(f"{place}.taxon", f"Nobody has said what {quoted(who.taxon)} stands for.")
