"""What a seat's action causes, and what the house does for a seat that is away."""

from collections.abc import Sequence
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
from quarterdeck_games.amfibido.state import State, card_of, find
from quarterdeck_games.dice import Dice
from quarterdeck_games.piles import without
from quarterdeck_games.two_seats import SEATS

STARTING_HAND = 3
SENSEI_DEALT = 3


def decide(
    state: State, seat: Seat, action: Action, dice: Dice, offered: Sequence[Action] | None = None
) -> tuple[Event, ...]:
    """Return what this action causes; `offered` is what the seat may do, if that is known. Raises `IllegalAction`."""
    if action not in (choices(state, seat) if offered is None else offered):
        raise refusal(state, seat, action)
    resolution = Resolution(state, dice)
    _act(resolution, seat, action)
    run(resolution)
    return resolution.decision()


def timed_out(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """Do the least committing thing for a seat that has run out of time (G-9): it passes, which is final (AF-48);
    declines what may be declined (AF-46); and otherwise takes what comes first (AF-4, AF-20)."""
    resolution = Resolution(state, dice)
    resolution.record(Lapsed(seat=seat))
    offered = choices(state, seat)
    least = next((one for one in offered if isinstance(one, (Pass, Decline, DiscardShown))), offered[0])
    _act(resolution, seat, least)
    run(resolution)
    return resolution.decision()


def resigned(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """Let a seat leave for good: the other one wins at once (AF-49, AF-50)."""
    resolution = Resolution(state, dice)
    resolution.record(Left(seat=seat))
    end_match(resolution, Reason.LEFT, left=seat)
    return resolution.decision()


def deal_hand(resolution: Resolution, seat: Seat) -> None:
    """Deal a starting hand from the level I deck (S3:23)."""
    cards = resolution.state.decks[0][:STARTING_HAND]
    resolution.record(HandDealt(seat=seat, cards=cards, count=len(cards)))


def _act(resolution: Resolution, seat: Seat, action: Action) -> None:
    match action:
        case PlayFighter():
            field(resolution, seat, action.card, action.dojo, Zone.HAND)
            resolution.go(Step.END_TURN)
        case PlayEquipment():
            field(resolution, seat, action.card, action.dojo, Zone.HAND, action.replaces)
            resolution.go(Step.END_TURN)
        case PlayCombo():
            play_combo(resolution, seat, action.card, action.dojo, Zone.HAND)
            resolution.go(Step.END_TURN)
        case PlayAction():
            resolution.record(ActionPlayed(seat=seat, card=action.card))
            resolution.last(Task(does=(*card_of(action.card).does, ActionOver()), seat=seat, card=action.card))
            resolution.go(Step.END_TURN)
        case Activate() | ActivateSensei():
            _activate(resolution, seat, action)
        case Pass():
            resolution.record(Passed(seat=seat, forced=False))
            resolution.go(Step.END_TURN)
        case Draft() | DrawInstead() | RedrawDraft():
            _draft(resolution, seat, action)
        case KeepHand() | Mulligan():
            _look_at_hand(resolution, seat, action)
        case ChooseSensei():
            resolution.record(SenseiChosen(seat=seat, sensei=action.sensei))
            _show_sensei(resolution)
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
            asked = resolution.state.asked
            assert asked is not None  # noqa: S101 - an answer is offered only when something is asked
            resolution.record(Answered(seat=seat))
            resolution.last(*asked.then[1:])
            take_up(resolution, asked.then[0], asked.then[0].does[0], action)
        case _:
            assert_never(action)


def _activate(resolution: Resolution, seat: Seat, action: Activate | ActivateSensei) -> None:
    """Use an action ability: a whole action, in place of playing a card (S3:160, AF fact 8)."""
    piece = action.piece if isinstance(action, Activate) else None
    found = find(resolution.state, seat, piece)
    card = resolution.state.sides[seat].sensei if found is None else found[1].card
    assert card is not None  # noqa: S101 - it is on offer
    ability = card_of(card).ability
    assert ability is not None  # noqa: S101 - it is on offer
    resolution.record(Activated(seat=seat, card=card, piece=piece))
    resolution.last(Task(does=ability.does, seat=seat, card=card, piece=piece))
    resolution.go(Step.END_TURN)


def _draft(resolution: Resolution, seat: Seat, action: Draft | DrawInstead | RedrawDraft) -> None:
    """Decide, sealed until both have (S3:123, AF-4); or have the sensei deal anew (AF-46)."""
    match action:
        case Draft():
            resolution.record(Drafted(seat=seat, card=action.card, instead=None))
            after_pick(resolution)
        case DrawInstead():
            resolution.record(Drafted(seat=seat, card=None, instead=action.level))
            after_pick(resolution)
        case RedrawDraft():
            resolution.record(
                DraftReturned(
                    seat=seat,
                    cards=resolution.dice.shuffled(resolution.state.sides[seat].offer, "draft_returned.cards"),
                )
            )
            deal_draft_to(resolution, (seat,))


def _look_at_hand(resolution: Resolution, seat: Seat, action: KeepHand | Mulligan) -> None:
    """The hand comes first, then the sensei (AF-7). A hand without fighters may be drawn anew, and again (AF-6)."""
    if isinstance(action, Mulligan):
        resolution.record(
            Mulliganed(seat=seat, cards=resolution.dice.shuffled(resolution.state.sides[seat].hand, "mulliganed.cards"))
        )
        deal_hand(resolution, seat)
        return
    resolution.record(HandKept(seat=seat))
    if not all(side.decided for side in resolution.state.sides):
        return
    if not resolution.state.options.sensei:
        begin_round(resolution, 1, resolution.state.starter)
        return
    for one in SEATS:
        resolution.record(SenseiDealt(seat=one, senseis=resolution.state.senseis[:SENSEI_DEALT]))


def _show_sensei(resolution: Resolution) -> None:
    """Both have chosen: show them, and put the others under the deck (S3:24)."""
    sides = resolution.state.sides
    picks = [side.pick for side in sides]
    if picks[0] is None or picks[1] is None:
        return
    left = (*without(sides[0].offer, picks[0]), *without(sides[1].offer, picks[1]))
    resolution.record(
        SenseiShown(senseis=(picks[0], picks[1]), bottom=resolution.dice.shuffled(left, "sensei_shown.bottom"))
    )
    begin_round(resolution, 1, resolution.state.starter)
