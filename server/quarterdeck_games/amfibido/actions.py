"""What a seat's action causes, and what the house does for a seat that is away."""

from typing import assert_never

from quarterdeck_protocol.games.amfibido import (
    Action,
    ActionPlayed,
    Activate,
    Activated,
    ActivateSensei,
    Answered,
    ChooseCard,
    ChooseKind,
    ChooseLevel,
    ChoosePiece,
    ChooseSensei,
    Decline,
    DiscardShown,
    Draft,
    Drafted,
    DraftReturned,
    DrawInstead,
    Event,
    HandDealt,
    HandKept,
    KeepHand,
    Lapsed,
    Left,
    Move,
    Mulligan,
    Mulliganed,
    Pass,
    Passed,
    PlayAction,
    PlayCombo,
    PlayEquipment,
    PlayFighter,
    PlayShown,
    Reason,
    RedrawDraft,
    ResolveFirst,
    SenseiChosen,
    SenseiDealt,
    SenseiShown,
    Zone,
)
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.choices import choices
from quarterdeck_games.amfibido.effects import ActionOver, Step, Task
from quarterdeck_games.amfibido.flow import after_pick, begin_round, deal_draft_to, end_match
from quarterdeck_games.amfibido.legality import refusal
from quarterdeck_games.amfibido.operations import field, play_combo
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.resolve import run, take_up
from quarterdeck_games.amfibido.state import SEATS, State, card_of, find
from quarterdeck_games.cards import without
from quarterdeck_games.dice import Dice

STARTING_HAND = 3
SENSEI_DEALT = 3


def decide(state: State, seat: Seat, action: Action, dice: Dice) -> tuple[Event, ...]:
    """Say what this action causes. Raises `IllegalAction`."""
    if action not in choices(state, seat):
        raise refusal(state, seat, action)
    desk = Resolution(state, dice)
    _act(desk, seat, action)
    run(desk)
    return tuple(desk.scribe.events)


def timed_out(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """Do the least committing thing for a seat that has run out of time (G-9): it passes, which is final (AF-48);
    declines what may be declined (AF-46); and otherwise takes what comes first (AF-4, AF-20)."""
    desk = Resolution(state, dice)
    desk.record(Lapsed(seat=seat))
    offered = choices(state, seat)
    least = next((one for one in offered if isinstance(one, (Pass, Decline, DiscardShown))), offered[0])
    _act(desk, seat, least)
    run(desk)
    return tuple(desk.scribe.events)


def resigned(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """Let a seat leave for good: the other one wins at once (AF-49, AF-50)."""
    desk = Resolution(state, dice)
    desk.record(Left(seat=seat))
    end_match(desk, Reason.LEFT, left=seat)
    return tuple(desk.scribe.events)


def deal_hand(desk: Resolution, seat: Seat) -> None:
    """Deal a starting hand from the level I deck (S3:23)."""
    cards = desk.state.decks[0][:STARTING_HAND]
    desk.record(HandDealt(seat=seat, cards=cards, count=len(cards)))


def _act(desk: Resolution, seat: Seat, action: Action) -> None:
    match action:
        case PlayFighter():
            field(desk, seat, action.card, action.dojo, Zone.HAND)
            desk.go(Step.END_TURN)
        case PlayEquipment():
            field(desk, seat, action.card, action.dojo, Zone.HAND, action.replaces)
            desk.go(Step.END_TURN)
        case PlayCombo():
            play_combo(desk, seat, action.card, action.dojo, Zone.HAND)
            desk.go(Step.END_TURN)
        case PlayAction():
            desk.record(ActionPlayed(seat=seat, card=action.card))
            desk.last(Task(does=(*card_of(action.card).does, ActionOver()), seat=seat, card=action.card))
            desk.go(Step.END_TURN)
        case Activate() | ActivateSensei():
            _activate(desk, seat, action)
        case Pass():
            desk.record(Passed(seat=seat, forced=False))
            desk.go(Step.END_TURN)
        case Draft() | DrawInstead() | RedrawDraft():
            _draft(desk, seat, action)
        case KeepHand() | Mulligan():
            _look_at_hand(desk, seat, action)
        case ChooseSensei():
            desk.record(SenseiChosen(seat=seat, sensei=action.sensei))
            _show_sensei(desk)
        case (
            ChooseCard()
            | ChoosePiece()
            | ChooseLevel()
            | ChooseKind()
            | Move()
            | PlayShown()
            | DiscardShown()
            | ResolveFirst()
            | Decline()
        ):
            asked = desk.state.asked
            assert asked is not None  # noqa: S101 - an answer is offered only when something is asked
            desk.record(Answered(seat=seat))
            desk.last(*asked.then[1:])
            take_up(desk, asked.then[0], asked.then[0].does[0], action)
        case _:
            assert_never(action)


def _activate(desk: Resolution, seat: Seat, action: Activate | ActivateSensei) -> None:
    """Use an action ability: a whole action, in place of playing a card (S3:160, AF fact 8)."""
    piece = action.piece if isinstance(action, Activate) else None
    found = find(desk.state, seat, piece)
    card = desk.state.sides[seat].sensei if found is None else found[1].card
    assert card is not None  # noqa: S101 - it is on offer
    ability = card_of(card).ability
    assert ability is not None  # noqa: S101 - it is on offer
    desk.record(Activated(seat=seat, card=card, piece=piece))
    desk.last(Task(does=ability.does, seat=seat, card=card, piece=piece))
    desk.go(Step.END_TURN)


def _draft(desk: Resolution, seat: Seat, action: Draft | DrawInstead | RedrawDraft) -> None:
    """Decide, sealed until both have (S3:123, AF-4); or have the sensei deal anew (AF-46)."""
    match action:
        case Draft():
            desk.record(Drafted(seat=seat, card=action.card, instead=None))
            after_pick(desk)
        case DrawInstead():
            desk.record(Drafted(seat=seat, card=None, instead=action.level))
            after_pick(desk)
        case RedrawDraft():
            desk.record(DraftReturned(seat=seat, cards=desk.dice.shuffled(desk.state.sides[seat].offer)))
            deal_draft_to(desk, (seat,))


def _look_at_hand(desk: Resolution, seat: Seat, action: KeepHand | Mulligan) -> None:
    """The hand comes first, then the sensei (AF-7). A hand without fighters may be drawn anew, and again (AF-6)."""
    if isinstance(action, Mulligan):
        desk.record(Mulliganed(seat=seat, cards=desk.dice.shuffled(desk.state.sides[seat].hand)))
        deal_hand(desk, seat)
        return
    desk.record(HandKept(seat=seat))
    if not all(side.decided for side in desk.state.sides):
        return
    if not desk.state.options.sensei:
        begin_round(desk, 1, desk.state.starter)
        return
    for one in SEATS:
        desk.record(SenseiDealt(seat=one, senseis=desk.state.senseis[:SENSEI_DEALT]))


def _show_sensei(desk: Resolution) -> None:
    """Both have chosen: show them, and put the others under the deck (S3:24)."""
    sides = desk.state.sides
    picks = [side.pick for side in sides]
    if picks[0] is None or picks[1] is None:
        return
    left = (*without(sides[0].offer, picks[0]), *without(sides[1].offer, picks[1]))
    desk.record(SenseiShown(senseis=(picks[0], picks[1]), bottom=desk.dice.shuffled(left)))
    begin_round(desk, 1, desk.state.starter)
