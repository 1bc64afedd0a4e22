"""The message shapes of the game Amfibido: options, actions, events and views.

A card in a hand, in a deck or face down is only its face, a `CardId`. Two cards with the same face are interchangeable,
so nobody can learn anything from their earlier places. A card in play is a **piece** with an id of its own, which it
gets when it comes into play and loses when it leaves. Dojos, the places where fighters meet, are numbered 1 to 3.
"""

from enum import StrEnum
from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.marks import EACH_SEAT, ZONE, CardName, PieceName, each_place, place
from quarterdeck_protocol.names import Count, Seat, Whole
from quarterdeck_protocol.tagged import Tagged

CardId = NewType("CardId", CardName)
"""The face of a card, in lower case with hyphens: `tree-frog`."""

PieceId = NewType("PieceId", PieceName)
"""A card in play: `tree-frog-12` is the twelfth that came into play. All players see cards come into play, so the
number reveals nothing.
"""

Cards = tuple[CardId, ...]

Dojo = Annotated[Whole, place("dojo")]
"""One of the three dojos, from 1."""

Level = Annotated[Whole, place("level")]
"""The deck of a level, from 1."""


class Rules(StrEnum):
    """Option: the source of the rules that counts where the printed sheet and the designer's later manual differ."""

    SHEET = "sheet"
    """A sensei's action ability may be used once each round."""

    MANUAL = "manual"
    """The ability may be used any number of times."""


class Options(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The options of a table of Amfibido."""

    sensei: Annotated[bool, Meta(title="Sensei")] = True
    """True if each player has a sensei."""

    rules: Annotated[Rules, Meta(title="Rules")] = Rules.SHEET
    """The text that counts where the printed sheet and the designer's later manual differ."""

    max_rounds: Annotated[int, Meta(ge=4, le=50, title="Last round")] = 16
    """The last round, from 4 to 50. After it, the player with more won rounds wins."""


class Kind(StrEnum):
    """Kinds of cards in Amfibido."""

    FIGHTER = "fighter"
    EQUIPMENT = "equipment"
    COMBO = "combo"
    ACTION = "action"
    SENSEI = "sensei"


class Species(StrEnum):
    """Species of fighters in Amfibido."""

    FROG = "frog"
    TOAD = "toad"
    SALAMANDER = "salamander"
    CROCODILE = "crocodile"
    TURTLE = "turtle"
    SNAKE = "snake"
    LIZARD = "lizard"
    SPAWN = "spawn"


class Face(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The printed face of a card."""

    name: str
    kind: Kind
    level: Level = 0
    """From 1 to 5; a sensei has none."""

    species: tuple[Species, ...] = ()
    power: str = ""
    """`4` for a fighter, `+2` for an addition, with `*` if a rule gives the rest; empty without power."""

    text: str = ""


class PrintedCard(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A card of the game Amfibido, as the catalogue describes it."""

    id: CardId
    number: Count
    """The card's number in the set, level by level; the sensei are last."""

    name: str
    kind: Kind
    level: Level = 0
    """From 1 to 5; a sensei has none."""

    species: tuple[Species, ...] = ()
    power: str = ""
    """`4` for a fighter, `+2` for an addition, with `*` if a rule gives the rest; empty without power."""

    text: str = ""
    copies: Count = 1
    """Number of copies in the box."""


# What players do.


class KeepHand(Tagged, frozen=True, kw_only=True, gc=False, tag="keep_hand"):
    """Action: keep the starting hand."""


class Mulligan(Tagged, frozen=True, kw_only=True, gc=False, tag="mulligan"):
    """Action: show a starting hand without fighters and draw another."""


class ChooseSensei(Tagged, frozen=True, kw_only=True, gc=False, tag="choose_sensei"):
    """Action: choose a sensei. The choice is hidden until both players have chosen."""

    sensei: CardId


class Draft(Tagged, frozen=True, kw_only=True, gc=False, tag="draft"):
    """Action: in the draft, keep a card that was dealt or passed to you. The choice is hidden until both players have
    chosen."""

    card: CardId


class RedrawDraft(Tagged, frozen=True, kw_only=True, gc=False, tag="redraw_draft"):
    """Action: in the draft, have your sensei deal you three other cards."""


class DrawInstead(Tagged, frozen=True, kw_only=True, gc=False, tag="draw_instead"):
    """Action: in the draft, discard both cards passed to you and have your sensei draw one from an active deck."""

    level: Level


class PlayFighter(Tagged, frozen=True, kw_only=True, gc=False, tag="play_fighter"):
    """Action: put a fighter from your hand into one of your dojos. A fighter that is there goes to the discard pile."""

    card: CardId
    dojo: Dojo


class PlayEquipment(Tagged, frozen=True, kw_only=True, gc=False, tag="play_equipment", omit_defaults=True):
    """Action: put a piece of equipment from your hand into one of your dojos."""

    card: CardId
    dojo: Dojo
    replaces: PieceId | None = None
    """Which piece is retired for it; `null` if there is a free place."""

    replaces_card: CardId | None = None
    """The face of the replaced card."""


class PlayCombo(Tagged, frozen=True, kw_only=True, gc=False, tag="play_combo"):
    """Action: play a combo move from your hand on your fighter in a dojo."""

    card: CardId
    dojo: Dojo


class PlayAction(Tagged, frozen=True, kw_only=True, gc=False, tag="play_action"):
    """Action: play an action card from your hand."""

    card: CardId


class Activate(Tagged, frozen=True, kw_only=True, gc=False, tag="activate"):
    """Action: use the ability of one of your fighters or pieces of equipment."""

    piece: PieceId
    card: CardId
    """The face of the card."""

    dojo: Dojo
    """The dojo of the card."""


class ActivateSensei(Tagged, frozen=True, kw_only=True, gc=False, tag="activate_sensei"):
    """Action: use the ability of your sensei."""


class Pass(Tagged, frozen=True, kw_only=True, gc=False, tag="pass"):
    """Action: pass for the rest of the round."""


class ChooseCard(Tagged, frozen=True, kw_only=True, gc=False, tag="choose_card"):
    """Action: answer a question by choosing a card."""

    card: CardId


class ChoosePiece(Tagged, frozen=True, kw_only=True, gc=False, tag="choose_piece"):
    """Action: answer a question by choosing a card in play."""

    piece: PieceId
    card: CardId
    """The face of the card."""

    dojo: Dojo
    """The dojo of the card."""


class ChooseLevel(Tagged, frozen=True, kw_only=True, gc=False, tag="choose_level"):
    """Action: answer a question by choosing the deck of a level."""

    level: Level


class ChooseKind(Tagged, frozen=True, kw_only=True, gc=False, tag="choose_kind"):
    """Action: answer a question by choosing a kind of card."""

    kind: Kind


class Move(Tagged, frozen=True, kw_only=True, gc=False, tag="move", omit_defaults=True):
    """Action: answer a question by moving a card in play to another of your dojos (a "switcheroo")."""

    piece: PieceId
    card: CardId
    """The face of the card."""

    from_dojo: Dojo
    dojo: Dojo
    """The dojo to which it moves."""

    swaps: PieceId | None = None
    """The piece that moves the other way; `null` if the destination is empty."""

    swaps_card: CardId | None = None
    """The face of that piece."""


class PlayShown(Tagged, frozen=True, kw_only=True, gc=False, tag="play_shown", omit_defaults=True):
    """Action: answer by playing a card that an effect has shown you: revealed, looked at, or from the cooldown zone."""

    card: CardId
    dojo: Dojo
    replaces: PieceId | None = None
    replaces_card: CardId | None = None
    """The face of the piece that is retired for it."""


class DiscardShown(Tagged, frozen=True, kw_only=True, gc=False, tag="discard_shown"):
    """Action: answer by discarding a card that an effect has shown you."""

    card: CardId


class ResolveFirst(Tagged, frozen=True, kw_only=True, gc=False, tag="resolve_first"):
    """Action: answer which of your waiting effects is carried out first."""

    piece: PieceId
    """The card in play or the combo move with the effect; a sensei has the id of its card."""

    card: CardId
    """The face of the card."""


class Decline(Tagged, frozen=True, kw_only=True, gc=False, tag="decline"):
    """Action: answer no, or that no more should be done."""


Answer = ChooseCard | ChoosePiece | ChooseLevel | ChooseKind | Move | PlayShown | DiscardShown | ResolveFirst | Decline

Action = (
    KeepHand
    | Mulligan
    | ChooseSensei
    | Draft
    | RedrawDraft
    | DrawInstead
    | PlayFighter
    | PlayEquipment
    | PlayCombo
    | PlayAction
    | Activate
    | ActivateSensei
    | Pass
    | Answer
)


# What a fight is made of.


class Share(StrEnum):
    """Source of a part of a fighter's power in Amfibido."""

    BASE = "base"
    EQUIPMENT = "equipment"
    ABILITY = "ability"
    COMBO = "combo"


class Part(msgspec.Struct, frozen=True, gc=False):
    """A part of a fighter's power in Amfibido, with its source."""

    share: Share
    card: CardId
    """The card that gives it."""

    amount: int


class Power(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A fighter's power in a fight, and all its parts."""

    piece: PieceId
    card: CardId
    total: int
    parts: tuple[Part, ...]
    """The parts of the total."""

    knockout: bool
    """True if it knocks out each fighter that it defeats."""


class Fight(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The fight in one dojo."""

    dojo: Dojo
    sides: Annotated[tuple[Power | None, ...], EACH_SEAT]
    """The fighter of each seat; `null` for a seat without one there."""

    winner_seat: Seat | None
    """`null` for a draw."""


class Outcome(StrEnum):
    """Outcome of a fight for one fighter."""

    WON = "won"
    DREW = "drew"
    LOST = "lost"


class Zone(StrEnum):
    """Zones from which a card comes or to which it goes, in Amfibido."""

    HAND = "hand"
    DECK = "deck"
    REVEALED = "revealed"
    """Shown to all players from a deck, on the way to another zone."""

    LOOKED_AT = "looked_at"
    """Seen by one player from a deck, and on its way."""

    COOLDOWN = "cooldown"
    DISCARD = "discard"


MarkedZone = Annotated[Zone, ZONE]
"""A zone, where a field names one."""


class Prompt(StrEnum):
    """What a question to a player is about, in Amfibido."""

    DISCARD_A_CARD = "discard_a_card"
    DISCARD_A_FIGHTER = "discard_a_fighter"
    DISCARD_MORE_FIGHTERS = "discard_more_fighters"
    MAY_DISCARD = "may_discard"
    CHOOSE_A_FIGHTER = "choose_a_fighter"
    CHOOSE_A_PIECE = "choose_a_piece"
    CHOOSE_A_DECK = "choose_a_deck"
    CHOOSE_A_KIND = "choose_a_kind"
    CHOOSE_A_CARD = "choose_a_card"
    SWITCHEROO = "switcheroo"
    PLAY_OR_DISCARD = "play_or_discard"
    WHICH_FIRST = "which_first"
    CHOOSE_A_FATE = "choose_a_fate"


# What happens.


class Shuffled(Tagged, frozen=True, kw_only=True, gc=False, tag="shuffled"):
    """Event: the level decks were shuffled, and the starting player was drawn by lot."""

    starting_seat: Seat
    decks: Annotated[tuple[Cards, ...], each_place("level", 1)] | None
    """The five level decks, the top of each first: `null` for every viewer."""

    senseis: Cards | None
    """The sensei deck: `null` for every viewer."""


class HandDealt(Tagged, frozen=True, kw_only=True, gc=False, tag="hand_dealt"):
    """Event: a seat drew its starting hand."""

    seat: Seat
    cards: Cards | None
    """`null` for everybody else."""

    count: int


class HandKept(Tagged, frozen=True, kw_only=True, gc=False, tag="hand_kept"):
    """Event: a seat kept its starting hand."""

    seat: Seat


class Mulliganed(Tagged, frozen=True, kw_only=True, gc=False, tag="mulliganed"):
    """Event: a seat showed a starting hand without fighters, and put it under the deck."""

    seat: Seat
    cards: Cards


class SenseiDealt(Tagged, frozen=True, kw_only=True, gc=False, tag="sensei_dealt"):
    """Event: a seat was dealt sensei cards to choose from."""

    seat: Seat
    senseis: Cards | None
    """`null` for everybody else."""


class SenseiChosen(Tagged, frozen=True, kw_only=True, gc=False, tag="sensei_chosen"):
    """Event: a seat has chosen its sensei."""

    seat: Seat
    sensei: CardId | None
    """`null` for everybody else."""


class SenseiShown(Tagged, frozen=True, kw_only=True, gc=False, tag="sensei_shown"):
    """Event: both players have chosen a sensei, and both are shown."""

    senseis: Annotated[Cards, EACH_SEAT]
    """The sensei of each seat."""

    bottom: Cards | None
    """The card that went under the sensei deck: `null` for every viewer."""


class RoundBegan(Tagged, frozen=True, kw_only=True, gc=False, tag="round_began"):
    """Event: a round began."""

    round: int
    starting_seat: Seat


class DraftDealt(Tagged, frozen=True, kw_only=True, gc=False, tag="draft_dealt"):
    """Event: a seat was dealt a card for the draft."""

    seat: Seat
    level: Level
    card: CardId | None
    """`null` for everybody else."""


class DraftReturned(Tagged, frozen=True, kw_only=True, gc=False, tag="draft_returned"):
    """Event: a seat's sensei put the cards that were dealt for the draft under their decks; others are dealt."""

    seat: Seat
    cards: Cards | None
    """`null` for every viewer: the cards in their present order."""


class Drafted(Tagged, frozen=True, kw_only=True, gc=False, tag="drafted"):
    """Event: a seat has made its choice in the draft."""

    seat: Seat
    card: CardId | None
    """`null` for other viewers, and for a seat that draws from a deck instead."""

    instead: Level | None
    """The level of the deck that replaces an empty one; `null` for everybody else until both have decided."""


class DraftPassed(Tagged, frozen=True, kw_only=True, gc=False, tag="draft_passed"):
    """Event: both players have kept a card of the draft and passed the others on."""

    received: Annotated[tuple[Cards | None, ...], EACH_SEAT]
    """The cards that each seat was passed: `null` for other viewers."""


class DraftEnded(Tagged, frozen=True, kw_only=True, gc=False, tag="draft_ended"):
    """Event: both players have kept a second card of the draft; the others are in the discard pile, face down."""

    discarded: Annotated[tuple[int, ...], EACH_SEAT]
    """The number of discarded cards of each seat."""


class TurnBegan(Tagged, frozen=True, kw_only=True, gc=False, tag="turn_began"):
    """Event: it became a seat's turn."""

    seat: Seat


class Fielded(Tagged, frozen=True, kw_only=True, gc=False, tag="fielded"):
    """Event: a fighter or a piece of equipment was put into a dojo."""

    seat: Seat
    card: CardId
    dojo: Dojo
    piece: PieceId
    source: MarkedZone


class Attached(Tagged, frozen=True, kw_only=True, gc=False, tag="attached"):
    """Event: a combo move was played on a fighter."""

    seat: Seat
    card: CardId
    piece: PieceId
    to_piece: PieceId
    to_card: CardId
    """The face of that fighter."""

    source: MarkedZone
    knockout: bool
    """True if it lets the fighter knock out each fighter that it defeats."""


class Copied(Tagged, frozen=True, kw_only=True, gc=False, tag="copied"):
    """Event: a combo move also counts as played on another fighter."""

    seat: Seat
    card: CardId
    piece: PieceId
    to_piece: PieceId
    to_card: CardId
    """The face of that fighter."""

    knockout: bool


class BoomerangGained(Tagged, frozen=True, kw_only=True, gc=False, tag="boomerang_gained"):
    """Event: a combo move gained the keyword boomerang."""

    seat: Seat
    card: CardId
    piece: PieceId
    by: CardId


class ActionPlayed(Tagged, frozen=True, kw_only=True, gc=False, tag="action_played"):
    """Event: a seat played an action card."""

    seat: Seat
    card: CardId


class ActionDone(Tagged, frozen=True, kw_only=True, gc=False, tag="action_done"):
    """Event: an action card was carried out and is in the discard pile."""

    seat: Seat
    card: CardId


class Activated(Tagged, frozen=True, kw_only=True, gc=False, tag="activated"):
    """Event: a seat used an ability of a card."""

    seat: Seat
    card: CardId
    piece: PieceId | None
    """`null` for a sensei."""


class Discarded(Tagged, frozen=True, kw_only=True, gc=False, tag="discarded"):
    """Event: a seat discarded a card, face down."""

    seat: Seat
    card: CardId | None
    """`null` for everybody else, unless it is shown."""

    source: MarkedZone
    shown: bool
    """True if the card is public: because the text that had it discarded depends on it, because it does something as it
    is discarded, or because it had been revealed before."""


class DiscardsCounted(Tagged, frozen=True, kw_only=True, gc=False, tag="discards_counted"):
    """Event: a card in play began to count the fighters that its seat has discarded from hand this round. It names
    those that were discarded face down."""

    seat: Seat
    cards: Cards
    """The fighters among them."""

    count: int
    """Number of cards that had been discarded without being shown. A card that is not named is no fighter."""

    by: CardId


class Drew(Tagged, frozen=True, kw_only=True, gc=False, tag="drew"):
    """Event: a seat drew the top card of a deck."""

    seat: Seat
    level: Level
    card: CardId | None
    """`null` for everybody else."""


class Reshuffled(Tagged, frozen=True, kw_only=True, gc=False, tag="reshuffled"):
    """Event: a deck was empty, so its cards in the discard pile were shuffled into it."""

    level: Level
    cards: Cards | None
    """The new deck, its top first: `null` for every viewer."""

    count: int


class Revealed(Tagged, frozen=True, kw_only=True, gc=False, tag="revealed"):
    """Event: a seat revealed cards from the top of a deck."""

    seat: Seat
    level: Level
    cards: Cards


class LookedAt(Tagged, frozen=True, kw_only=True, gc=False, tag="looked_at"):
    """Event: a seat looked at cards from the top of a deck."""

    seat: Seat
    level: Level
    cards: Cards | None
    """`null` for everybody else."""

    count: int


class Took(Tagged, frozen=True, kw_only=True, gc=False, tag="took"):
    """Event: a seat took one of the cards that it had looked at."""

    seat: Seat
    card: CardId | None
    """`null` for everybody else."""


class Bottomed(Tagged, frozen=True, kw_only=True, gc=False, tag="bottomed"):
    """Event: cards that had been revealed or looked at were put under their deck in a random order."""

    level: Level
    source: MarkedZone
    cards: Cards | None
    """The cards in their present order; `null` for every viewer."""

    count: int


class Switched(Tagged, frozen=True, kw_only=True, gc=False, tag="switched"):
    """Event: a card in play moved to another dojo."""

    seat: Seat
    card: CardId
    piece: PieceId
    dojo: Dojo
    swaps: PieceId | None
    """The piece that came back for it."""

    swaps_card: CardId | None
    """The face of that piece."""


class Transformed(Tagged, frozen=True, kw_only=True, gc=False, tag="transformed"):
    """Event: a card in play became another card."""

    seat: Seat
    card: CardId
    piece: PieceId
    becomes: CardId
    as_piece: PieceId


class Gained(Tagged, frozen=True, kw_only=True, gc=False, tag="gained"):
    """Event: a card in play gained power until the end of the round."""

    seat: Seat
    card: CardId
    piece: PieceId
    amount: int
    by: CardId
    own: bool
    """True if it comes from the fighter's own ability. It does not count while that ability is neutralized."""


class KnockoutGained(Tagged, frozen=True, kw_only=True, gc=False, tag="knockout_gained"):
    """Event: a fighter will knock out every fighter that it defeats this round."""

    seat: Seat
    card: CardId
    piece: PieceId
    by: CardId


class TypesGained(Tagged, frozen=True, kw_only=True, gc=False, tag="types_gained"):
    """Event: a fighter also counts as a frog, a crocodile, a salamander and a snake this round."""

    seat: Seat
    card: CardId
    piece: PieceId


class DojoClosed(Tagged, frozen=True, kw_only=True, gc=False, tag="dojo_closed"):
    """Event: no fighter may be put into a dojo for the rest of the round."""

    seat: Seat
    dojo: Dojo


class Retired(Tagged, frozen=True, kw_only=True, gc=False, tag="retired"):
    """Event: a card in play went to the discard pile, with the combo moves on it."""

    seat: Seat
    card: CardId
    piece: PieceId


class Returned(Tagged, frozen=True, kw_only=True, gc=False, tag="returned"):
    """Event: a fighter left its dojo for its owner's hand or, if it was knocked out, for the cooldown zone."""

    seat: Seat
    card: CardId
    piece: PieceId
    to: MarkedZone


class Recovered(Tagged, frozen=True, kw_only=True, gc=False, tag="recovered"):
    """Event: cards went from a seat's cooldown zone to its hand."""

    seat: Seat
    cards: Cards


class Passed(Tagged, frozen=True, kw_only=True, gc=False, tag="passed"):
    """Event: a seat passed for the rest of the round."""

    seat: Seat
    forced: bool
    """True if nothing else was possible."""


class Fought(Tagged, frozen=True, kw_only=True, gc=False, tag="fought"):
    """Event: the three fights of a round were decided, all at once."""

    round: int
    fights: tuple[Fight, ...]
    winner_seat: Seat | None
    """The winner of the round; `null` for a draw."""


class Scored(Tagged, frozen=True, kw_only=True, gc=False, tag="scored"):
    """Event: a seat advanced on its score path."""

    seat: Seat
    points: int
    """The present score."""

    by: CardId | None
    """The card that made it two steps."""


class KnockedOut(Tagged, frozen=True, kw_only=True, gc=False, tag="knocked_out"):
    """Event: a fighter was knocked out: it goes to the cooldown zone at the end of the round."""

    seat: Seat
    card: CardId
    piece: PieceId
    by: CardId


class Triggered(Tagged, frozen=True, kw_only=True, gc=False, tag="triggered"):
    """Event: a card's ability took effect automatically."""

    seat: Seat
    card: CardId


class CombosCleared(Tagged, frozen=True, kw_only=True, gc=False, tag="combos_cleared"):
    """Event: the combo moves of a seat were removed from its fighters."""

    seat: Seat
    discarded: Cards
    cooling: Cards
    """The cards with boomerang, which went to the cooldown zone."""


class RoundEnded(Tagged, frozen=True, kw_only=True, gc=False, tag="round_ended"):
    """Event: a round ended, and all effects for that round with it."""

    round: int


class Asked(Tagged, frozen=True, kw_only=True, gc=False, tag="asked"):
    """Event: a player must answer a question before the game continues."""

    seat: Seat
    about: CardId
    """The card that asks."""

    prompt: Prompt
    options: tuple[Answer, ...]
    """The possible answers; empty for other viewers."""


class Answered(Tagged, frozen=True, kw_only=True, gc=False, tag="answered"):
    """Event: a player has answered a question. The following events show the consequences."""

    seat: Seat


class Lapsed(Tagged, frozen=True, kw_only=True, gc=False, tag="lapsed"):
    """Event: a player ran out of time, and the server decides for them."""

    seat: Seat


class Left(Tagged, frozen=True, kw_only=True, gc=False, tag="left"):
    """Event: a player left the match for good."""

    seat: Seat


class Reason(StrEnum):
    """Reason for the end of a match: the `reason` of the result."""

    FOUR_ROUNDS = "four_rounds"
    """A player has won four rounds."""

    ROUND_CAP = "round_cap"
    """The last round was played; more rounds won decide."""

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
    | SenseiDealt
    | SenseiChosen
    | SenseiShown
    | RoundBegan
    | DraftDealt
    | DraftReturned
    | Drafted
    | DraftPassed
    | DraftEnded
    | TurnBegan
    | Fielded
    | Attached
    | Copied
    | BoomerangGained
    | ActionPlayed
    | ActionDone
    | Activated
    | Discarded
    | DiscardsCounted
    | Drew
    | Reshuffled
    | Revealed
    | LookedAt
    | Took
    | Bottomed
    | Switched
    | Transformed
    | Gained
    | KnockoutGained
    | TypesGained
    | DojoClosed
    | Retired
    | Returned
    | Recovered
    | Passed
    | Fought
    | Scored
    | KnockedOut
    | Triggered
    | CombosCleared
    | RoundEnded
    | Asked
    | Answered
    | Lapsed
    | Left
    | MatchEnded
)


# What is seen.


class Stage(StrEnum):
    """Stages of a match of Amfibido."""

    NOT_DEALT = "not_dealt"
    MULLIGAN = "mulligan"
    """A seat looks at its starting hand."""

    SENSEI = "sensei"
    """Both choose their sensei, sealed."""

    PREPARING = "preparing"
    """A round begins: sensei may act before the draft."""

    DRAFT = "draft"
    """Both choose from the cards dealt to them, sealed."""

    SECOND_DRAFT = "second_draft"
    """Both choose from the cards passed to them, sealed."""

    ACTIONS = "actions"
    """The seats take actions in turn."""

    FIGHT = "fight"
    """Both have passed: fights, their consequences, and the end of the round."""

    OVER = "over"


class ComboView(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A combo move on a fighter."""

    piece: PieceId
    card: CardId
    copy: bool = False
    """True if it is a copy and the card itself lies on another fighter."""

    boomerang: bool = False


class FighterView(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A fighter in a dojo."""

    piece: PieceId
    card: CardId
    power: int
    """The present power in a fight."""

    parts: tuple[Part, ...]
    """The parts of that power."""

    combos: tuple[ComboView, ...] = ()
    knockout: bool = False
    neutralized: bool = False
    knocked_out: bool = False
    used: bool = False
    """True if its once-a-round ability has been used."""


class EquipmentView(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A piece of equipment in a dojo."""

    piece: PieceId
    card: CardId
    gained: int = 0
    """The power it has gained for this round."""

    neutralized: bool = False
    used: bool = False


class DojoView(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One seat's side of a dojo."""

    fighter: FighterView | None
    equipment: tuple[EquipmentView, ...]
    entered: bool = False
    """True if a fighter has entered this dojo this round."""

    closed: bool = False
    """True if no fighter may be put into it this round."""

    guest: Power | None = None
    """A fighter of another dojo that also fights here."""


class Cooling(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A card in a cooldown zone, where it returns to the hand after a round."""

    card: CardId
    back_after: int
    """The round at whose end it goes back to the hand."""


class SeatView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The public state of a seat in Amfibido."""

    seat: Seat
    points: int
    """Number of rounds that it has won, as its score path shows."""

    hand_count: int
    passed: bool
    sensei: CardId | None
    sensei_used: bool
    """True if its sensei's action ability has been used this round."""

    redraws: int
    """Number of times that its sensei may still deal other draft cards; 0 without such a sensei."""

    combos_played: int
    """Number of combo moves that it has played this round, copies too."""

    fighters_discarded: int
    """Number of fighters that it has discarded from its hand this round, as far as this viewer knows."""

    dojos: Annotated[tuple[DojoView, ...], each_place("dojo", 1)]
    cooldown: tuple[Cooling, ...]


class Question(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A question to a player, in the view of a match."""

    seat: Seat
    about: CardId
    prompt: Prompt


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The match of Amfibido as one viewer may see it."""

    options: Options
    stage: Stage
    round: int
    starting_seat: Seat | None
    turn_seat: Seat | None
    """The seat to act; `null` outside the action phase."""

    actions_taken: int
    """Number of turns in this round, this one included."""

    deck_counts: Annotated[tuple[int, ...], each_place("level", 1)]
    """The cards in the five level decks."""

    active_levels: tuple[Level, ...]
    """The levels of the active decks."""

    discard_count: int
    revealed: Cards
    """Cards that were revealed and are on their way."""

    resolving: Cards
    """Action cards that are being carried out."""

    seats: tuple[SeatView, ...]
    question: Question | None
    hand: Cards | None
    """Your own hand; `null` for a spectator."""

    offer: Cards
    """The cards that you draft or choose a sensei from."""

    picked: CardId | None
    """Your choice from them, while the other has not chosen."""

    looked_at: Cards
    """The cards from a deck that you are looking at."""

    last: Fought | None
    """The fights of the last round."""

    faces: dict[CardId, Face]
    """The printed faces of the cards that you see here."""
