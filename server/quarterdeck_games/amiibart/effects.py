"""Effects of cards in Amiibart TCG: values that can be printed, compared, stored and read again.

`Effect`s are carried out once, in order, when something happens. `Aura`s apply while their card is in play, and are
computed on request. When a player must be asked, the remaining work is a tuple of `Task`s with the same values.
"""

from enum import StrEnum

import msgspec
from quarterdeck_protocol.games.amiibart import Asked, CardId, Element, Keyword, PieceId
from quarterdeck_protocol.names import Seat


class Word(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """Base class of all effects of cards. Its hash is computed once, because facts about texts are looked up by their
    effects."""


class Side(StrEnum):
    """Owner of Fighters, relative to the owner of the card."""

    FRIENDLY = "friendly"
    OPPOSING = "opposing"
    ANY = "any"


class Which(StrEnum):
    """How many of the matching Fighters a text means, or which ones."""

    CHOSEN = "chosen"
    ALL = "all"
    THIS = "this"
    """The Fighter with this text."""

    SUBJECT = "subject"
    """The Fighter that set the text off: the one played, attacking, attacked."""

    TARGET = "target"
    """The target of the attack in progress."""

    NEIGHBOURS = "neighbours"
    """The Fighters in the slots beside this one."""

    LEFT = "left"
    """The one in the next slot to the left of this one."""

    RIGHT = "right"
    """The one in the next slot to the right of this one."""

    ACROSS = "across"
    """The one in the same slot of the opponent."""

    BESIDE_TARGET = "beside_target"
    """The Fighters in the slots beside the attacked one."""

    LEFTMOST = "leftmost"
    RIGHTMOST = "rightmost"
    WEAKEST = "weakest"
    """The one with the least Health; of several the left-most."""

    STRONGEST = "strongest"
    """The one with the most Attack; of several the left-most."""


class Who(Word, frozen=True, gc=False, tag="who", omit_defaults=True):
    """The Fighters in play that a text means."""

    which: Which
    side: Side = Side.OPPOSING
    element: Element | None = None
    folk: str | None = None
    other: bool = False
    """True to exclude this Fighter."""

    nth: int = 0
    """Tells two chosen ones of the same kind apart."""

    tokens: bool = True
    """True if it may be a Token."""


class OnFighters(Word, frozen=True, gc=False):
    """Base class of effects that are applied to one Fighter after the other."""


class Damage(OnFighters, frozen=True, gc=False, tag="damage"):
    """Card effect: deal damage to Fighters."""

    amount: int
    who: Who


class DamagePer(OnFighters, frozen=True, gc=False, tag="damage_per"):
    """Card effect: deal damage for each of certain Fighters."""

    amount: int
    who: Who
    per: Who


class Strike(OnFighters, frozen=True, gc=False, tag="strike"):
    """Card effect: deal damage equal to this Fighter's Attack."""

    who: Who


class Heal(OnFighters, frozen=True, gc=False, tag="heal"):
    """Card effect: heal Fighters, up to the Health on their cards (S0:145)."""

    amount: int
    who: Who


class Strengthen(OnFighters, frozen=True, gc=False, tag="strengthen", omit_defaults=True):
    """Card effect: change Attack and Health, permanently or until the end of this turn."""

    who: Who
    attack: int = 0
    health: int = 0
    until_end: bool = False


class Give(OnFighters, frozen=True, gc=False, tag="give"):
    """Card effect: give a keyword, permanently or until the end of this turn."""

    keyword: Keyword
    who: Who
    until_end: bool = False
    basic: bool = False
    """Only for its next basic attack this turn."""


class Destroy(OnFighters, frozen=True, gc=False, tag="destroy"):
    """Card effect: destroy Fighters, which die regardless of their Health (AM-44)."""

    who: Who


class Return(OnFighters, frozen=True, gc=False, tag="return"):
    """Card effect: return Fighters to their owners' decks, with printed values (AM-5, AM-45)."""

    who: Who


class Summon(Word, frozen=True, gc=False, tag="summon"):
    """Card effect: summon Tokens into the left-most empty slots (S0:93)."""

    card: CardId
    count: int = 1


class Bind(OnFighters, frozen=True, gc=False, tag="bind"):
    """Card effect: reset Fighters to their printed values and remove everything else (S0:165, AM-47)."""

    who: Who


class Update(OnFighters, frozen=True, gc=False, tag="update"):
    """Card effect: discard a Fighter and summon another one in its slot (S0:167, AM-46)."""

    who: Who
    into: CardId


class Recover(Word, frozen=True, gc=False, tag="recover"):
    """Card effect: return the most recently discarded Fighters to the deck, never one with Void (S0:161)."""

    count: int


class GainEnergy(Word, frozen=True, gc=False, tag="gain_energy"):
    """Card effect: gain Energy for this turn, up to 10 (AM-75)."""

    amount: int


class Drain(Word, frozen=True, gc=False, tag="drain"):
    """Card effect: the opponent has less Energy in the next turn."""

    amount: int


class BreakHazards(Word, frozen=True, gc=False, tag="break_hazards"):
    """Card effect: destroy all Hazards of the opponent."""


class BreakStage(Word, frozen=True, gc=False, tag="break_stage"):
    """Card effect: destroy the opponent's Stage."""


class Bespoke(Word, frozen=True, gc=False, tag="bespoke"):
    """Card effect: an effect that only one card has, by its name in `bespoke`."""

    name: str


CardEffect = (
    Damage
    | DamagePer
    | Strike
    | Heal
    | Strengthen
    | Give
    | Destroy
    | Return
    | Summon
    | Bind
    | Update
    | Recover
    | GainEnergy
    | Drain
    | BreakHazards
    | BreakStage
    | Bespoke
)
"""The effects that the text of a card may have."""

ToFighter = Damage | DamagePer | Strike | Heal | Strengthen | Give | Destroy | Return | Bind | Update
"""The effects that apply to one Fighter after the other: all that are `OnFighters`."""


# Words that no card text has: how the game goes on by itself.


class Step(Word, frozen=True, gc=False, tag="step"):
    """Task: carry out one of the eight numbered steps of an attack (S0:130)."""

    number: int


class PlayOn(StrEnum):
    """Steps that the game takes automatically."""

    BEFORE_PLAY = "before_play"
    PLAY = "play"
    AFTER_PLAY = "after_play"
    BEFORE_POWER = "before_power"
    AFTER_POWER = "after_power"
    ENDING_TURN = "ending_turn"
    END_TURN = "end_turn"


class Go(Word, frozen=True, gc=False, tag="go"):
    """Task: take an automatic step of the game."""

    to: PlayOn


Effect = CardEffect | Step | Go


class Aura(Word, frozen=True, gc=False, tag="aura"):
    """Continuous card effect: while this card is in play, those Fighters have more Attack, or take less damage from
    attacks (AM-69)."""

    who: Who
    attack: int = 0
    armour: int = 0


class Task(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Effects that are still to be carried out for a seat."""

    does: tuple[Effect, ...]
    seat: Seat
    card: CardId
    """The card with this text."""

    piece: PieceId | None = None
    """The Fighter with this text."""

    slot: int | None = None
    """The present or former slot of that Fighter."""

    subject: PieceId | None = None
    """The Fighter that set it off."""

    targets: tuple[PieceId, ...] = ()
    """The targets chosen for `choosing`; an empty id where there was nothing to choose."""

    chosen_for: tuple[Who, ...] = ()
    """The effect for which the targets were chosen."""

    choosing: tuple[Who, ...] = ()
    """The choice that is still missing before it begins."""

    attack: bool = False
    """True if this is the effect of an attack of the piece."""

    starts: bool = False
    """True if it has been triggered and has not begun."""

    lingers: bool = False
    """True if it takes effect although its Fighter has left the field (AM-40)."""

    played: CardId | None = None
    """The card that is being played."""

    forge: int | None = None


class AskedInFull(Asked, frozen=True, kw_only=True, gc=False, tag="asked", omit_defaults=True):
    """A question to a player in its stored form, with all following tasks, which are not sent."""

    then: tuple[Task, ...] = ()
