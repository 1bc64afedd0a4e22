"""MYACARDS: options, actions, events and views.

A card in a hand, in a deck or in Oblivion is only its face, a `CardId`. A card on the field is a **piece** with an id
of its own, which it gets as it comes into play and loses as it leaves. A **zone** is named `half.row.column`: the seat
that owns this half of the field, its row from 1 (nearest its owner) to 4, its column from 0 to 7, which both halves
share. In row 1, columns 0 to 2 are for events, 3 to 5 for effects, 6 and 7 for dominions.

A choice of `place` or `attack` names one zone or target, and is sent as it is. Only matches of older rules may offer
**patterns**: `one_of` says which field lists several; an action names one of those and leaves `one_of` out.
"""

from enum import StrEnum
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.marks import EACH_SEAT, OPEN, CardName, PieceName, ZoneName
from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.tagged import Tagged

CardId = NewType("CardId", CardName)
"""The face of a card, in lower case with hyphens: `panthera-leo`."""

PieceId = NewType("PieceId", PieceName)
"""A card on the field. Ids are given in the order in which cards come into play, which all players see."""

ZoneId = NewType("ZoneId", ZoneName)
"""A place on the field: `0.3.5` is row 3, column 5 of the half of seat 0."""

Cards = tuple[CardId, ...]


class Options(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The options of a table of MYACARDS."""

    opening_hand: Annotated[int, Meta(ge=1, le=8, title="Opening hand")] = 5
    """The cards dealt before the first draw, from 1 to 8."""

    deck_min: Annotated[int, Meta(ge=45, le=50, title="Smallest deck")] = 45
    """The fewest cards in a deck, from 45 (rules 1.51) to 50 (rules 1.6)."""

    turn_cap: Annotated[int, Meta(ge=4, le=400, title="Last turn")] = 200
    """After this many turns the match is a draw, from 4 to 400."""

    effect_copies: Annotated[int, Meta(ge=2, le=200, title="Copies of an effect")] = 2
    """Most copies of one effect card in a deck, from 2 to 200: the rules name no limit."""

    declare_bonus: Annotated[bool, Meta(title="Bonuses are called")] = False
    """True if a bonus counts only once its player calls it, as at a table with printed cards."""


class Kind(StrEnum):
    """Kinds of cards in MYACARDS."""

    ACTIVE = "active"
    SUPPORT = "support"
    DOMINION = "dominion"
    EVENT = "event"
    EFFECT = "effect"


class Bonus(StrEnum):
    """Bonuses for the arrangement of cards on the field."""

    TYRANT = "tyrant"
    PACK = "pack"
    SISTER_TAXA = "sister_taxa"
    PHYLOGENETIC = "phylogenetic"


Numbers = tuple[int, int, int]
"""Attack, defense and speed, in this order: ATK, DFS and SPD."""


class Face(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The printed face of a card."""

    name: str = ""
    """A title; empty for a species, whose id is its genus and species: `panthera-leo` is *Panthera leo*. The catalogue
    has its English name.
    """

    kind: Kind = Kind.ACTIVE

    sets: str = ""
    """The classification: its sets of three letters from the broadest to the narrowest, with spaces between."""

    affinities: str = ""
    """The terrains, with spaces between."""

    stats: Numbers | None = None
    """An active card's attack, defense and speed."""

    sacrifices: int = 0
    """Number of cards that must be sacrificed for it."""

    junior_of: str = ""
    """The name of the card that must be in play for it."""

    lasting: bool = False
    """True if a dominion, event or effect stays on the field; entities always do."""

    text: str = ""


# What players do.


class KeepHand(Tagged, frozen=True, kw_only=True, gc=False, tag="keep_hand"):
    """Action: keep the opening hand."""


class Mulligan(Tagged, frozen=True, kw_only=True, gc=False, tag="mulligan"):
    """Action: show an opening hand from which no entity can be placed on the first turn, and draw another."""


class Place(Tagged, frozen=True, kw_only=True, gc=False, tag="place", omit_defaults=True):
    """Action: place an entity card from your hand. A card that needs sacrifices asks for them afterwards."""

    card: CardId
    zones: Annotated[tuple[ZoneId, ...], OPEN]
    """The zone for the card. A choice with `one_of` lists all possible zones."""

    one_of: Literal["zones"] | None = None
    """Only in a match under older rules, in a choice that stands for several actions: `zones`. An action names one of
    them.
    """


class Sacrifice(Tagged, frozen=True, kw_only=True, gc=False, tag="sacrifice"):
    """Action: choose one of your cards as a sacrifice for the card that you are placing."""

    piece: PieceId


class Play(Tagged, frozen=True, kw_only=True, gc=False, tag="play"):
    """Action: play a dominion, event or effect card from your hand."""

    card: CardId


class BeginAttacks(Tagged, frozen=True, kw_only=True, gc=False, tag="begin_attacks"):
    """Action: stop placing entities and begin to attack."""


class Attack(Tagged, frozen=True, kw_only=True, gc=False, tag="attack", omit_defaults=True):
    """Action: attack a card in the same column."""

    piece: PieceId
    targets: Annotated[tuple[PieceId, ...], OPEN]
    """The attacked card. A choice with `one_of` lists all possible targets."""

    one_of: Literal["targets"] | None = None
    """Only in a match under older rules, in a choice that stands for several actions: `targets`. An action names one of
    them.
    """


class EndTurn(Tagged, frozen=True, kw_only=True, gc=False, tag="end_turn"):
    """Action: end your turn."""


class EndTurnWatching(Tagged, frozen=True, kw_only=True, gc=False, tag="end_turn_watching"):
    """Action: end your turn and withdraw your standing order, so that you are asked again when you are attacked."""


class Until(StrEnum):
    """Duration for which you let attacks pass. A value longer than this moment is a standing order: you are asked at
    every later moment, and if you do nothing, the server answers for you after a short delay, as you would. The other
    players are not notified. While you are absent and the server plays for you, your order is suspended."""

    NOW = "now"
    """Only at this point."""

    ATTACK = "attack"
    """Until this attack is over."""

    TURN = "turn"
    """Until the turn is over."""

    CALL = "call"
    """Until you end a turn of your own with `end_turn_watching`."""


class LetPass(Tagged, frozen=True, kw_only=True, gc=False, tag="let_pass"):
    """Action: do not react to the attack any more."""

    until: Until


class CallBonus(Tagged, frozen=True, kw_only=True, gc=False, tag="call_bonus"):
    """Action: declare a bonus that your cards have earned, at a table where bonuses must be declared."""

    bonus: Bonus


class Discard(Tagged, frozen=True, kw_only=True, gc=False, tag="discard"):
    """Action: discard a card, because your hand is too large."""

    card: CardId


class ChoosePiece(Tagged, frozen=True, kw_only=True, gc=False, tag="choose_piece"):
    """Action: answer a question by choosing a card on the field."""

    piece: PieceId


class ChooseZone(Tagged, frozen=True, kw_only=True, gc=False, tag="choose_zone"):
    """Action: answer a question by choosing a zone."""

    zone: ZoneId


class ChooseCard(Tagged, frozen=True, kw_only=True, gc=False, tag="choose_card"):
    """Action: answer a question by choosing a card in a hand or in Oblivion (the discard pile)."""

    card: CardId


Action = (
    KeepHand
    | Mulligan
    | Place
    | Sacrifice
    | Play
    | BeginAttacks
    | Attack
    | EndTurn
    | EndTurnWatching
    | LetPass
    | CallBonus
    | Discard
    | ChoosePiece
    | ChooseZone
    | ChooseCard
)


# What happens.


class Why(StrEnum):
    """Reason why a card left the field."""

    ATTACK = "attack"
    SACRIFICE = "sacrifice"
    BELOW_ZERO = "below_zero"
    """A statistic fell below zero."""

    NO_ENTITY = "no_entity"
    """A dominion of a player without an entity on the field."""

    DONE = "done"
    """An instant card has been carried out, or a counted one has run its turns."""

    CARD = "card"
    """A card removed it."""


class Outcome(StrEnum):
    """Outcomes of an attack."""

    REMOVED = "removed"
    WITHSTOOD = "withstood"
    VOIDED = "voided"
    """Attacker or target had left the field, or they were no longer in one column."""


class Point(StrEnum):
    """The moment of an attack at which the attacked player may react."""

    BEFORE = "before"
    AFTER = "after"


class Prompt(StrEnum):
    """What a question to a player is about, in MYACARDS."""

    CHOOSE_A_PIECE = "choose_a_piece"
    CHOOSE_A_ZONE = "choose_a_zone"
    DISCARD_A_CARD = "discard_a_card"
    CHOOSE_FROM_THEIR_HAND = "choose_from_their_hand"
    CHOOSE_FROM_OBLIVION = "choose_from_oblivion"


class Shuffled(Tagged, frozen=True, kw_only=True, gc=False, tag="shuffled"):
    """Event: both decks were shuffled, and a coin decided the starting seat."""

    starting_seat: Seat
    decks: Annotated[tuple[Cards, ...], EACH_SEAT] | None
    """The deck of each seat, the top card first; `null` for every viewer."""


class HandDealt(Tagged, frozen=True, kw_only=True, gc=False, tag="hand_dealt"):
    """Event: a seat drew an opening hand."""

    seat: Seat
    cards: Cards | None
    """`null` for everybody else."""

    count: int


class HandKept(Tagged, frozen=True, kw_only=True, gc=False, tag="hand_kept"):
    """Event: a seat has kept its opening hand."""

    seat: Seat


class Mulliganed(Tagged, frozen=True, kw_only=True, gc=False, tag="mulliganed"):
    """Event: a seat showed its opening hand and shuffled it back."""

    seat: Seat
    cards: Cards
    deck: Cards | None
    """The deck after it: `null` for every viewer."""


class TurnBegan(Tagged, frozen=True, kw_only=True, gc=False, tag="turn_began"):
    """Event: a turn began."""

    seat: Seat
    turn: int


class Drew(Tagged, frozen=True, kw_only=True, gc=False, tag="drew"):
    """Event: a seat drew a card."""

    seat: Seat
    card: CardId | None
    """`null` for everybody else."""


class PlacementBegan(Tagged, frozen=True, kw_only=True, gc=False, tag="placement_began"):
    """Event: a seat is placing a card that needs sacrifices."""

    seat: Seat
    card: CardId
    zone: ZoneId
    sacrifices: int


class SacrificeChosen(Tagged, frozen=True, kw_only=True, gc=False, tag="sacrifice_chosen"):
    """Event: a card will be sacrificed."""

    seat: Seat
    card: CardId
    piece: PieceId


class Placed(Tagged, frozen=True, kw_only=True, gc=False, tag="placed"):
    """Event: an entity card came into play."""

    seat: Seat
    card: CardId
    piece: PieceId
    zone: ZoneId


class Played(Tagged, frozen=True, kw_only=True, gc=False, tag="played"):
    """Event: a dominion, event or effect card came into play."""

    seat: Seat
    card: CardId
    piece: PieceId
    zone: ZoneId
    last_turn: int | None
    """The turn at whose end it leaves; `null` if it does not count turns."""


class AttacksBegan(Tagged, frozen=True, kw_only=True, gc=False, tag="attacks_began"):
    """Event: a seat's attack phase began."""

    seat: Seat


class AttackDeclared(Tagged, frozen=True, kw_only=True, gc=False, tag="attack_declared"):
    """Event: a card attacks another."""

    seat: Seat
    card: CardId
    piece: PieceId
    target: PieceId
    target_card: CardId
    speed: int
    in_order: bool
    """True if only slower cards may follow; not for a second attack out of order."""


class WindowOpened(Tagged, frozen=True, kw_only=True, gc=False, tag="window_opened"):
    """Event: the attacked player may react."""

    seat: Seat
    point: Point


class Passed(Tagged, frozen=True, kw_only=True, gc=False, tag="passed"):
    """Event: the attacked player lets the attack pass."""

    seat: Seat
    until: Until | None
    """The end of the standing order; `null` for everybody else."""


class Watched(Tagged, frozen=True, kw_only=True, gc=False, tag="watched"):
    """Event: a seat has withdrawn its standing order. No other player is notified."""

    seat: Seat


class AttackResolved(Tagged, frozen=True, kw_only=True, gc=False, tag="attack_resolved"):
    """Event: an attack was decided."""

    seat: Seat
    piece: PieceId
    target: PieceId
    outcome: Outcome
    attack: int | None
    """The attack of the attacker; `null` if it came to nothing."""

    defense: int | None
    """The defense of the target; `null` for a support card."""


class AttackOver(Tagged, frozen=True, kw_only=True, gc=False, tag="attack_over"):
    """Event: an attack and all reactions to it are over."""

    seat: Seat


class Removed(Tagged, frozen=True, kw_only=True, gc=False, tag="removed"):
    """Event: a card left the field for its owner's Oblivion (the discard pile)."""

    seat: Seat
    card: CardId
    piece: PieceId
    why: Why
    banned: bool
    """True if it may never come back."""


class Returned(Tagged, frozen=True, kw_only=True, gc=False, tag="returned"):
    """Event: a card went from the field to its owner's hand."""

    seat: Seat
    card: CardId
    piece: PieceId


class Moved(Tagged, frozen=True, kw_only=True, gc=False, tag="moved"):
    """Event: a card moved to another zone."""

    seat: Seat
    card: CardId
    piece: PieceId
    zone: ZoneId


class Chipped(Tagged, frozen=True, kw_only=True, gc=False, tag="chipped"):
    """Event: point chips changed a card's attack, defense or speed."""

    seat: Seat
    card: CardId
    piece: PieceId
    attack: int
    defense: int
    speed: int
    last_turn: int | None
    """The turn at whose end they are removed; `null` if they stay."""


class AttackGranted(Tagged, frozen=True, kw_only=True, gc=False, tag="attack_granted"):
    """Event: a card may attack once more this turn."""

    seat: Seat
    card: CardId
    piece: PieceId


class Stilled(Tagged, frozen=True, kw_only=True, gc=False, tag="stilled"):
    """Event: from now on, a card may not attack. `last_turn` is the last turn of this ban."""

    seat: Seat
    card: CardId
    piece: PieceId
    last_turn: int


class Shielded(Tagged, frozen=True, kw_only=True, gc=False, tag="shielded"):
    """Event: a card cannot be removed by an attack."""

    seat: Seat
    card: CardId
    piece: PieceId
    last_turn: int


class Waived(Tagged, frozen=True, kw_only=True, gc=False, tag="waived"):
    """Event: the next card of a seat needs fewer sacrifices this turn."""

    seat: Seat
    sacrifices: int


class BonusGained(Tagged, frozen=True, kw_only=True, gc=False, tag="bonus_gained"):
    """Event: cards were awarded a bonus for their arrangement.

    The Tyrant's bonus has this event only if bonuses must be declared; otherwise it follows from the field.
    """

    seat: Seat
    bonus: Bonus
    pieces: tuple[PieceId, ...]
    cards: Cards
    """Their cards, in the same order."""

    group: int
    """Which group they belong to: groups are numbered as they form; 0 for the Tyrant's bonus."""


class BonusLost(Tagged, frozen=True, kw_only=True, gc=False, tag="bonus_lost"):
    """Event: cards lose a bonus."""

    seat: Seat
    bonus: Bonus
    pieces: tuple[PieceId, ...]
    cards: Cards
    """Their cards, in the same order."""


class Discarded(Tagged, frozen=True, kw_only=True, gc=False, tag="discarded"):
    """Event: a card went from a hand to Oblivion (the discard pile), visible to everybody."""

    seat: Seat
    card: CardId


class Milled(Tagged, frozen=True, kw_only=True, gc=False, tag="milled"):
    """Event: the top card of a deck went to Oblivion (the discard pile)."""

    seat: Seat
    card: CardId


class Recovered(Tagged, frozen=True, kw_only=True, gc=False, tag="recovered"):
    """Event: a card went from Oblivion (the discard pile) to its owner's hand."""

    seat: Seat
    card: CardId


class HandSeen(Tagged, frozen=True, kw_only=True, gc=False, tag="hand_seen"):
    """Event: a seat looked at the opponent's hand."""

    seat: Seat
    cards: Cards | None
    """`null` for everybody else."""


class Asked(Tagged, frozen=True, kw_only=True, gc=False, tag="asked"):
    """Event: a player must answer a question before the game continues."""

    seat: Seat
    owner_seat: Seat
    """The player of the asking card."""

    about: CardId
    about_piece: PieceId
    prompt: Prompt
    step: int
    """Which of the card's effects asks, from 0."""

    left: int
    """Number of answers that it still needs, this one included."""

    piece: PieceId | None
    """The card on the field that has been chosen already."""


class Answered(Tagged, frozen=True, kw_only=True, gc=False, tag="answered"):
    """Event: a player has answered a question. The following events show the consequences."""

    seat: Seat


class HandFull(Tagged, frozen=True, kw_only=True, gc=False, tag="hand_full"):
    """Event: a seat must discard at the end of its turn, because its hand is too large."""

    seat: Seat
    count: int


class TurnEnded(Tagged, frozen=True, kw_only=True, gc=False, tag="turn_ended"):
    """Event: a turn ended."""

    seat: Seat
    turn: int


class Lapsed(Tagged, frozen=True, kw_only=True, gc=False, tag="lapsed"):
    """Event: a player ran out of time, and the server decides for them."""

    seat: Seat


class Left(Tagged, frozen=True, kw_only=True, gc=False, tag="left"):
    """Event: a player left the match for good."""

    seat: Seat


class Reason(StrEnum):
    """Reason for the end of a match: the `reason` of the result."""

    NO_ENTITIES = "no_entities"
    """A player, or both, had no entity on the field."""

    EMPTY_DECK = "empty_deck"
    """A player could not draw."""

    TURN_CAP = "turn_cap"
    """The last turn was played."""

    LEFT = "left"
    """A player left for good."""


class MatchEnded(Tagged, frozen=True, kw_only=True, gc=False, tag="match_ended"):
    """Event: the match ended."""

    places: Annotated[tuple[int, ...], EACH_SEAT]
    reason: Reason


Event = (
    Shuffled
    | HandDealt
    | HandKept
    | Mulliganed
    | TurnBegan
    | Drew
    | PlacementBegan
    | SacrificeChosen
    | Placed
    | Played
    | AttacksBegan
    | AttackDeclared
    | WindowOpened
    | Passed
    | Watched
    | AttackResolved
    | AttackOver
    | Removed
    | Returned
    | Moved
    | Chipped
    | AttackGranted
    | Stilled
    | Shielded
    | Waived
    | BonusGained
    | BonusLost
    | Discarded
    | Milled
    | Recovered
    | HandSeen
    | Asked
    | Answered
    | HandFull
    | TurnEnded
    | Lapsed
    | Left
    | MatchEnded
)


# What is seen.


class Stage(StrEnum):
    """Stages of a match of MYACARDS."""

    NOT_DEALT = "not_dealt"
    OPENING = "opening"
    """Both look at their opening hands."""

    PLAY = "play"
    """The player of the turn places entities and plays other cards."""

    ATTACK = "attack"
    DISCARD = "discard"
    """The player of the turn has too many cards."""

    OVER = "over"


class PieceView(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A card on the field."""

    piece: PieceId
    card: CardId
    zone: ZoneId
    seat: Seat | None = None
    """The owner, if it is an invader; absent if it belongs to the seat on whose half it stands."""

    stats: Numbers | None = None
    """The present attack, defense and speed of an active card, with chips, bonuses and the effects of other cards;
    absent if they equal the printed ones.
    """

    bonuses: tuple[Bonus, ...] = ()
    attacks_left: int = 0
    """Number of attacks that it has left this turn."""

    last_turn: int | None = None
    """The turn at whose end it leaves by itself."""

    stilled: bool = False
    shielded: bool = False


class AttackView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The attack in progress, in the view of a match."""

    piece: PieceId
    target: PieceId
    point: Point


class Placement(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A card that waits for its sacrifices."""

    card: CardId
    zone: ZoneId
    sacrifices: int
    """Number of sacrifices that it needs in all."""

    chosen: tuple[PieceId, ...]


class SeatView(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The public state of a seat in MYACARDS."""

    seat: Seat
    deck_count: int
    hand_count: int
    oblivion: dict[CardId, int]
    """The seat's cards that are out of play, with their numbers."""

    banned: Cards = ()
    """The cards among them that may never come back."""

    waived: int = 0
    """Number of sacrifices that its next card is spared."""

    crowned: bool = False
    """True if it has called the Tyrant's bonus, where bonuses must be declared."""

    must_place_entity: bool = False
    """True in the seat's first turn while it has no entity. It loses if it still has none after both players' turns
    (S4:65).
    """


class Question(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A question to a player, in the view of a match."""

    seat: Seat
    about: CardId
    prompt: Prompt
    piece: PieceId | None
    left: int


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The match of MYACARDS as one viewer may see it."""

    options: Options
    stage: Stage
    turn: int
    turn_seat: Seat | None
    starting_seat: Seat | None
    pace: int | None = None
    """The speed of the last attacker; faster cards have missed their place."""

    attack: AttackView | None = None
    placing: Placement | None = None
    question: Question | None = None
    seats: tuple[SeatView, ...]
    field: tuple[PieceView, ...]
    hand: Cards | None
    """Your own hand; `null` for a spectator."""

    their_hand: Cards = ()
    """The other's hand while you choose from it."""

    passes: Until | None = None
    """Your own standing order: the time for which the house lets attacks pass for you. Other viewers do not see it."""

    faces: dict[CardId, Face]
    """The printed faces of the cards in your hand, on the field, and in Oblivion while one is chosen from it."""
