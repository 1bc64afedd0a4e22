"""A seat's turn in Density Deck: fight, surrender, draw or take and then discard, or pass (S2:20…23, DD-7)."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.density_deck.deals import DeckScribe, fight, go_on
from quarterdeck_games.density_deck.evolve import evolve
from quarterdeck_games.density_deck.state import FIRST_FIGHT, State, can_draw, discardable, surrender_cost
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import IllegalAction

FIGHT, DRAW, PASS, SURRENDER = dd.Fight(), dd.Draw(), dd.Pass(), dd.Surrender()
TAKE = tuple(dd.Take(from_seat=Seat(seat)) for seat in range(4))


def choices(state: State, seat: Seat) -> tuple[dd.Action, ...]:
    """Return all choices of the seat if it is its turn."""
    if state.drawn is not None:
        faces: list[dd.Card] = []
        for card in discardable(state, seat):
            if card not in faces:
                faces.append(card)
        return (*[dd.Discard(card=card) for card in faces], SURRENDER)
    offered: list[dd.Action] = []
    if state.round >= FIRST_FIGHT:
        offered.append(FIGHT)
    if can_draw(state):
        offered.append(DRAW)
    for other, discards in enumerate(state.discards):
        if discards and other != seat:
            offered.append(TAKE[other])
    return (*offered, PASS, SURRENDER)


def decide(state: State, seat: Seat, action: dd.Action, dice: Dice) -> tuple[dd.Event, ...]:
    """Return the consequences of this action. Raises `IllegalAction`."""
    if seat != state.turn:
        _refuse_out_of_turn(state)
    scribe = DeckScribe(evolve, state)
    if state.lapses[seat]:
        scribe.record(dd.CameBack(seat=seat))
    ACTS[type(action)](scribe, seat, action, dice)
    return scribe.decision()


def act(scribe: DeckScribe, seat: Seat, action: dd.Action, dice: Dice) -> None:
    """Carry out an action of the active seat. Raises `IllegalAction`."""
    ACTS[type(action)](scribe, seat, action, dice)


def _discard(scribe: DeckScribe, seat: Seat, action: dd.Discard, dice: Dice) -> None:
    """Put a card on the player's own discard pile; the turn is over (S2:22)."""
    state, card = scribe.state, action.card
    if state.drawn is None:
        raise IllegalAction(
            Text("You can discard {card} only after drawing or taking a card.", card=_name(card)), "S2:22"
        )
    if card not in discardable(state, seat):
        if card == state.drawn:
            raise IllegalAction(
                Text("You took {card} this turn, and at this table it cannot go back.", card=_name(card)), "DD-9"
            )
        raise IllegalAction(Text("You do not hold {card}: discard one of your four cards.", card=_name(card)), "S2:22")
    scribe.record(dd.Discarded(seat=seat, card=card))
    go_on(scribe, seat, dice)


def _pass(scribe: DeckScribe, seat: Seat, action: dd.Pass, dice: Dice) -> None:
    """End the turn without drawing (DD-7)."""
    _refuse_while_holding(scribe.state, "pass", "S2:21")
    scribe.record(dd.Passed(seat=seat))
    go_on(scribe, seat, dice)


def _surrender(scribe: DeckScribe, seat: Seat, action: dd.Surrender, dice: Dice) -> None:
    """Surrender in this deal, with or without a fourth card in hand (S2:23, DD-21). The cost is fixed now (DD-19)."""
    scribe.record(dd.Surrendered(seat=seat, cost=surrender_cost(scribe.state.round)))
    go_on(scribe, seat, dice)


def _draw(scribe: DeckScribe, seat: Seat, action: dd.Draw, dice: Dice) -> None:
    state = scribe.state
    _refuse_while_holding(state, "draw", "DD-8")
    if not state.pile:
        if not can_draw(state):
            raise IllegalAction(
                Text("The pile is empty, and no card lies below the top of a discard pile: take a top, or pass."),
                "DD-31",
            )
        below = tuple(card for discards in state.discards for card in discards[:-1])
        state = scribe.record(dd.Reshuffled(pile=dice.shuffled(below, "reshuffled.pile"), pile_count=len(below)))
    scribe.record(dd.Drew(seat=seat, card=state.pile[0]))


def _take(scribe: DeckScribe, seat: Seat, action: dd.Take, dice: Dice) -> None:
    state, from_seat = scribe.state, action.from_seat
    _refuse_while_holding(state, "take", "DD-8")
    if not 0 <= from_seat < len(state.discards):
        raise IllegalAction(Text("There is no seat {from_seat}.", from_seat=from_seat), "DD-34")
    if from_seat == seat:
        raise IllegalAction(Text("You can take from another player's discard pile only, not from your own."), "DD-10")
    discards = state.discards[from_seat]
    if not discards:
        out = state.status[from_seat] is not dd.Status.PLAYING and not state.lives[from_seat]
        raise IllegalAction(
            Text("That player is out of the match and has no discard pile.")
            if out
            else Text("That player's discard pile is empty."),
            "DD-11" if out else "S2:21",
        )
    scribe.record(dd.Took(seat=seat, from_seat=from_seat, card=discards[-1]))


def _fight(scribe: DeckScribe, seat: Seat, action: dd.Fight, dice: Dice) -> None:
    state = scribe.state
    _refuse_while_holding(state, "fight", "S2:20")
    if state.round < FIRST_FIGHT:
        raise IllegalAction(
            Text("There is no fight in the first round: it must be complete, and a centre card face up."), "S2:20"
        )
    scribe.record(dd.FightCalled(seat=seat))
    fight(scribe, dd.Ending.FIGHT, dice)


def _refuse_while_holding(state: State, what: str, rule: str) -> None:
    if state.drawn is not None:
        raise IllegalAction(
            Text(
                "You hold {drawn} as your fourth card: discard a card, or surrender, but you cannot {what}.",
                drawn=_name(state.drawn),
                what=Text(what),
            ),
            rule,
        )


def _refuse_out_of_turn(state: State) -> NoReturn:
    if state.ended is not None:
        raise IllegalAction(Text("The match is over."), "S2:32")
    if state.turn is None:
        raise IllegalAction(Text("No cards have been dealt yet."), "S2:4")
    raise IllegalAction(Text("It is another player's turn."), "S2:17")


def _name(card: dd.Card) -> Text:
    return Text("{colour} {power}", colour=Text(card.colour), power=card.power)


ACTS: Mapping[type[Any], Callable[[DeckScribe, Seat, Any, Dice], None]] = {
    dd.Discard: _discard,
    dd.Draw: _draw,
    dd.Take: _take,
    dd.Pass: _pass,
    dd.Surrender: _surrender,
    dd.Fight: _fight,
}
"""The function for each action. It is a table, and a test checks that it has every action: `match` asks one class after
the other, and with structs each of these questions costs as much as calling a function."""
