"""Words of card texts for effects that are done: values that can be printed, compared, kept and read again.

Effects are done, in order, when something happens; `resolve` carries them out. Effects of a single card are `Bespoke`,
by name. When a player must be asked, the remaining work is a tuple of `Task`s: the same values. Effects that hold as
long as a card is in play are in `continuous_effects`.
"""

from enum import StrEnum

import msgspec
from quarterdeck_protocol.games.amfibido import Asked, CardId, Kind, PieceId
from quarterdeck_protocol.names import Seat


class Word(msgspec.Struct, frozen=True, gc=False):
    """The base of all words: a value."""


class Which(StrEnum):
    """Which of your cards in play an effect is about."""

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
    """Destinations of the card chosen from those looked at."""

    HAND = "hand"
    PLAY_OR_DISCARD = "play_or_discard"


class Draw(Word, frozen=True, gc=False, tag="draw"):
    """Draw the top card of a level's deck."""

    level: int


class DrawActive(Word, frozen=True, gc=False, tag="draw_active"):
    """Draw from an active deck (S3:262)."""


class Discard(Word, frozen=True, gc=False, tag="discard"):
    """Discard a card from hand: a cost. The words that follow in the same text know which it was."""

    fighter: bool = False
    named: bool = False
    """Whether what follows goes by what the card is, so that everybody is told it, as of fighters (AF-52)."""


class DiscardMore(Word, frozen=True, gc=False, tag="discard_more"):
    """Discard any number of further fighters from hand."""


class MayDiscard(Word, frozen=True, gc=False, tag="may_discard"):
    """Discard a card or not, and the consequences of either."""

    then: "tuple[Effect, ...]" = ()
    otherwise: "tuple[Effect, ...]" = ()
    fighter: bool = False


class Gain(Word, frozen=True, gc=False, tag="gain"):
    """Gain power until the end of the round."""

    amount: int
    who: Which = Which.THIS


class GainPerDiscarded(Word, frozen=True, gc=False, tag="gain_per_discarded"):
    """Gain power for each card that was discarded for it."""

    amount: int


class Switch(Word, frozen=True, gc=False, tag="switch"):
    """Switcheroo (S3:286): it may always be declined."""

    what: Which


class Transform(Word, frozen=True, gc=False, tag="transform"):
    """Transform (S3:268) one of those, or all."""

    what: Which
    up_to: int = 5
    """The highest level that it works on."""


class Retire(Word, frozen=True, gc=False, tag="retire"):
    """Put into the discard pile."""

    what: Which


class ReturnFighter(Word, frozen=True, gc=False, tag="return_fighter"):
    """Return the fighter here to its owner's hand unless it is knocked out."""


class LookAt(Word, frozen=True, gc=False, tag="look_at"):
    """Look at the top of a deck and choose one card; the others go under it (AF-19)."""

    count: int
    to: To
    level: int | None = None
    """`None` for an active deck, which is asked for."""


class RevealUntil(Word, frozen=True, gc=False, tag="reveal_until"):
    """Reveal cards of each of those decks until one of a kind appears; then play or discard those (S3:332)."""

    levels: tuple[int, ...]
    kind: Kind | None = None
    """`None` for a kind that is asked for: fighter or equipment."""


class Boomerang(Word, frozen=True, gc=False, tag="boomerang"):
    """This combo move gains boomerang (S3:276)."""


class CloseDojo(Word, frozen=True, gc=False, tag="close_dojo"):
    """No fighter may be put into this dojo for the rest of the round."""


class Bespoke(Word, frozen=True, gc=False, tag="bespoke"):
    """A word that only one card needs, by its name in `bespoke`."""

    name: str


# Words that no card text has: what is left of another word while its player is asked.


class Become(Word, frozen=True, gc=False, tag="become"):
    """Turn a piece into another card of a level."""

    piece: PieceId
    level: int


class BecomeOneOf(Word, frozen=True, gc=False, tag="become_one_of"):
    """Turn a piece into one of the cards that were revealed for it."""

    piece: PieceId
    level: int
    cards: tuple[CardId, ...]
    rest: tuple[CardId, ...]


class Rearrange(Word, frozen=True, gc=False, tag="rearrange"):
    """Switcheroo those that have not been moved yet."""

    pieces: tuple[PieceId, ...]


class PlayOrDiscard(Word, frozen=True, gc=False, tag="play_or_discard"):
    """Play or discard the cards of an effect: one of the cards looked at, or each of those revealed."""

    cards: tuple[CardId, ...]
    looked_at: bool = False


class Order(Word, frozen=True, gc=False, tag="order"):
    """Carry out triggered texts in the order that their controller prefers (S3:316)."""

    waiting: "tuple[Task, ...]"


class Step(StrEnum):
    """Steps by which the game goes on by itself."""

    END_TURN = "end_turn"
    DEAL_DRAFT = "deal_draft"
    START_ACTIONS = "start_actions"
    FIGHT = "fight"
    END_ROUND = "end_round"
    RETURN_FIGHTERS = "return_fighters"
    NEXT_ROUND = "next_round"


class Go(Word, frozen=True, gc=False, tag="go"):
    """Go on with the game."""

    step: Step


class Fate(Word, frozen=True, gc=False, tag="fate"):
    """Choose which of two cards decides where a knocked-out fighter goes (AF-38)."""

    piece: PieceId


class ActionOver(Word, frozen=True, gc=False, tag="action_over"):
    """Put the action card, which has been carried out, into the discard pile (S3:156)."""


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
"""The words that pay for what follows them in the same text."""


class Task(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Effects that are still to be carried out, and their seat."""

    does: tuple[Effect, ...]
    seat: Seat
    card: CardId
    """The card whose text this is."""

    piece: PieceId | None = None
    """The card in play that it is about; for a combo move the fighter that it is on."""

    about: PieceId | None = None
    """The fighter whose fight has set this off, under the id that it has by now (AF-20); `None` if no fight has."""

    combo: PieceId | None = None
    """The combo move whose text this is."""

    discarded: tuple[CardId, ...] = ()
    """What was discarded for it so far."""


class AskedInFull(Asked, frozen=True, kw_only=True, gc=False, tag="asked", omit_defaults=True):
    """A question as it is stored: with all following tasks, which no viewer ever receives."""

    then: tuple[Task, ...] = ()
