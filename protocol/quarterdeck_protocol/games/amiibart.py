"""The message shapes of Amiibart TCG: options, actions, events and views.

Nothing is hidden (S0:35): a card that has not been played is only its face, a `CardId`. A Fighter in play is a
**piece** with an id of its own. Slots are numbered 1 to 5 from the left (S0:116). Texts of cards are in the catalogue.
"""

from enum import StrEnum
from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.marks import EACH_SEAT, CardName, PieceName, each_place, place
from quarterdeck_protocol.names import Seat, Whole
from quarterdeck_protocol.tagged import Tagged

CardId = NewType("CardId", CardName)
"""The face of a card, a Token or a Power, in lower case with hyphens: `trip-wire`. That of an Art Rare is the id of the
printing, `deluge-art`; its card is in the catalogue (AM-72)."""

PieceId = NewType("PieceId", PieceName)
"""A Fighter in play. Ids are given in the order in which Fighters come into play."""

Cards = tuple[CardId, ...]
Pieces = tuple[PieceId, ...]

Slot = Annotated[Whole, place("slot")]
"""One of a seat's five slots, from 1 on the left."""


class DoubleLoss(StrEnum):
    """Option: the result when both players lose at once by Death Tokens."""

    DRAW = "draw"
    """The match is a draw."""

    SUDDEN_DEATH = "sudden_death"
    """Both players continue. The first one with more Death Tokens after an action loses."""


class Options(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The options of a table of Amiibart TCG."""

    turn_cap: Annotated[int, Meta(ge=10, le=1_000, title="Last turn")] = 100
    """The number of turns of both players together after which the match is a draw: from 10 to 1,000."""

    double_loss: Annotated[DoubleLoss, Meta(title="Both lose at once")] = DoubleLoss.DRAW
    """The result when both players lose at once by Death Tokens."""


class Element(StrEnum):
    """Elements (the colours of this game) of which decks are built (S0:17, S0:19). The launch set has cards of ten of
    them (AM-73)."""

    DARK = "dark"
    LIGHT = "light"
    FIRE = "fire"
    ELW = "elw"
    MAGIC = "magic"
    WEAPON = "weapon"
    TECH = "tech"
    BRUTE = "brute"
    ELECTRIC = "electric"
    ANIMAL = "animal"
    FIGHTER = "fighter"
    TANK = "tank"
    WARRIOR = "warrior"
    ASSASSIN = "assassin"
    SPECIALTY = "specialty"


class Kind(StrEnum):
    """Kinds of cards in Amiibart TCG."""

    FIGHTER = "fighter"
    SPELL = "spell"
    HAZARD = "hazard"
    STAGE = "stage"
    TOKEN = "token"  # noqa: S105 - a kind of Fighter
    POWER = "power"


class Keyword(StrEnum):
    """Keywords that a Fighter card may have in play (S0:151)."""

    LIFESTEAL = "lifesteal"
    BLOCK = "block"
    INSTAKILL = "instakill"
    SWIFT = "swift"
    VOID = "void"


class Reason(StrEnum):
    """Reason for the end of a match of Amiibart TCG."""

    DEATH_TOKENS = "death_tokens"
    """A player has too many Death Tokens."""

    NO_FIGHTERS = "no_fighters"
    """A player has no Fighter in play at the end of a turn."""

    NOTHING_LEFT = "nothing_left"
    """A player has no cards and no Fighters left."""

    IDLE = "idle"
    """A player has taken no action for three turns."""

    LEFT = "left"
    """A player left for good."""

    TURN_CAP = "turn_cap"
    """The last turn is over."""

    LOOP = "loop"
    """Effects caused each other without end."""


class Stage(StrEnum):
    """Stages of a match of Amiibart TCG."""

    NOT_BEGUN = "not_begun"
    TURN_ONE = "turn_one"
    TURNS = "turns"
    OVER = "over"


# What players do.


class PlayFighter(Tagged, frozen=True, kw_only=True, gc=False, tag="play_fighter"):
    """Action: put a Fighter card into one of your empty slots."""

    card: CardId
    slot: Slot
    forge: Whole | None = None
    """Which of its Forge effects, counted from 0."""


class PlaySpell(Tagged, frozen=True, kw_only=True, gc=False, tag="play_spell"):
    """Action: play a Spell card; its targets are chosen now (AM-54)."""

    card: CardId
    targets: Pieces = ()
    forge: Whole | None = None
    """Which of its Forge effects, counted from 0."""


class PlayHazard(Tagged, frozen=True, kw_only=True, gc=False, tag="play_hazard"):
    """Action: put a Hazard card into play."""

    card: CardId


class PlayStage(Tagged, frozen=True, kw_only=True, gc=False, tag="play_stage"):
    """Action: put a Stage card into play; it replaces your present one."""

    card: CardId


class Attack(Tagged, frozen=True, kw_only=True, gc=False, tag="attack"):
    """Action: make a basic attack."""

    piece: PieceId
    target: PieceId


class UseAttack(Tagged, frozen=True, kw_only=True, gc=False, tag="use_attack"):
    """Action: use a special attack of a Fighter."""

    piece: PieceId
    attack: Whole
    """Which one, counted from 0."""

    targets: Pieces = ()


class UsePower(Tagged, frozen=True, kw_only=True, gc=False, tag="use_power"):
    """Action: use an Active Power card."""

    power: CardId
    targets: Pieces = ()


class EndTurn(Tagged, frozen=True, kw_only=True, gc=False, tag="end_turn"):
    """Action: end your turn."""


class Choose(Tagged, frozen=True, kw_only=True, gc=False, tag="choose"):
    """Action: answer a question by choosing a Fighter for an effect."""

    piece: PieceId


Action = PlayFighter | PlaySpell | PlayHazard | PlayStage | Attack | UseAttack | UsePower | EndTurn | Choose

# What happens.


class CoinFlipped(Tagged, frozen=True, kw_only=True, gc=False, tag="coin_flipped"):
    """Event: the coin flip has decided the starting seat (S0:37)."""

    starting_seat: Seat
    libraries: Annotated[tuple[Cards, ...], EACH_SEAT]
    """Every card of each seat."""

    powers: Annotated[tuple[Cards, ...], EACH_SEAT]
    """Each seat's Primary and Secondary Power."""


class TurnBegan(Tagged, frozen=True, kw_only=True, gc=False, tag="turn_began"):
    """Event: a turn begins; Energy is refilled."""

    seat: Seat
    turn: int
    energy: int


class PowersRevealed(Tagged, frozen=True, kw_only=True, gc=False, tag="powers_revealed"):
    """Event: a seat puts its Powers into play (S0:39)."""

    seat: Seat
    powers: Cards


class CardPlayed(Tagged, frozen=True, kw_only=True, gc=False, tag="card_played"):
    """Event: a card was announced and paid for; its effect comes next."""

    seat: Seat
    card: CardId
    cost: int
    slot: Slot | None = None
    targets: Pieces = ()
    forge: int | None = None


class FighterEntered(Tagged, frozen=True, kw_only=True, gc=False, tag="fighter_entered"):
    """Event: a Fighter comes into play."""

    seat: Seat
    card: CardId
    piece: PieceId
    slot: Slot
    summoned: bool = False


class Wasted(Tagged, frozen=True, kw_only=True, gc=False, tag="wasted"):
    """Event: a played card had no effect; a Fighter card goes back to the deck (AM-54)."""

    seat: Seat
    card: CardId


class SpellDone(Tagged, frozen=True, kw_only=True, gc=False, tag="spell_done"):
    """Event: a Spell card has taken effect and is discarded."""

    seat: Seat
    card: CardId
    wasted: bool = False
    """True if nothing was left for it to do."""


class HazardSet(Tagged, frozen=True, kw_only=True, gc=False, tag="hazard_set"):
    """Event: a Hazard card was put into play, and waits for its trigger."""

    seat: Seat
    card: CardId


class StageSet(Tagged, frozen=True, kw_only=True, gc=False, tag="stage_set"):
    """Event: a Stage card was put into play; the earlier one is discarded."""

    seat: Seat
    card: CardId


class HazardTripped(Tagged, frozen=True, kw_only=True, gc=False, tag="hazard_tripped"):
    """Event: a Hazard card was triggered: it takes effect and is discarded."""

    seat: Seat
    card: CardId


class HazardLost(Tagged, frozen=True, kw_only=True, gc=False, tag="hazard_lost"):
    """Event: a Hazard card was destroyed."""

    seat: Seat
    card: CardId


class StageLost(Tagged, frozen=True, kw_only=True, gc=False, tag="stage_lost"):
    """Event: a Stage card was destroyed."""

    seat: Seat
    card: CardId


class Attacked(Tagged, frozen=True, kw_only=True, gc=False, tag="attacked"):
    """Event: a Fighter attacks."""

    seat: Seat
    card: CardId
    piece: PieceId
    targets: Pieces
    """The attacked Fighters."""

    target_cards: Cards = ()
    """The cards of those Fighters. Some Fighters may have left the field before a client reads this."""

    chosen: Pieces = ()
    """The chosen targets of its text."""

    attack: int | None = None
    """Which special attack; `None` for a basic one."""

    cost: int = 0


class Fizzled(Tagged, frozen=True, kw_only=True, gc=False, tag="fizzled"):
    """Event: an attack has no effect, because the attacker or the target has left play (AM-39)."""

    seat: Seat
    card: CardId


class AttackEnded(Tagged, frozen=True, kw_only=True, gc=False, tag="attack_ended"):
    """Event: an attack is over, with all its consequences."""

    seat: Seat


class PowerUsed(Tagged, frozen=True, kw_only=True, gc=False, tag="power_used"):
    """Event: an Active Power card was used."""

    seat: Seat
    power: CardId
    cost: int
    targets: Pieces = ()


class Triggered(Tagged, frozen=True, kw_only=True, gc=False, tag="triggered"):
    """Event: a card's text takes effect because something has triggered it."""

    seat: Seat
    card: CardId


class Damaged(Tagged, frozen=True, kw_only=True, gc=False, tag="damaged"):
    """Event: a Fighter is dealt damage."""

    seat: Seat
    piece: PieceId
    card: CardId
    amount: int
    by: CardId


class Healed(Tagged, frozen=True, kw_only=True, gc=False, tag="healed"):
    """Event: a Fighter is healed."""

    seat: Seat
    piece: PieceId
    card: CardId
    amount: int
    by: CardId


class Strengthened(Tagged, frozen=True, kw_only=True, gc=False, tag="strengthened"):
    """Event: a Fighter's Attack or Health changes."""

    seat: Seat
    piece: PieceId
    card: CardId
    attack: int = 0
    health: int = 0
    until_end: bool = False
    """Only until the end of this turn."""


class KeywordGained(Tagged, frozen=True, kw_only=True, gc=False, tag="keyword_gained"):
    """Event: a Fighter gains a keyword."""

    seat: Seat
    piece: PieceId
    card: CardId
    keyword: Keyword
    until_end: bool = False
    basic: bool = False
    """Only for its next basic attack this turn: a special attack makes it void."""


class Doomed(Tagged, frozen=True, kw_only=True, gc=False, tag="doomed"):
    """Event: a Fighter is destroyed, regardless of its Health."""

    seat: Seat
    piece: PieceId
    card: CardId


class Died(Tagged, frozen=True, kw_only=True, gc=False, tag="died"):
    """Event: a Fighter died and left play; `tokens` is the number of Death Tokens that its owner has now."""

    seat: Seat
    piece: PieceId
    card: CardId
    slot: Slot
    tokens: int


class Returned(Tagged, frozen=True, kw_only=True, gc=False, tag="returned"):
    """Event: a Fighter went back to its owner's deck; a Token card disappears."""

    seat: Seat
    piece: PieceId
    card: CardId


class Updated(Tagged, frozen=True, kw_only=True, gc=False, tag="updated"):
    """Event: a Fighter was discarded and replaced by another one (S0:167)."""

    seat: Seat
    piece: PieceId
    card: CardId


class Bound(Tagged, frozen=True, kw_only=True, gc=False, tag="bound"):
    """Event: a Fighter was reset to its printed values (S0:165)."""

    seat: Seat
    piece: PieceId
    card: CardId


class Recovered(Tagged, frozen=True, kw_only=True, gc=False, tag="recovered"):
    """Event: a discarded card goes back to its owner's deck."""

    seat: Seat
    card: CardId


class EnergyChanged(Tagged, frozen=True, kw_only=True, gc=False, tag="energy_changed"):
    """Event: a seat gains or loses Energy."""

    seat: Seat
    amount: int


class Drained(Tagged, frozen=True, kw_only=True, gc=False, tag="drained"):
    """Event: a seat will have less Energy in its next turn."""

    seat: Seat
    amount: int


class LoopCut(Tagged, frozen=True, kw_only=True, gc=False, tag="loop_cut"):
    """Event: a chain of card texts would never end, so the rest of it is ignored (AM-61)."""

    seat: Seat


class Asked(Tagged, frozen=True, kw_only=True, gc=False, tag="asked"):
    """Event: a seat must choose a Fighter."""

    seat: Seat
    about: CardId
    options: Pieces


class Answered(Tagged, frozen=True, kw_only=True, gc=False, tag="answered"):
    """Event: a seat has chosen a Fighter."""

    seat: Seat
    piece: PieceId


class HouseChose(Tagged, frozen=True, kw_only=True, gc=False, tag="house_chose"):
    """Event: the server chose a Fighter for a seat without asking the player, because the choice makes no difference
    (AM-71)."""

    seat: Seat
    about: CardId
    piece: PieceId
    card: CardId


class TurnEnded(Tagged, frozen=True, kw_only=True, gc=False, tag="turn_ended"):
    """Event: a turn ended, and all effects that last until its end with it."""

    seat: Seat
    idle: int
    """Number of turns in a row in which the seat has done nothing (AM-24)."""


class Lapsed(Tagged, frozen=True, kw_only=True, gc=False, tag="lapsed"):
    """Event: a player ran out of time."""

    seat: Seat


class Left(Tagged, frozen=True, kw_only=True, gc=False, tag="left"):
    """Event: a player conceded the match."""

    seat: Seat


class SuddenDeath(Tagged, frozen=True, kw_only=True, gc=False, tag="sudden_death"):
    """Event: both players have lost at once, so the next difference in Death Tokens decides (AM-28)."""


class MatchEnded(Tagged, frozen=True, kw_only=True, gc=False, tag="match_ended"):
    """Event: the match is over."""

    places: Annotated[tuple[int, ...], EACH_SEAT]
    reason: Reason


Event = (
    CoinFlipped
    | TurnBegan
    | PowersRevealed
    | CardPlayed
    | FighterEntered
    | Wasted
    | SpellDone
    | HazardSet
    | StageSet
    | HazardTripped
    | HazardLost
    | StageLost
    | Attacked
    | Fizzled
    | AttackEnded
    | PowerUsed
    | Triggered
    | Damaged
    | Healed
    | Strengthened
    | KeywordGained
    | Doomed
    | Died
    | Returned
    | Updated
    | Bound
    | Recovered
    | EnergyChanged
    | Drained
    | LoopCut
    | Asked
    | Answered
    | HouseChose
    | TurnEnded
    | Lapsed
    | Left
    | SuddenDeath
    | MatchEnded
)

# What is seen.


class FighterView(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A Fighter in play."""

    piece: PieceId
    card: CardId
    seat: Seat
    slot: Slot
    attack: int
    health: int
    keywords: tuple[Keyword, ...] = ()
    may_attack: bool = False
    """True if it may still attack this turn."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The state of a seat in Amiibart TCG."""

    seat: Seat
    energy: int
    tokens: int
    """Death Tokens: five lose (S0:49)."""

    slots: Annotated[tuple[FighterView | None, ...], each_place("slot", 1)]
    powers: Cards = ()
    used: Cards = ()
    """Active Powers used this turn."""

    hazards: Cards = ()
    stage: CardId | None = None
    library: dict[CardId, int] = {}
    """Every card not played yet, and how many of it."""

    discarded: Cards = ()
    removed: Cards = ()
    """Cards with Void stay here."""

    fighters_played: int = 0
    idle: int = 0
    drained: int = 0
    """Reduction of its Energy in its next turn."""

    must_play_fighter: bool = False
    """True if it loses at the end of this turn unless it has a Fighter by then or has played one (S0:51)."""

    must_act: bool = False
    """True if it loses at the end of this turn unless it attacks, plays a card or uses an Active Power (S0:55)."""


class Question(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A question to a player, in the view of a match."""

    seat: Seat
    about: CardId
    options: Pieces


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The state of a match of Amiibart TCG, which is visible to everybody."""

    stage: Stage
    turn: int
    turn_cap: int
    seats: tuple[SeatView, ...]
    turn_seat: Seat | None = None
    question: Question | None = None
    sudden_death: bool = False
