"""The message shapes of the game Density Deck: options, actions, events and views.

A *match* lasts from the first dealing of cards until one player is left. The published text calls one dealing of the
cards a match or a hand; here it is a **deal**. A *round* is one rotation of turns within a deal.
"""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.marks import CARD, EACH_SEAT, each_place, place
from quarterdeck_protocol.names import Count, Seat, Whole
from quarterdeck_protocol.tagged import Tagged


class Colour(StrEnum):
    """Colours of cards in Density Deck. Commons have no colour: they never multiply."""

    COMMON = "common"
    YELLOW = "yellow"
    TURQUOISE = "turquoise"
    RED = "red"
    BLUE = "blue"
    PURPLE = "purple"
    SILVER = "silver"
    GOLD = "gold"
    AQUAMARINE = "aquamarine"
    WHITE = "white"
    BLACK = "black"


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card of Density Deck. It is only its face: two cards with the same face are interchangeable."""

    colour: Colour
    power: Whole


MarkedCard = Annotated[Card, CARD]
"""A card, where a field names one."""

MarkedCardOrNone = Annotated[Card | None, CARD]

Cards = tuple[MarkedCard, ...]
Centre = Annotated[tuple[MarkedCardOrNone, ...], each_place("centre", 0)]


class PrintedCard(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A card face of Density Deck, as the catalogue describes it."""

    id: str
    """`red-10`. Messages name a card by its colour and power."""

    number: Count
    """The card's number in the set, in the order of the deck's list."""

    name: str
    colour: Colour
    power: Whole
    copies: Count = 1
    """Number of the fifty cards with this face."""


class OffColour(StrEnum):
    """Option: how much the colours of a hand other than its base colour subtract from its score."""

    COMBINED = "combined"
    """The product of everything that counts for that colour: hand, centre and the others' discard tops."""

    HAND_PRODUCT = "hand_product"
    """The product of that colour's cards in the hand alone."""

    FACE_SUM = "face_sum"
    """The sum of that colour's cards in the hand."""


class CommonsOnly(StrEnum):
    """Option: the score of a hand without any colour."""

    SUM = "sum"
    """The sum of its commons."""

    ZERO = "zero"
    """Nothing: without a base colour there is nothing to add to."""


class AmplificationCounts(StrEnum):
    """Option: the centre cards that count in a fight."""

    FACE_UP = "face_up"
    """The cards that lie face up at that time."""

    ALL = "all"
    """All three cards: a fight turns up the rest. A card that is still face down counts in no player's live score."""


class RediscardTaken(StrEnum):
    """Option: if a card may be discarded in the turn in which it was taken from another player's discard pile."""

    ALLOWED = "allowed"
    """It is allowed."""

    FORBIDDEN = "forbidden"
    """Another card has to go. A copy of it that was in the hand before may."""


class ForcedFight(StrEnum):
    """Option: when a deal in which nobody calls a fight is forced to end in one."""

    WHICHEVER_FIRST = "whichever_first"
    """The match ends with the round in which the pile ran out, with a round in which no player drew or took (from round
    2), or with the last round, `round_cap`.
    """

    ROUND_CAP = "round_cap"
    """Only at the end of the last round, `round_cap`."""


class Options(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The options of a table of Density Deck."""

    lives: Annotated[int, Meta(ge=1, le=100, title="Lives")] = 10
    """Number of lives of each player at the start, from 1 to 100."""

    round_cap: Annotated[int, Meta(ge=2, le=50, title="Last round")] = 12
    """The last round of a deal, from 2 to 50: it ends with a fight."""

    off_colour: Annotated[OffColour, Meta(title="Other colours")] = OffColour.COMBINED
    """The points that are subtracted for the colours of a hand that are not its base colour."""

    commons_only: Annotated[CommonsOnly, Meta(title="A hand without colours")] = CommonsOnly.SUM
    """The score of a hand without any colour."""

    amplification_counts: Annotated[AmplificationCounts, Meta(title="The centre in a fight")] = (
        AmplificationCounts.FACE_UP
    )
    """Which centre cards count in a fight."""

    rediscard_taken: Annotated[RediscardTaken, Meta(title="Discarding what was taken")] = RediscardTaken.ALLOWED
    """True if a card taken from another's discard pile may be discarded in the same turn."""

    forced_fight: Annotated[ForcedFight, Meta(title="Forced fights")] = ForcedFight.WHICHEVER_FIRST
    """The time at which a deal without a fight is brought to one."""


class Fight(Tagged, frozen=True, kw_only=True, gc=False, tag="fight"):
    """Action: call a fight, which ends the deal. All players who have not surrendered show their hands, and the best
    score wins."""


class Draw(Tagged, frozen=True, kw_only=True, gc=False, tag="draw"):
    """Action: draw the top card of the draw pile. You must then discard a card."""


class Take(Tagged, frozen=True, kw_only=True, gc=False, tag="take"):
    """Action: take the top card of another player's discard pile. You must then discard a card."""

    from_seat: Seat
    """The owner of the discard pile."""


class Discard(Tagged, frozen=True, kw_only=True, gc=False, tag="discard"):
    """Action: put one of your four cards on your own discard pile. That ends your turn."""

    card: MarkedCard


class Pass(Tagged, frozen=True, kw_only=True, gc=False, tag="pass"):
    """Action: end the turn without drawing."""


class Surrender(Tagged, frozen=True, kw_only=True, gc=False, tag="surrender"):
    """Action: surrender in this deal. It costs one life less than a lost fight would cost now, but at least one."""


Action = Fight | Draw | Take | Discard | Pass | Surrender


class Status(StrEnum):
    """States of a seat in Density Deck."""

    PLAYING = "playing"
    """The seat is in the deal, with a hand."""

    SURRENDERED = "surrendered"
    """Out of this deal; back in the next one if lives are left."""

    ELIMINATED = "eliminated"
    """The seat has no lives and is out of the match."""

    LEFT = "left"
    """The player has left for good."""


class Ending(StrEnum):
    """Ways in which a deal (one dealing of the cards) ends."""

    FIGHT = "fight"
    """A player called a fight."""

    FORCED_FIGHT = "forced_fight"
    """The deal had reached its limit of rounds."""

    UNCONTESTED = "uncontested"
    """All but one had surrendered. No hands are shown."""


class ForcedBy(StrEnum):
    """Reason why a fight was forced."""

    PILE_RAN_OUT = "pile_ran_out"
    NOBODY_DREW = "nobody_drew"
    ROUND_CAP = "round_cap"


class Reason(StrEnum):
    """Reason for the end of a match: the `reason` of the result."""

    LAST_STANDING = "last_standing"
    """Only one player has lives left."""

    OTHERS_LEFT = "others_left"
    """The last opponents left for good."""

    DEAL_CAP = "deal_cap"
    """The match has had as many deals as any match may have; lives decide."""


class Subtraction(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What one colour other than the base colour subtracts from the score of a hand."""

    colour: Colour
    cards: Cards
    """The cards that it is worked out from."""

    amount: int


class Score(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The score of a hand with all its parts: `product` + the commons − the subtractions."""

    base: Colour | None
    """The colour that multiplies; `null` for a hand without any colour."""

    multiplied: Cards
    """The cards of the base colour that count: the hand's first, then the centre's, then the others' discard tops."""

    product: int
    """Their product; 0 without a base colour."""

    added: Cards
    """The commons in the hand, which add their power."""

    subtracted: tuple[Subtraction, ...]
    """The hand's other colours."""

    total: int


class Showing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The hand that one player has shown in a fight."""

    seat: Seat
    hand: Cards
    """The cards in the order of the deck list."""

    score: Score


class Winner(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A seat that won a deal; there are several if they tied."""

    seat: Seat
    total: int | None
    """The winning score; `null` if the deal was not contested."""


class Dealt(Tagged, frozen=True, kw_only=True, gc=False, tag="dealt"):
    """Event: all fifty cards were shuffled and dealt again. For the first deal, the dealer was drawn by lot."""

    deal: int
    """The number of this deal, from 1."""

    dealer_seat: Seat
    hands: Annotated[tuple[Cards | None, ...], EACH_SEAT]
    """The hand of each seat: empty for a seat that is out, `null` for a hidden hand."""

    centre: Centre
    """The three cards of the Centre Amplification, face down: `null` for every viewer."""

    pile: Cards | None
    """The draw pile, its top first: `null` for every viewer."""

    pile_count: int


class Flipped(Tagged, frozen=True, kw_only=True, gc=False, tag="flipped"):
    """Event: a card of the Centre Amplification was turned face up."""

    position: Annotated[int, place("centre")]
    """Which one, from 0."""

    card: MarkedCard


class RoundBegan(Tagged, frozen=True, kw_only=True, gc=False, tag="round_began"):
    """Event: a round began."""

    round: int
    damage: int | None
    """The cost of a lost fight in this round; `null` in the first, in which there is none."""

    surrender_cost: int
    """The cost of surrender in this round."""


class TurnBegan(Tagged, frozen=True, kw_only=True, gc=False, tag="turn_began"):
    """Event: it became a seat's turn."""

    seat: Seat


class Drew(Tagged, frozen=True, kw_only=True, gc=False, tag="drew"):
    """Event: a seat drew the top card of the pile."""

    seat: Seat
    card: MarkedCardOrNone
    """The card; `null` for everybody else."""


class Took(Tagged, frozen=True, kw_only=True, gc=False, tag="took"):
    """Event: a seat took the top card of another seat's discard pile."""

    seat: Seat
    from_seat: Seat
    card: MarkedCard


class Reshuffled(Tagged, frozen=True, kw_only=True, gc=False, tag="reshuffled"):
    """Event: the draw pile was empty, so all discarded cards below the top ones were shuffled into a new one."""

    pile: Cards | None
    """The new pile, its top first: `null` for every viewer."""

    pile_count: int


class Discarded(Tagged, frozen=True, kw_only=True, gc=False, tag="discarded"):
    """Event: a seat put a card on its discard pile."""

    seat: Seat
    card: MarkedCard


class Passed(Tagged, frozen=True, kw_only=True, gc=False, tag="passed"):
    """Event: a seat ended its turn without drawing."""

    seat: Seat


class Surrendered(Tagged, frozen=True, kw_only=True, gc=False, tag="surrendered"):
    """Event: a seat surrendered in this deal. Its hand stays hidden and out of play; it loses lives when the deal
    ends."""

    seat: Seat
    cost: int


class Lapsed(Tagged, frozen=True, kw_only=True, gc=False, tag="lapsed"):
    """Event: a player ran out of time, and the server plays this turn for them."""

    seat: Seat
    turns: int
    """Number of such turns in a row."""


class CameBack(Tagged, frozen=True, kw_only=True, gc=False, tag="came_back"):
    """Event: a player is back after the server had played for the seat."""

    seat: Seat


class Left(Tagged, frozen=True, kw_only=True, gc=False, tag="left"):
    """Event: a player left the match for good. The seat has no lives when the deal ends."""

    seat: Seat


class FightCalled(Tagged, frozen=True, kw_only=True, gc=False, tag="fight_called"):
    """Event: a seat called a fight."""

    seat: Seat


class FightForced(Tagged, frozen=True, kw_only=True, gc=False, tag="fight_forced"):
    """Event: the deal lasted too long, so all players still in it must fight."""

    because: ForcedBy


class HandsShown(Tagged, frozen=True, kw_only=True, gc=False, tag="hands_shown"):
    """Event: all players in the fight showed their hands. Hands of players who surrendered stay hidden."""

    showings: tuple[Showing, ...]
    centre: Centre
    """The Centre Amplification as it counted; `null` for cards that stay face down."""


class Damaged(Tagged, frozen=True, kw_only=True, gc=False, tag="damaged"):
    """Event: a seat lost lives."""

    seat: Seat
    damage: int
    lives: int
    """The remaining lives."""


class DealEnded(Tagged, frozen=True, kw_only=True, gc=False, tag="deal_ended"):
    """Event: a deal ended."""

    deal: int
    ending: Ending
    winners: tuple[Winner, ...]
    damage: Annotated[tuple[int, ...], EACH_SEAT]
    """The cost of the deal for each seat."""


class Eliminated(Tagged, frozen=True, kw_only=True, gc=False, tag="eliminated"):
    """Event: a seat has no lives left and is out of the match."""

    seat: Seat
    place: int
    """The place it finished in; seats that share one have the same."""


class MatchEnded(Tagged, frozen=True, kw_only=True, gc=False, tag="match_ended"):
    """Event: the match ended."""

    winners: tuple[Winner, ...]
    """The seats in first place. `total` is always `null` here."""

    places: Annotated[tuple[int, ...], EACH_SEAT]
    reason: Reason


Event = (
    Dealt
    | Flipped
    | RoundBegan
    | TurnBegan
    | Drew
    | Took
    | Reshuffled
    | Discarded
    | Passed
    | Surrendered
    | Lapsed
    | CameBack
    | Left
    | FightCalled
    | FightForced
    | HandsShown
    | Damaged
    | DealEnded
    | Eliminated
    | MatchEnded
)


class Stage(StrEnum):
    """Stages of a match of Density Deck."""

    NOT_DEALT = "not_dealt"
    """Nothing has been dealt yet."""

    TURN = "turn"
    """The active seat may fight (from round 2), draw, take, pass or surrender."""

    HOLDING = "holding"
    """The active seat holds a fourth card: it must discard, or surrender."""

    OVER = "over"
    """The match has ended."""


class Taken(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A card that the player to move has taken and still holds."""

    from_seat: Seat
    card: MarkedCard


class Prospect(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The score that a hand would have after a card is discarded."""

    discard: MarkedCard
    score: Score


class Outcome(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The outcome of the last deal (dealing of the cards)."""

    deal: int
    round: int
    """The round in which it ended."""

    ending: Ending
    caller_seat: Seat | None
    """The seat that called the fight, if there was one."""

    winners: tuple[Winner, ...]
    showings: tuple[Showing, ...]
    """The hands of the fighters; empty if the deal was not contested."""

    centre: Centre
    """The Centre Amplification at the end; `null` for cards that stayed face down."""

    damage: Annotated[tuple[int, ...], EACH_SEAT]
    """The cost of the deal for each seat."""

    lives: Annotated[tuple[int, ...], EACH_SEAT]
    """For each seat the lives left after it."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The public state of a seat in Density Deck."""

    seat: Seat
    status: Status
    lives: int
    pending: int
    """The lives that its surrender will cost when the deal ends."""

    hand_count: int
    """Number of cards in its hand; 0 when it has surrendered."""

    discard_top: MarkedCardOrNone
    """The top card of its discard pile, which amplifies the other seats."""

    discard_count: int
    lapses: int
    """Number of turns in a row in which the house has played for the seat. From two on, the house surrenders for it in
    every turn, until the player acts again.
    """

    place: int | None
    """The place it finished in, once it has."""


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The match of Density Deck as one viewer may see it."""

    options: Options
    stage: Stage
    deal: int
    round: int
    dealer_seat: Seat | None
    """The dealer; `null` before the first deal."""

    turn_seat: Seat | None
    """The active seat; `null` when there is none."""

    damage: int | None
    """The cost of a lost fight in this round; `null` in the first, in which there is none."""

    surrender_cost: int
    """The cost of surrender in this round."""

    pile_count: int
    centre: Centre
    """The Centre Amplification; `null` for a card that lies face down."""

    taken: Taken | None
    """The card that the active seat has taken from a discard pile and still holds."""

    seats: tuple[SeatView, ...]
    hand: Cards | None
    """Your own hand, without a fourth card; `null` for a spectator, empty when you are out of the deal."""

    drawn: MarkedCardOrNone
    """The fourth card that you hold, if you do."""

    score: Score | None
    """The present score of your hand without the fourth card; `null` when you are not in the deal."""

    prospects: tuple[Prospect, ...]
    """Your score without each card that you may discard, while you hold a fourth card."""

    last: Outcome | None
    """The outcome of the last deal; `null` during the first one."""
