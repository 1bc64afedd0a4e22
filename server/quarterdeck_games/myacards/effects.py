"""Effects of cards in MYACARDS: they are values, never closures.

A **deed** is a one-time effect, carried out when the card is played. A **law** is a continuous effect, which applies as
long as its card is on the field. It is computed on request and never stored, so that nothing has to be undone.
"""

from enum import StrEnum

import msgspec
from quarterdeck_protocol.games.myacards import Bonus, Kind

_ENTITIES = (Kind.ACTIVE, Kind.SUPPORT)


class Rarity(StrEnum):
    """Rarities of cards (S4:74…76, MY-68). The rules do not depend on them: the number of copies is limited for any
    rarity."""

    COMMON = "common"
    RARE = "rare"
    ULTRA_RARE = "ultra_rare"


class Side(StrEnum):
    """Owner of cards, relative to the player of the card with the text."""

    OWN = "own"
    THEIRS = "theirs"
    ANY = "any"


class Reach(StrEnum):
    """The places of the cards that a card text means."""

    ANYWHERE = "anywhere"
    COLUMN = "column"
    """Cards in the column of the card with this text."""

    NEAR = "near"
    """Cards in its column or a neighbouring one (S4:43)."""

    HOME = "home"
    """Cards on their own player's half."""

    ABROAD = "abroad"
    """Cards on the other half: invaders."""


class Who(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The cards on the field that a text means."""

    kinds: tuple[Kind, ...] = (Kind.ACTIVE,)
    side: Side = Side.OWN
    reach: Reach = Reach.ANYWHERE
    affinity: str = ""
    taxon: str = ""
    """A set of three letters that their classification has in any place (S4:30, MY-63)."""


# Deeds on cards of the field.


class Chip(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="chip", omit_defaults=True):
    """Card effect: change the statistics of cards by point chips."""

    attack: int = 0
    defense: int = 0
    speed: int = 0
    turns: int | None = None
    """The number of turns, including this one; `null` for the rest of the match."""


class Remove(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="remove", omit_defaults=True):
    """Card effect: remove cards from play."""

    ban: bool = False
    """True if the card may never come back (S4:127)."""


class SendBack(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="send_back"):
    """Card effect: return cards to their owners' hands."""


class Shift(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="shift"):
    """Card effect: move a card to a free zone of its kind on its player's half (S4:124)."""


class AttackAgain(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="attack_again"):
    """Card effect: allow cards another attack this turn (MY-46)."""


class Still(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="still"):
    """Card effect: forbid cards to attack."""

    turns: int


class Shield(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="shield"):
    """Card effect: protect cards from being removed by attacks."""

    turns: int


OnPiece = Chip | Remove | SendBack | Shift | AttackAgain | Still | Shield


class Chosen(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="chosen"):
    """Card effect: apply an effect to a card that the player chooses."""

    who: Who
    does: OnPiece


class Every(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="every"):
    """Card effect: apply an effect to all cards that the text means."""

    who: Who
    does: OnPiece


# Deeds on hands, decks and Oblivion.


class Draw(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="draw"):
    """Card effect: draw cards, as far as there are any (G-6)."""

    cards: int


class TheyDiscard(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="they_discard"):
    """Card effect: the opponent discards cards of their choice."""

    cards: int


class TakeFromHand(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="take_from_hand"):
    """Card effect: look at the opponent's hand and choose a card of it that is discarded."""


class SeeHand(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="see_hand"):
    """Card effect: look at the opponent's hand."""


class Recover(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="recover"):
    """Card effect: take a card of these kinds from your Oblivion into your hand; never a banned one (S4:126)."""

    kinds: tuple[Kind, ...]


class Mill(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="mill"):
    """Card effect: the top cards of the opponent's deck go to Oblivion (the discard pile)."""

    cards: int


class Waive(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="waive"):
    """Card effect: the next card placed this turn needs fewer sacrifices."""

    sacrifices: int


Deed = Chosen | Every | Draw | TheyDiscard | TakeFromHand | SeeHand | Recover | Mill | Waive


# Laws: what holds as long as the card lies there.


class Aura(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="aura", omit_defaults=True):
    """Continuous card effect: statistics of cards are higher or lower."""

    who: Who
    attack: int = 0
    defense: int = 0
    speed: int = 0


class Eases(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="eases"):
    """Continuous card effect: cards need fewer sacrifices, or, with a negative number, more."""

    side: Side
    sacrifices: int


class Guards(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="guards", omit_defaults=True):
    """Continuous card effect: these cards cannot be attacked."""

    who: Who
    turns: int | None = None
    """The number of turns, counted from the first of the match; `null` for as long as the card stays there."""


class Withstands(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="withstands"):
    """Continuous card effect: these support cards are removed only by an attack of this much or more (S4:90)."""

    who: Who
    attack: int


class Swift(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="swift"):
    """Continuous card effect: these cards may attack twice each turn."""

    who: Who


class Reverses(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="reverses"):
    """Continuous card effect: all cards attack in the order from the slowest to the fastest."""


class Unordered(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="unordered"):
    """Continuous card effect: the player's cards attack in any order."""


class Bars(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="bars"):
    """Continuous card effect: the opponent cannot place cards on the player's half."""


class Cancels(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="cancels"):
    """Continuous card effect: these bonuses add nothing for the players that the text means."""

    side: Side
    bonuses: tuple[Bonus, ...]


class Crowns(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="crowns"):
    """Continuous card effect: the player has the Tyrant's bonus with this number of filled zones."""

    zones: int


class LargerHand(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="larger_hand"):
    """Continuous card effect: the player may keep more cards at the end of a turn."""

    cards: int


class DrawsMore(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag="draws_more"):
    """Continuous card effect: the player draws more cards at the start of a turn, if there are any."""

    cards: int


Law = (
    Aura | Eases | Guards | Withstands | Swift | Reverses | Unordered | Bars | Cancels | Crowns | LargerHand | DrawsMore
)


class Card(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A card of MYACARDS in the form that the rules use."""

    id: str
    number: int = 0
    """The card's number in its set, used by deck codes; from 1, and never changed."""

    name: str
    kind: Kind
    rarity: Rarity = Rarity.COMMON
    english: str = ""
    sets: tuple[str, ...] = ()
    """The classification sets; none for a figure."""

    affinities: tuple[str, ...] = ()
    attack: int = 0
    defense: int = 0
    speed: int = 0
    sacrifices: int = 0
    junior_of: str = ""
    """The id of the required Senior; empty for a Senior (S4:92)."""

    does: tuple[Deed, ...] = ()
    laws: tuple[Law, ...] = ()
    turns: int | None = None
    """The number of turns for which it stays, including the first; `null` if it does not count turns."""

    text: str = ""

    @property
    def is_entity(self) -> bool:
        return self.kind in _ENTITIES

    @property
    def stays(self) -> bool:
        """True if the card stays on the field after it was carried out (MY-51)."""
        return self.is_entity or bool(self.laws)
