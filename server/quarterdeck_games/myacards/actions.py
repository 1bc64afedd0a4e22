"""Consequences of a player's action, and actions of the server for an absent player, in MYACARDS."""

from collections.abc import Sequence
from typing import assert_never

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import PieceId, Reason, Stage, Until, Why
from quarterdeck_protocol.names import Seat

from quarterdeck_games.dice import Dice
from quarterdeck_games.myacards.attacks import could_react, declare, go_on
from quarterdeck_games.myacards.bonus_calls import uncalled
from quarterdeck_games.myacards.field import ZONES, Piece, where
from quarterdeck_games.myacards.flow import begin_turn, end_turn, excess, is_in_its_turn
from quarterdeck_games.myacards.legality import require
from quarterdeck_games.myacards.placement import free_in_row_1, sacrifices
from quarterdeck_games.myacards.resolution import Resolution
from quarterdeck_games.myacards.resolve import carry_out, options, take_up
from quarterdeck_games.myacards.state import State
from quarterdeck_games.two_seats import SEATS, other


def decide(
    state: State, seat: Seat, action: my.Action, dice: Dice, offered: Sequence[my.Action] = ()
) -> tuple[my.Event, ...]:
    """Return the consequences of this action. If the choices are known, it need not be checked again. Raises
    `IllegalAction`."""
    if action not in offered:
        require(state, seat, action)
    resolution = Resolution(state, dice, settled=state.board)
    _act(resolution, seat, action)
    return resolution.decision()


def _act(resolution: Resolution, seat: Seat, action: my.Action) -> None:
    match action:
        case my.KeepHand():
            resolution.record(my.HandKept(seat=seat))
            _after_opening(resolution)
        case my.Mulligan():
            _mulligan(resolution, seat)
            _after_opening(resolution)
        case my.Place(card=card, zones=zones):  # several only in logs of before: the door refuses them now
            zone = zones[0] if len(zones) == 1 else resolution.dice.pick(zones, "placed.zone")
            _place(resolution, seat, card, zone)
        case my.Sacrifice(piece=piece):
            _sacrifice(resolution, seat, piece)
        case my.Play(card=card):
            _play(resolution, seat, card)
            _after_reaction(resolution)
        case my.BeginAttacks():
            resolution.record(my.AttacksBegan(seat=seat))
        case my.Attack(piece=piece, targets=targets):
            target = targets[0] if len(targets) == 1 else resolution.dice.pick(targets, "attack_declared.target")
            (zone_number, attacker), (_, attacked) = _there(resolution.state, piece), _there(resolution.state, target)
            declare(resolution, seat, attacker, zone_number, attacked)
        case my.EndTurn():
            end_turn(resolution)
        case my.LetPass(until=until):
            _let_pass(resolution, seat, until)
        case my.EndTurnWatching():
            resolution.record(my.Watched(seat=seat))  # with what everybody sees, so that it tells nothing (MY-66)
            end_turn(resolution)
        case my.CallBonus(bonus=bonus):
            for award in uncalled(resolution.state, seat, bonus):
                resolution.record(award)
            resolution.settle()
        case my.Discard(card=card):
            resolution.record(my.Discarded(seat=seat, card=card))
            end_turn(resolution)
        case my.ChoosePiece() | my.ChooseZone() | my.ChooseCard():
            asked = resolution.state.asked
            if asked is not None:
                take_up(resolution, asked, action)
            _after_reaction(resolution)
        case _:
            assert_never(action)


def _there(state: State, piece: PieceId) -> tuple[int, Piece]:
    """Return a card with its zone. It must be on the field, as was checked before."""
    zone = where(state.board, piece)
    there = None if zone is None else state.board[zone]
    if zone is None or there is None:
        raise LookupError(f"{piece} is not on the field")
    return zone, there


def _mulligan(resolution: Resolution, seat: Seat) -> None:
    """Carry out a mulligan (MY-2): the opening hand is shown and shuffled back, and another is dealt, which is kept."""
    side = resolution.state.sides[seat]
    count = len(side.hand)
    deck = resolution.dice.shuffled(side.deck + side.hand, "mulliganed.deck")
    resolution.record(my.Mulliganed(seat=seat, cards=tuple(sorted(side.hand)), deck=deck))
    resolution.record(my.HandDealt(seat=seat, cards=deck[:count], count=count))
    resolution.record(my.HandKept(seat=seat))


def _after_opening(resolution: Resolution) -> None:
    if all(side.kept for side in resolution.state.sides):
        begin_turn(resolution)


def _place(resolution: Resolution, seat: Seat, card: my.CardId, zone: my.ZoneId) -> None:
    state = resolution.state
    needed = state.field.needed(state.catalogue.cards[card], seat, state.sides[seat].waived)
    if needed:
        resolution.record(my.PlacementBegan(seat=seat, card=card, zone=zone, sacrifices=needed))
    else:
        resolution.record(my.Placed(seat=seat, card=card, piece=resolution.next_piece(), zone=zone))
        resolution.settle()
        resolution.judge()


def _sacrifice(resolution: Resolution, seat: Seat, piece: PieceId) -> None:
    """Choose a sacrifice. With the last one, all sacrifices are removed, and the card is placed at the same moment
    (MY-28)."""
    _, there = _there(resolution.state, piece)
    resolution.record(my.SacrificeChosen(seat=seat, card=there.card, piece=piece))
    placing = resolution.state.placing
    if placing is None or len(placing.chosen) < placing.sacrifices:
        return
    for each in placing.chosen:
        resolution.remove(_there(resolution.state, each)[1], Why.SACRIFICE)
    resolution.record(my.Placed(seat=seat, card=placing.card, piece=resolution.next_piece(), zone=ZONES[placing.zone]))
    resolution.settle()
    resolution.judge()


def _play(resolution: Resolution, seat: Seat, name: my.CardId) -> None:
    card = resolution.state.catalogue.cards[name]
    zone = free_in_row_1(resolution.state, seat, card.kind)
    piece = resolution.next_piece()
    last = None if card.turns is None else resolution.state.turn + card.turns - 1
    if zone is not None:
        resolution.record(my.Played(seat=seat, card=name, piece=piece, zone=ZONES[zone], last_turn=last))
    resolution.settle()
    carry_out(resolution, seat, card, piece)


def _let_pass(resolution: Resolution, seat: Seat, until: Until) -> None:
    resolution.record(my.Passed(seat=seat, until=until))
    go_on(resolution)


def _after_reaction(resolution: Resolution) -> None:
    """Let a seat react again, as long as it can, after a reaction (MY-47)."""
    state = resolution.state
    if state.window is None or state.asked is not None or state.ended is not None:
        return
    if not could_react(state, state.window):
        resolution.record(my.Passed(seat=state.window, until=Until.NOW))
        go_on(resolution)


def timed_out(state: State, seat: Seat, dice: Dice) -> tuple[my.Event, ...]:
    """Play for a seat that has run out of time, with the least commitment (G-9): keep the hand, let the attack pass,
    give the first answer. If the time of its whole turn is used up, the turn ends (MY-60, MY-67)."""
    resolution = Resolution(state, dice, settled=state.board)
    resolution.record(my.Lapsed(seat=seat))
    if is_in_its_turn(state, seat):
        _house_ends_turn(resolution, seat)
    elif state.asked is not None:
        _act(resolution, seat, options(state)[0])
    elif state.window is not None:
        _let_pass(resolution, seat, Until.NOW)
    else:
        _act(resolution, seat, my.KeepHand())
    return resolution.decision()


def _house_ends_turn(resolution: Resolution, seat: Seat) -> None:
    """End a turn for a player: answer open questions, complete the placement in progress, discard random cards (MY-15),
    and end the turn. This stops if the opponent must answer. If the seat has no time left afterwards, the server plays
    for it again."""
    turn = resolution.state.turn
    while (state := resolution.state).turn == turn and state.ended is None and state.window is None:
        if state.asked is not None:
            if not is_in_its_turn(state, seat):
                return
            _act(resolution, seat, options(state)[0])
        elif state.placing is not None:
            _house_sacrifices(resolution, seat)
        elif state.stage is Stage.DISCARD:
            _house_discards(resolution, seat)
        else:
            end_turn(resolution)


def obeyed(state: State, seat: Seat, dice: Dice) -> tuple[my.Event, ...]:
    """Let the attack pass by the seat's standing order. Other viewers receive the same as if the player had acted
    (MY-66)."""
    resolution = Resolution(state, dice, settled=state.board)
    _let_pass(resolution, seat, Until.NOW)
    return resolution.decision()


def _house_sacrifices(resolution: Resolution, seat: Seat) -> None:
    """Complete a placement for a player with the first possible sacrifices, because a placement that has begun must be
    paid for."""
    while resolution.state.placing is not None:
        _sacrifice(resolution, seat, sacrifices(resolution.state, seat)[0])


def _house_discards(resolution: Resolution, seat: Seat) -> None:
    while excess(resolution.state, seat, resolution.state.field):
        resolution.record(
            my.Discarded(
                seat=seat, card=resolution.dice.pick(tuple(sorted(resolution.state.sides[seat].hand)), "discarded.card")
            )
        )
    end_turn(resolution)


def resigned(state: State, seat: Seat, dice: Dice) -> tuple[my.Event, ...]:
    """Return the events when a player leaves: the seat loses at once (G-10)."""
    resolution = Resolution(state, dice, settled=state.board)
    resolution.record(my.Left(seat=seat))
    resolution.lose(seat, Reason.LEFT)
    return resolution.decision()


def opened(state: State, dice: Dice) -> tuple[my.Event, ...]:
    """Shuffle both decks, toss the coin and deal the opening hands (S4:68…70, MY-2, MY-57)."""
    resolution = Resolution(state, dice, settled=state.board)
    shuffled = tuple([dice.shuffled(side.deck, "shuffled.decks") for side in state.sides])
    resolution.record(my.Shuffled(starting_seat=dice.pick(SEATS, "shuffled.starting_seat"), decks=shuffled))
    count = state.options.opening_hand
    for seat in (resolution.state.starter, other(resolution.state.starter)):
        resolution.record(my.HandDealt(seat=seat, cards=shuffled[seat][:count], count=count))
    return resolution.decision()
