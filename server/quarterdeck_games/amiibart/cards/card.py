"""The type of a card in Amiibart TCG: its printed values, and its text as effects."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

import msgspec
from quarterdeck_protocol.catalogue import Printing
from quarterdeck_protocol.games.amiibart import CardId, Element, Keyword, Kind

from quarterdeck_games.amiibart.effects import (
    Aura,
    CardEffect,
    Damage,
    DamagePer,
    Effect,
    OnFighters,
    Return,
    Strengthen,
    ToFighter,
    Which,
    Who,
)
from quarterdeck_games.amiibart.triggers import When

ART_RARE = "art_rare"
ARTIST = "Quarterdeck"


class Rarity(StrEnum):
    """Rarities of cards (S0:11). An Art Rare is another printing of an Ultra Rare, not another card."""

    COMMON = "common"
    RARE = "rare"
    ULTRA_RARE = "ultra_rare"


class On(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A text of a card that takes effect when something happens."""

    when: When
    does: tuple[CardEffect, ...]
    element: Element | None = None
    """Only if the Fighter that sets it off is of this Element."""

    folk: str | None = None


class SpecialAttack(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A special attack of a Fighter (S0:122)."""

    name: str
    cost: int
    does: tuple[CardEffect, ...] = ()
    """The damage, or another effect without a stated time: step 5."""

    used: tuple[CardEffect, ...] = ()
    """The triggers at the use of this attack: step 3."""

    after: tuple[CardEffect, ...] = ()
    """The effect after the attack: step 7."""


class Forge(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One of the effects of a card with Forge (S0:163)."""

    text: str
    does: tuple[CardEffect, ...]


class Card(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A card of Amiibart TCG: also a Token or a Power."""

    id: CardId
    number: int = 0
    """The card's number in its set (S0:77), used by deck codes; from 1, and never changed."""

    name: str
    kind: Kind
    element: Element
    text: str = ""
    stars: int = 1
    cost: int = 0
    rarity: Rarity = Rarity.COMMON
    attack: int = 0
    health: int = 0
    types: tuple[str, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    attacks: tuple[SpecialAttack, ...] = ()
    on: tuple[On, ...] = ()
    auras: tuple[Aura, ...] = ()
    forge: tuple[Forge, ...] = ()
    does: tuple[CardEffect, ...] = ()
    """The effects of a Spell or an Active Power."""

    primary: bool = False
    """True if a Power is a Primary one."""

    @property
    def is_active(self) -> bool:
        """True if this card is an Active Power (S0:60)."""
        return self.kind is Kind.POWER and bool(self.does)

    @property
    def most_copies(self) -> int:
        """Maximum number of copies of this card in a deck (S0:29)."""
        return 5 - self.stars


def _id(name: str) -> CardId:
    return CardId("".join(c for c in name.lower().replace(" ", "-") if c.isalnum() or c == "-"))


def fighter(name: str, element: Element, attack: int, health: int, **rest: Any) -> Card:
    """Return a Fighter card; it costs 1 Energy (S0:118)."""
    return _card(name, kind=Kind.FIGHTER, element=element, attack=attack, health=health, cost=1, **rest)


def token(name: str, element: Element, attack: int, health: int, **rest: Any) -> Card:
    """Return a Token, a Fighter that effects create (S0:93)."""
    return _card(name, kind=Kind.TOKEN, element=element, attack=attack, health=health, **rest)


def spell(name: str, element: Element, cost: int, **rest: Any) -> Card:
    return _card(name, kind=Kind.SPELL, element=element, cost=cost, **rest)


def hazard(name: str, element: Element, cost: int, **rest: Any) -> Card:
    return _card(name, kind=Kind.HAZARD, element=element, cost=cost, **rest)


def stage(name: str, element: Element, cost: int, **rest: Any) -> Card:
    return _card(name, kind=Kind.STAGE, element=element, cost=cost, **rest)


def power(name: str, element: Element, **rest: Any) -> Card:
    return _card(name, kind=Kind.POWER, element=element, **rest)


def _card(name: str, **rest: Any) -> Card:
    return Card(id=_id(name), name=name, **rest)


@cache
def choices_of(effects: tuple[Effect, ...]) -> tuple[Who, ...]:
    """Return the choices of Fighters that these effects need, each once, in the order of the text."""
    chosen: dict[Who, None] = {}
    for effect in effects:
        whos = [getattr(effect, "who", None), effect.per if isinstance(effect, DamagePer) else None]
        for who in whos:
            if isinstance(who, Who) and who.which is Which.CHOSEN:
                chosen[who] = None
    return tuple(chosen)


class Text(NamedTuple):
    """A card text that a player may use, and facts about it that are known before it is tried."""

    does: tuple[Effect, ...]
    choosing: tuple[Who, ...]
    """The targets that must be chosen for it."""

    is_sure: bool
    """True if it changes something with any target."""

    needed_targets: tuple[Who, ...]
    """The kind of Fighter that must exist for an effect, if that is the only condition and no Fighter is chosen."""

    to_each: Who | None
    """The target of an effect on one chosen Fighter, or on all Fighters of a kind."""


def has_effect(effect: ToFighter) -> bool:
    """True if an effect always changes every Fighter to which it is applied."""
    match effect:
        case Damage():
            return effect.amount > 0
        case Strengthen():
            return bool(effect.attack) or bool(effect.health and not effect.until_end)
        case Return():
            return True
        case _:
            return False


def text_of(does: tuple[Effect, ...]) -> Text:
    is_sure = any(
        isinstance(effect, OnFighters) and effect.who.which is Which.CHOSEN and has_effect(effect) for effect in does
    )
    choosing = choices_of(does)
    only = does[0] if len(does) == 1 and isinstance(does[0], OnFighters) else None
    who = None if only is None else only.who
    needed_targets = (only.who,) if only is not None and only.who.which in _NEEDED_TARGETS and has_effect(only) else ()
    to_each = who if who is not None and (who.which is Which.ALL or choosing == (who,)) else None
    return Text(does, choosing, is_sure, needed_targets, to_each)


_NEEDED_TARGETS = (Which.ALL, Which.LEFTMOST, Which.RIGHTMOST, Which.WEAKEST, Which.STRONGEST)
"""The targets of effects that need at least one Fighter of a kind."""


def texts_of(card: Card) -> tuple[Text, ...]:
    """Return the texts of a card that a player may use: a Spell with each of its Forge effects, a Power, or a Fighter
    with each of its special attacks."""
    if card.attacks:
        return tuple([text_of(all_effects(attack)) for attack in card.attacks])
    return tuple([text_of(effects_of(card, forge)) for forge in forges(card)])


def forges(card: Card) -> Sequence[int | None]:
    return range(len(card.forge)) if card.forge else (None,)


def all_effects(attack: SpecialAttack) -> tuple[Effect, ...]:
    return attack.used + attack.does + attack.after


def effects_of(card: Card, forge: int | None) -> tuple[CardEffect, ...]:
    """Return the effects of a Spell, with the chosen Forge effect."""
    return card.does if forge is None or card.kind is not Kind.SPELL else card.does + card.forge[forge].does


def art_rare(card: str, number: int, words: str) -> Printing:
    """Return the Art Rare printing of a card, with its number in the set and the text below its picture (S0:11).

    The pictures belong to Quarterdeck: a client draws a unique one from the printing's id, without work of other
    artists. A host names the artists of other pictures in `artist`.
    """
    return Printing(id=f"{card}-art", number=number, of=card, rarity=ART_RARE, artist=ARTIST, flavour=words)
