"""What a seat's action causes, and what the house does for a seat that is away."""

from typing import assert_never

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import PieceId, Reason, Stage, Until, Why
from quarterdeck_protocol.names import Seat

from quarterdeck_games.dice import Dice
from quarterdeck_games.myacards.attacks import could_react, declare, go_on
from quarterdeck_games.myacards.bonus_calls import uncalled
from quarterdeck_games.myacards.flow import begin_turn, end_turn, excess, is_in_its_turn
from quarterdeck_games.myacards.legality import require
from quarterdeck_games.myacards.placement import free_in_row_1, sacrifices
from quarterdeck_games.myacards.resolution import Resolution
from quarterdeck_games.myacards.resolve import carry_out, options, take_up
from quarterdeck_games.myacards.state import SEATS, ZONES, Piece, State, other, where


def decide(state: State, seat: Seat, action: my.Action, dice: Dice) -> tuple[my.Event, ...]:
    """Say what this action causes. Raises `IllegalAction`."""
    require(state, seat, action)
    desk = Resolution(state, dice)
    _act(desk, seat, action)
    return tuple(desk.scribe.events)


def _act(desk: Resolution, seat: Seat, action: my.Action) -> None:
    match action:
        case my.KeepHand():
            desk.record(my.HandKept(seat=seat))
            _after_opening(desk)
        case my.Mulligan():
            _mulligan(desk, seat)
            _after_opening(desk)
        case my.Place(card=card, zones=zones):
            zone = zones[0] if len(zones) == 1 else desk.dice.pick(zones)
            _place(desk, seat, card, zone)
        case my.Sacrifice(piece=piece):
            _sacrifice(desk, seat, piece)
        case my.Play(card=card):
            _play(desk, seat, card)
            _after_reaction(desk)
        case my.BeginAttacks():
            desk.record(my.AttacksBegan(seat=seat))
        case my.Attack(piece=piece, targets=targets):
            target = targets[0] if len(targets) == 1 else desk.dice.pick(targets)
            (zone_number, attacker), (_, attacked) = _there(desk.state, piece), _there(desk.state, target)
            declare(desk, seat, attacker, zone_number, attacked)
        case my.EndTurn():
            end_turn(desk)
        case my.LetPass(until=until):
            _let_pass(desk, seat, until)
        case my.EndTurnWatching():
            desk.record(my.Watched(seat=seat))  # with what everybody sees, so that it tells nothing (MY-66)
            end_turn(desk)
        case my.CallBonus(bonus=bonus):
            for award in uncalled(desk.state, seat, bonus):
                desk.record(award)
            desk.settle()
        case my.Discard(card=card):
            desk.record(my.Discarded(seat=seat, card=card))
            end_turn(desk)
        case my.ChoosePiece() | my.ChooseZone() | my.ChooseCard():
            asked = desk.state.asked
            if asked is not None:
                take_up(desk, asked, action)
            _after_reaction(desk)
        case _:
            assert_never(action)


def _there(state: State, piece: PieceId) -> tuple[int, Piece]:
    """Return a card that is on the field, as has been checked, with its zone."""
    zone = where(state.board, piece)
    there = None if zone is None else state.board[zone]
    if zone is None or there is None:
        raise LookupError(f"{piece} is not on the field")
    return zone, there


def _mulligan(desk: Resolution, seat: Seat) -> None:
    """MY-2: the hand is shown and shuffled back, and another is dealt, which is kept."""
    side = desk.state.sides[seat]
    count = len(side.hand)
    deck = desk.dice.shuffled(side.deck + side.hand)
    desk.record(my.Mulliganed(seat=seat, cards=tuple(sorted(side.hand)), deck=deck))
    desk.record(my.HandDealt(seat=seat, cards=deck[:count], count=count))
    desk.record(my.HandKept(seat=seat))


def _after_opening(desk: Resolution) -> None:
    if all(side.kept for side in desk.state.sides):
        begin_turn(desk)


def _place(desk: Resolution, seat: Seat, card: my.CardId, zone: my.ZoneId) -> None:
    needed = desk.reading.needed(desk.state, seat, desk.state.catalogue.cards[card])
    if needed:
        desk.record(my.PlacementBegan(seat=seat, card=card, zone=zone, sacrifices=needed))
    else:
        desk.record(my.Placed(seat=seat, card=card, piece=desk.next_piece(), zone=zone))
        desk.settle()
        desk.judge()


def _sacrifice(desk: Resolution, seat: Seat, piece: PieceId) -> None:
    """Choose a sacrifice; with the last one all are given up, and the card lands in the same instant (MY-28)."""
    _, there = _there(desk.state, piece)
    desk.record(my.SacrificeChosen(seat=seat, card=there.card, piece=piece))
    placing = desk.state.placing
    if placing is None or len(placing.chosen) < placing.sacrifices:
        return
    for each in placing.chosen:
        desk.remove(_there(desk.state, each)[1], Why.SACRIFICE)
    desk.record(my.Placed(seat=seat, card=placing.card, piece=desk.next_piece(), zone=ZONES[placing.zone]))
    desk.settle()
    desk.judge()


def _play(desk: Resolution, seat: Seat, name: my.CardId) -> None:
    card = desk.state.catalogue.cards[name]
    zone = free_in_row_1(desk.state, seat, card.kind)
    piece = desk.next_piece()
    last = None if card.turns is None else desk.state.turn + card.turns - 1
    if zone is not None:
        desk.record(my.Played(seat=seat, card=name, piece=piece, zone=ZONES[zone], last_turn=last))
    desk.settle()
    carry_out(desk, seat, card, piece)


def _let_pass(desk: Resolution, seat: Seat, until: Until) -> None:
    desk.record(my.Passed(seat=seat, until=until))
    go_on(desk)


def _after_reaction(desk: Resolution) -> None:
    """Whoever reacts may go on doing so as long as they could (MY-47)."""
    state = desk.state
    if state.window is None or state.asked is not None or state.ended is not None:
        return
    if not could_react(state, state.window):
        desk.record(my.Passed(seat=state.window, until=Until.NOW))
        go_on(desk)


def timed_out(state: State, seat: Seat, dice: Dice) -> tuple[my.Event, ...]:
    """Do the least committing thing for a seat that has run out of time (G-9): keep the hand, let the attack pass, give
    the first answer there is. If it was the time of its turn, there is none for any phase of it any more: it ends
    (MY-60, MY-67)."""
    desk = Resolution(state, dice)
    desk.record(my.Lapsed(seat=seat))
    if is_in_its_turn(state, seat):
        _house_ends_turn(desk, seat)
    elif state.asked is not None:
        _act(desk, seat, options(state)[0])
    elif state.window is not None:
        _let_pass(desk, seat, Until.NOW)
    else:
        _act(desk, seat, my.KeepHand())
    return tuple(desk.scribe.events)


def _house_ends_turn(desk: Resolution, seat: Seat) -> None:
    """Answer what is open, pay for what has been begun, discard by lot (MY-15), and end the turn. It stops where the
    opponent must answer; whoever has no time left is played for again after that."""
    turn = desk.state.turn
    while (state := desk.state).turn == turn and state.ended is None and state.window is None:
        if state.asked is not None:
            if not is_in_its_turn(state, seat):
                return
            _act(desk, seat, options(state)[0])
        elif state.placing is not None:
            _house_sacrifices(desk, seat)
        elif state.stage is Stage.DISCARD:
            _house_discards(desk, seat)
        else:
            end_turn(desk)


def obeyed(state: State, seat: Seat, dice: Dice) -> tuple[my.Event, ...]:
    """Let the attack pass, as the seat has ordered: others are told the same as if it did so itself (MY-66)."""
    desk = Resolution(state, dice)
    _let_pass(desk, seat, Until.NOW)
    return tuple(desk.scribe.events)


def _house_sacrifices(desk: Resolution, seat: Seat) -> None:
    """A card that has been begun must be paid for: with what comes first."""
    while desk.state.placing is not None:
        _sacrifice(desk, seat, sacrifices(desk.state, seat)[0])


def _house_discards(desk: Resolution, seat: Seat) -> None:
    while excess(desk.state, seat, desk.reading):
        desk.record(my.Discarded(seat=seat, card=desk.dice.pick(tuple(sorted(desk.state.sides[seat].hand)))))
    end_turn(desk)


def resigned(state: State, seat: Seat, dice: Dice) -> tuple[my.Event, ...]:
    """Whoever leaves loses at once (G-10)."""
    desk = Resolution(state, dice)
    desk.record(my.Left(seat=seat))
    desk.lose(seat, Reason.LEFT)
    return tuple(desk.scribe.events)


def opened(state: State, dice: Dice) -> tuple[my.Event, ...]:
    """Shuffle both decks, toss the coin and deal the opening hands (S4:68…70, MY-2, MY-57)."""
    desk = Resolution(state, dice)
    shuffled = tuple([dice.shuffled(side.deck) for side in state.sides])
    desk.record(my.Shuffled(starting_seat=dice.pick(SEATS), decks=shuffled))
    count = state.options.opening_hand
    for seat in (desk.state.starter, other(desk.state.starter)):
        desk.record(my.HandDealt(seat=seat, cards=shuffled[seat][:count], count=count))
    return tuple(desk.scribe.events)
