"""Consequences of a player's action, and actions of the server for an absent player, in Amfibido."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.choices import choices
from quarterdeck_games.amfibido.effects import ActionOver, Step, Task
from quarterdeck_games.amfibido.flow import after_pick, begin_round, deal_draft_to, end_match
from quarterdeck_games.amfibido.legality import refusal
from quarterdeck_games.amfibido.operations import field, play_combo
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.resolve import run, take_up
from quarterdeck_games.amfibido.state import HAND, State, card_of, find
from quarterdeck_games.dice import Dice
from quarterdeck_games.piles import without
from quarterdeck_games.two_seats import SEATS

STARTING_HAND = 3
SENSEI_DEALT = 3
END_TURN = Step.END_TURN


def decide(
    state: State, seat: Seat, action: af.Action, dice: Dice, offered: Sequence[af.Action] | None = None
) -> tuple[af.Event, ...]:
    """Return the consequences of this action. `offered` are the seat's choices, if they are known. Raises
    `IllegalAction`."""
    if action not in (choices(state, seat) if offered is None else offered):
        raise refusal(state, seat, action)
    resolution = Resolution(state, dice)
    _act(resolution, seat, action)
    run(resolution)
    return resolution.decision()


def timed_out(state: State, seat: Seat, dice: Dice) -> tuple[af.Event, ...]:
    """Play for a seat that has run out of time, with the least commitment (G-9): it passes, which is final (AF-48),
    declines an optional question (AF-46), and otherwise takes the first choice (AF-4, AF-20)."""
    resolution = Resolution(state, dice)
    resolution.record(af.Lapsed(seat=seat))
    offered = choices(state, seat)
    least = next((one for one in offered if isinstance(one, (af.Pass, af.Decline, af.DiscardShown))), offered[0])
    _act(resolution, seat, least)
    run(resolution)
    return resolution.decision()


def resigned(state: State, seat: Seat, dice: Dice) -> tuple[af.Event, ...]:
    """Return the consequences when a player leaves for good: the other player wins at once (AF-49, AF-50)."""
    resolution = Resolution(state, dice)
    resolution.record(af.Left(seat=seat))
    end_match(resolution, af.Reason.LEFT, left=seat)
    return resolution.decision()


def deal_hand(resolution: Resolution, seat: Seat) -> None:
    """Deal a starting hand from the level I deck (S3:23)."""
    cards = resolution.state.decks[0][:STARTING_HAND]
    resolution.record(af.HandDealt(seat=seat, cards=cards, count=len(cards)))


def _act(resolution: Resolution, seat: Seat, action: af.Action) -> None:
    ACTS[type(action)](resolution, seat, action)


def _play_fighter(resolution: Resolution, seat: Seat, action: af.PlayFighter) -> None:
    field(resolution, seat, action.card, action.dojo, HAND)
    resolution.go(END_TURN)


def _play_equipment(resolution: Resolution, seat: Seat, action: af.PlayEquipment) -> None:
    field(resolution, seat, action.card, action.dojo, HAND, action.replaces)
    resolution.go(END_TURN)


def _play_combo(resolution: Resolution, seat: Seat, action: af.PlayCombo) -> None:
    play_combo(resolution, seat, action.card, action.dojo, HAND)
    resolution.go(END_TURN)


def _play_action(resolution: Resolution, seat: Seat, action: af.PlayAction) -> None:
    resolution.record(af.ActionPlayed(seat=seat, card=action.card))
    resolution.last(Task(does=(*card_of(action.card).does, ActionOver()), seat=seat, card=action.card))
    resolution.go(END_TURN)


def _pass(resolution: Resolution, seat: Seat, action: af.Pass) -> None:
    resolution.record(af.Passed(seat=seat, forced=False))
    resolution.go(END_TURN)


def _choose_sensei(resolution: Resolution, seat: Seat, action: af.ChooseSensei) -> None:
    resolution.record(af.SenseiChosen(seat=seat, sensei=action.sensei))
    _show_sensei(resolution)


def _answer(resolution: Resolution, seat: Seat, action: af.Answer) -> None:
    asked = resolution.state.asked
    assert asked is not None  # noqa: S101 - an answer is offered only when something is asked
    resolution.record(af.Answered(seat=seat))
    resolution.last(*asked.then[1:])
    take_up(resolution, asked.then[0], asked.then[0].does[0], action)


def _activate(resolution: Resolution, seat: Seat, action: af.Activate | af.ActivateSensei) -> None:
    """Use the ability of a card as an action. It takes the place of playing a card (S3:160, AF fact 8)."""
    piece = action.piece if isinstance(action, af.Activate) else None
    found = find(resolution.state, seat, piece)
    card = resolution.state.sides[seat].sensei if found is None else found[1].card
    assert card is not None  # noqa: S101 - it is on offer
    ability = card_of(card).ability
    assert ability is not None  # noqa: S101 - it is on offer
    resolution.record(af.Activated(seat=seat, card=card, piece=piece))
    resolution.last(Task(does=ability.does, seat=seat, card=card, piece=piece))
    resolution.go(END_TURN)


def _draft(resolution: Resolution, seat: Seat, action: af.Draft | af.DrawInstead | af.RedrawDraft) -> None:
    """Record a choice in the draft, which stays hidden until both players have chosen (S3:123, AF-4). Or let the sensei
    deal again (AF-46)."""
    match action:
        case af.Draft():
            resolution.record(af.Drafted(seat=seat, card=action.card, instead=None))
            after_pick(resolution)
        case af.DrawInstead():
            resolution.record(af.Drafted(seat=seat, card=None, instead=action.level))
            after_pick(resolution)
        case af.RedrawDraft():
            resolution.record(
                af.DraftReturned(
                    seat=seat,
                    cards=resolution.dice.shuffled(resolution.state.sides[seat].offer, "draft_returned.cards"),
                )
            )
            deal_draft_to(resolution, (seat,))


def _decide_hand(resolution: Resolution, seat: Seat, action: af.KeepHand | af.Mulligan) -> None:
    """Decide about the starting hand. The hand comes first, then the sensei (AF-7). A hand without fighters may be
    drawn again, repeatedly (AF-6)."""
    if isinstance(action, af.Mulligan):
        resolution.record(
            af.Mulliganed(
                seat=seat, cards=resolution.dice.shuffled(resolution.state.sides[seat].hand, "mulliganed.cards")
            )
        )
        deal_hand(resolution, seat)
        return
    resolution.record(af.HandKept(seat=seat))
    if not all(side.decided for side in resolution.state.sides):
        return
    if not resolution.state.options.sensei:
        begin_round(resolution, 1, resolution.state.starter)
        return
    for one in SEATS:
        resolution.record(af.SenseiDealt(seat=one, senseis=resolution.state.senseis[:SENSEI_DEALT]))


def _show_sensei(resolution: Resolution) -> None:
    """Show the sensei that both players have chosen, and put the other ones under the deck (S3:24)."""
    sides = resolution.state.sides
    picks = [side.pick for side in sides]
    if picks[0] is None or picks[1] is None:
        return
    left = (*without(sides[0].offer, picks[0]), *without(sides[1].offer, picks[1]))
    resolution.record(
        af.SenseiShown(senseis=(picks[0], picks[1]), bottom=resolution.dice.shuffled(left, "sensei_shown.bottom"))
    )
    begin_round(resolution, 1, resolution.state.starter)


ACTS: Mapping[type[Any], Callable[[Resolution, Seat, Any], None]] = {
    af.PlayFighter: _play_fighter,
    af.PlayEquipment: _play_equipment,
    af.PlayCombo: _play_combo,
    af.PlayAction: _play_action,
    af.Activate: _activate,
    af.ActivateSensei: _activate,
    af.Pass: _pass,
    af.Draft: _draft,
    af.DrawInstead: _draft,
    af.RedrawDraft: _draft,
    af.KeepHand: _decide_hand,
    af.Mulligan: _decide_hand,
    af.ChooseSensei: _choose_sensei,
    **dict.fromkeys(get_args(af.Answer), _answer),
}
"""The function for each action: a table like that of the words in `resolve`, and for the same reason."""
