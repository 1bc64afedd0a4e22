"""One-time effects of cards in Amfibido: values that can be printed, compared, stored and read again.

They are carried out in order, by `resolve`, when something happens. Effects of a single card are `Bespoke`, by name.
When a player must be asked, the remaining work is a tuple of `Task`s with the same values. Continuous effects are in
`continuous_effects`.
"""

from enum import StrEnum

import msgspec
from quarterdeck_protocol.games.amfibido import Asked, CardId, Kind, PieceId
from quarterdeck_protocol.names import Seat


class Word(msgspec.Struct, frozen=True, gc=False):
    """Base class of all effects of cards."""


class Which(StrEnum):
    """Which of the player's cards in play an effect changes."""

    THIS = "this"
    """The card itself; for a combo move the fighter that it is on."""

    FIGHTER_HERE = "fighter_here"
    """The fighter in the dojo of this equipment; after a fight the one that fought with it, wherever either is now."""

    EQUIPMENT_HERE = "equipment_here"
    """A piece of equipment in the dojo of this fighter."""

    A_FIGHTER = "a_fighter"
    A_PIECE_OF_EQUIPMENT = "a_piece_of_equipment"
    EITHER = "either"
    ALL_FIGHTERS = "all_fighters"
    ALL_EQUIPMENT = "all_equipment"
    EVERYTHING = "everything"


class To(StrEnum):
    """Destinations of the card that a player chooses from those looked at."""

    HAND = "hand"
    PLAY_OR_DISCARD = "play_or_discard"


class Draw(Word, frozen=True, gc=False, tag="draw"):
    """Card effect: draw the top card of a level's deck."""

    level: int


class DrawActive(Word, frozen=True, gc=False, tag="draw_active"):
    """Card effect: draw from an active deck (S3:262)."""


class Discard(Word, frozen=True, gc=False, tag="discard"):
    """Card effect: discard a card from hand as a cost. Later effects in the same text refer to it."""

    fighter: bool = False
    named: bool = False
    """True if the effect depends on the card's identity, so that all players learn it, as of fighters (AF-52)."""


class DiscardMore(Word, frozen=True, gc=False, tag="discard_more"):
    """Card effect: discard any number of further fighters from hand."""


class MayDiscard(Word, frozen=True, gc=False, tag="may_discard"):
    """Card effect: you may discard a card; there are consequences for both cases."""

    then: "tuple[Effect, ...]" = ()
    otherwise: "tuple[Effect, ...]" = ()
    fighter: bool = False


class Gain(Word, frozen=True, gc=False, tag="gain"):
    """Card effect: gain power until the end of the round."""

    amount: int
    who: Which = Which.THIS


class GainPerDiscarded(Word, frozen=True, gc=False, tag="gain_per_discarded"):
    """Card effect: gain power for each card that was discarded for this effect."""

    amount: int


class Switch(Word, frozen=True, gc=False, tag="switch"):
    """Card effect: move a card to another of your dojos ("switcheroo", S3:286). It may always be declined."""

    what: Which


class Transform(Word, frozen=True, gc=False, tag="transform"):
    """Card effect: transform one of those cards, or all (S3:268)."""

    what: Which
    up_to: int = 5
    """The highest level that it works on."""


class Retire(Word, frozen=True, gc=False, tag="retire"):
    """Card effect: put a card into the discard pile."""

    what: Which


class ReturnFighter(Word, frozen=True, gc=False, tag="return_fighter"):
    """Card effect: return the fighter in this dojo to its owner's hand, unless it is knocked out."""


class LookAt(Word, frozen=True, gc=False, tag="look_at"):
    """Card effect: look at the top of a deck and choose one card; the others go under it (AF-19)."""

    count: int
    to: To
    level: int | None = None
    """`None` for an active deck, which is asked for."""


class RevealUntil(Word, frozen=True, gc=False, tag="reveal_until"):
    """Card effect: reveal cards of each of those decks until one of a kind appears; then play or discard those cards
    (S3:332)."""

    levels: tuple[int, ...]
    kind: Kind | None = None
    """`None` for a kind that is asked for: fighter or equipment."""


class Boomerang(Word, frozen=True, gc=False, tag="boomerang"):
    """Card effect: this combo move gains boomerang (S3:276)."""


class CloseDojo(Word, frozen=True, gc=False, tag="close_dojo"):
    """Card effect: no fighter may be put into this dojo for the rest of the round."""


class Bespoke(Word, frozen=True, gc=False, tag="bespoke"):
    """Card effect: an effect that only one card has, by its name in `bespoke`."""

    name: str


# Words that no card text has: what is left of another word while its player is asked.


class Become(Word, frozen=True, gc=False, tag="become"):
    """Card effect: turn a piece into another card of a level."""

    piece: PieceId
    level: int


class BecomeOneOf(Word, frozen=True, gc=False, tag="become_one_of"):
    """Card effect: turn a piece into one of the cards that were revealed for it."""

    piece: PieceId
    level: int
    cards: tuple[CardId, ...]
    rest: tuple[CardId, ...]


class Rearrange(Word, frozen=True, gc=False, tag="rearrange"):
    """Task: move cards that have not been moved yet ("switcheroo")."""

    pieces: tuple[PieceId, ...]


class PlayOrDiscard(Word, frozen=True, gc=False, tag="play_or_discard"):
    """Task: play or discard cards that an effect has shown: one of the cards looked at, or each of those revealed."""

    cards: tuple[CardId, ...]
    looked_at: bool = False


class Order(Word, frozen=True, gc=False, tag="order"):
    """Task: carry out triggered texts in the order that their owner prefers (S3:316)."""

    waiting: "tuple[Task, ...]"


class Step(StrEnum):
    """Steps that the game takes automatically."""

    END_TURN = "end_turn"
    DEAL_DRAFT = "deal_draft"
    START_ACTIONS = "start_actions"
    FIGHT = "fight"
    END_ROUND = "end_round"
    RETURN_FIGHTERS = "return_fighters"
    NEXT_ROUND = "next_round"


class Go(Word, frozen=True, gc=False, tag="go"):
    """Task: take an automatic step of the game."""

    step: Step


class Fate(Word, frozen=True, gc=False, tag="fate"):
    """Task: choose which of two cards decides where a knocked-out fighter goes (AF-38)."""

    piece: PieceId


class ActionOver(Word, frozen=True, gc=False, tag="action_over"):
    """Task: put an action card into the discard pile after it was carried out (S3:156)."""


Effect = (
    Draw
    | DrawActive
    | Discard
    | DiscardMore
    | MayDiscard
    | Gain
    | GainPerDiscarded
    | Switch
    | Transform
    | Retire
    | ReturnFighter
    | LookAt
    | RevealUntil
    | Boomerang
    | CloseDojo
    | Bespoke
    | Become
    | BecomeOneOf
    | Rearrange
    | PlayOrDiscard
    | Order
    | Go
    | Fate
    | ActionOver
)


Cost = Discard | DiscardMore
"""The instructions that pay for the rest of the same text."""


class Task(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Effects that are still to be carried out for a seat."""

    does: tuple[Effect, ...]
    seat: Seat
    card: CardId
    """The card with this text."""

    piece: PieceId | None = None
    """The card in play that it is about; for a combo move the fighter that it is on."""

    about: PieceId | None = None
    """The fighter whose fight has triggered this, by its present id (AF-20); `None` without a fight."""

    combo: PieceId | None = None
    """The combo move with this text."""

    discarded: tuple[CardId, ...] = ()
    """The cards discarded for it so far."""


class AskedInFull(Asked, frozen=True, kw_only=True, gc=False, tag="asked", omit_defaults=True):
    """A question to a player in its stored form, with all following tasks. No viewer receives the tasks."""

    then: tuple[Task, ...] = ()
