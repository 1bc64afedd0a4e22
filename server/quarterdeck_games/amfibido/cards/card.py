"""The type of a card in Amfibido: its printed values, and its text as effects."""

from enum import StrEnum
from typing import Any

import msgspec
from quarterdeck_protocol.games.amfibido import CardId, Face, Kind, Outcome, Species

from quarterdeck_games.amfibido.continuous_effects import Constant
from quarterdeck_games.amfibido.effects import Effect


class When(StrEnum):
    """Triggers of abilities that take effect automatically."""

    ENTERED = "entered"
    """This fighter has entered a dojo, in any way (AF-15)."""

    ENTERED_FROM_HAND = "entered_from_hand"
    DISCARDED = "discarded"
    """This card was discarded from hand."""

    COMBO_PLAYED = "combo_played"
    """A combo move was played on this fighter."""

    WON = "won"
    """The fighter, or the fighter here, has won its fight."""

    LOST = "lost"
    WON_ROUND = "won_round"
    SWEPT = "swept"
    """You have won all three fights."""

    BEFORE_DRAFT = "before_draft"
    AFTER_DRAFT = "after_draft"
    BEFORE_FIGHTS = "before_fights"


class On(msgspec.Struct, frozen=True, gc=False):
    """An ability of a card that takes effect automatically."""

    when: When
    does: tuple[Effect, ...]
    rounds: tuple[int, ...] = ()
    """Only in those rounds, if it names some."""


class Need(StrEnum):
    """Requirements of an action in Amfibido (G-5, AF-10)."""

    CARD = "card"
    TWO_CARDS = "two_cards"
    FIGHTER_CARD = "fighter_card"
    FIGHTER_HERE = "fighter_here"
    LOW_EQUIPMENT_HERE = "low_equipment_here"
    A_FIGHTER = "a_fighter"
    A_FIGHTER_OR_RESTING = "a_fighter_or_resting"
    """A fighter in a dojo or in the cooldown zone (AF-55)."""

    EQUIPMENT = "equipment"


class Ability(msgspec.Struct, frozen=True, gc=False):
    """An ability of a card that is used as an action. Its cost is paid first (AF fact 8)."""

    does: tuple[Effect, ...]
    needs: tuple[Need, ...] = ()
    once: bool = False
    """Only once a round."""


class KnocksOut(StrEnum):
    """The fighter that a card knocks out after a fight by its own text, not by the keyword."""

    ITSELF = "itself"
    """The fight of its own fighter, with any result."""

    OPPONENT = "opponent"
    """The fight of the opposing fighter, with any result."""

    WINNER = "winner"
    """The opposing fighter, if it wins."""


class Card(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A card of Amfibido with its text."""

    id: CardId
    name: str
    kind: Kind
    level: int = 0
    text: str = ""
    power: int | None = None
    star: bool = False
    """True if a `*` adds to the printed power."""

    species: tuple[Species, ...] = ()
    always: tuple[Constant, ...] = ()
    on: tuple[On, ...] = ()
    does: tuple[Effect, ...] = ()
    """The effects of an action card or combo move as it is played."""

    needs: tuple[Need, ...] = ()
    ability: Ability | None = None
    boomerang: bool = False
    boomerang_after: tuple[Outcome, ...] = ()
    """The card has boomerang if its fighter's fight ended with this result."""

    knocks_out: KnocksOut | None = None
    knockout: bool = False
    """For a combo move: its fighter knocks out each fighter that it defeats."""

    knockout_on: Species | None = None
    """For a combo move: if its fighter is of this species, it knocks out each fighter that it defeats, and it gains
    boomerang.
    """

    def triggers(self, when: When) -> tuple[On, ...]:
        """Return those abilities of the card that this trigger starts."""
        return tuple([on for on in self.on if on.when is when]) if self.on else ()


def face_of(card: Card) -> Face:
    """Return the printed face of a card."""
    return Face(
        name=card.name, kind=card.kind, level=card.level, species=card.species, power=_power(card), text=card.text
    )


def _power(card: Card) -> str:
    if card.power is None:
        return ""
    sign = "" if card.kind is Kind.FIGHTER else "+"
    if not card.star:
        return f"{sign}{card.power}"
    return "+*" if card.kind is Kind.EQUIPMENT else f"{card.power}+*"


def fighter(level: int, name: str, species: Species, power: int, text: str = "", **more: Any) -> Card:
    return _card(level, name, Kind.FIGHTER, power, text, species=(species,), **more)


def equipment(level: int, name: str, power: int | None, text: str = "", **more: Any) -> Card:
    return _card(level, name, Kind.EQUIPMENT, power, text, **more)


def combo(level: int, name: str, power: int | None, text: str = "", **more: Any) -> Card:
    return _card(level, name, Kind.COMBO, power, text, **more)


def action(level: int, name: str, text: str, *does: Effect, needs: tuple[Need, ...] = ()) -> Card:
    return _card(level, name, Kind.ACTION, None, text, does=does, needs=needs)


def sensei(name: str, text: str, **more: Any) -> Card:
    return _card(0, name, Kind.SENSEI, None, text, **more)


def _card(level: int, name: str, kind: Kind, power: int | None, text: str, **more: Any) -> Card:
    slug = CardId(name.lower().replace("'", "").replace(" ", "-"))
    return Card(id=slug, name=name, kind=kind, level=level, power=power, text=text, **more)
