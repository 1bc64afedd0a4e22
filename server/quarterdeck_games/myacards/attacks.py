"""Legal attacks in MYACARDS, and the course of an attack with the opponent's reactions (S4:81…90, MY-40…MY-50)."""

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Kind, Outcome, PieceId, Point, Why
from quarterdeck_protocol.names import Seat

from quarterdeck_games.myacards.effects import Reverses, Unordered
from quarterdeck_games.myacards.field import IN_COLUMN, ROW_1, Piece, column_of, where, zone_at
from quarterdeck_games.myacards.queries import FieldQueries
from quarterdeck_games.myacards.resolution import Resolution
from quarterdeck_games.myacards.state import State
from quarterdeck_games.two_seats import other

_ACTIVE = Kind.ACTIVE  # Python 3.11 looks a member of an enum up slowly


def targets_of(state: State, seat: Seat, zone: int, reading: FieldQueries) -> list[Piece]:
    """Return the opponent's entities in a column that can be attacked, on both halves. No row protects another
    (MY-40)."""
    found = []
    for at in IN_COLUMN[column_of(zone)]:
        piece = state.board[at]
        if piece is not None and piece.seat != seat and not reading.is_guarded(piece, at, state.turn):
            found.append(piece)
    return found


def may_attack(state: State, piece: Piece, zone: int, reading: FieldQueries) -> bool:
    """True if a card may still attack this turn, and no slower card has attacked before it."""
    if state.catalogue.cards[piece.card].kind is not _ACTIVE or piece.stilled >= state.turn:
        return False
    if reading.attacks_left(piece, zone) < 1:
        return False
    return is_in_order(state, piece, zone, reading) or state.at_once == piece.id


def is_in_order(state: State, piece: Piece, zone: int, reading: FieldQueries) -> bool:
    """True if the order of attacks allows this card (MY-44, MY-45): no faster card after a slower one, by their present
    speeds."""
    if state.pace is None or reading.has(Unordered, piece.seat):
        return True
    speed = reading.stats(piece, zone).speed
    return speed >= state.pace if reading.has(Reverses) else speed <= state.pace


def attacks(state: State, seat: Seat, reading: FieldQueries) -> list[my.Attack]:
    """Return every attack that a seat may declare now: each attacker with each target."""
    found: list[my.Attack] = []
    for zone, piece in reading.pieces:
        if piece.seat == seat and may_attack(state, piece, zone, reading):
            targets = targets_of(state, seat, zone, reading)
            found += [my.Attack(piece=piece.id, targets=(target.id,)) for target in targets]
    return found


def declare(resolution: Resolution, seat: Seat, piece: Piece, zone: int, target: Piece) -> None:
    """Declare an attack of a card; then the attacked player may react."""
    state, reading = resolution.state, resolution.state.field
    resolution.record(
        my.AttackDeclared(
            seat=seat,
            card=piece.card,
            piece=piece.id,
            target=target.id,
            target_card=target.card,
            speed=reading.stats(piece, zone).speed,
            in_order=is_in_order(state, piece, zone, reading),
        )
    )
    if not _opened(resolution, Point.BEFORE):
        go_on(resolution)


def go_on(resolution: Resolution) -> None:
    """Continue with an attack after nobody reacts any more at this point."""
    state = resolution.state
    if state.attack is None or state.ended is not None:
        return
    if state.attack.point is Point.BEFORE:
        _resolve(resolution)
        resolution.settle()
        resolution.judge()
        if resolution.state.ended is not None or _opened(resolution, Point.AFTER):
            return
    resolution.record(my.AttackOver(seat=resolution.state.active_seat))


def _opened(resolution: Resolution, point: Point) -> bool:
    """Let the attacked player react if, as far as everybody can see, a reaction is possible (MY-48). This includes
    players with a standing order to let attacks pass, because nobody may know of the order (MY-66)."""
    seat = other(resolution.state.active_seat)
    if not could_react(resolution.state, seat):
        return False
    resolution.record(my.WindowOpened(seat=seat, point=point))
    return True


def could_react(state: State, seat: Seat) -> bool:
    """True if a seat might react (MY-48): it has cards in hand, and a free zone in row 1. It does not matter which
    cards they are."""
    free = [state.board[zone_at(seat, 1, column)] is None for columns in ROW_1.values() for column in columns]
    return bool(state.sides[seat].hand) and any(free)


def _resolve(resolution: Resolution) -> None:
    """Decide an attack: the attack value is compared with the defense value as they are now (S4:85…90, MY-50)."""
    state, attack = resolution.state, resolution.state.attack
    if attack is None:
        return
    seat = state.active_seat
    attacker, target = _at(state, attack.piece, attack.column), _at(state, attack.target, attack.column)
    if attacker is None or target is None:
        _end_attack(resolution, seat, Outcome.VOIDED, None, None)  # MY-49
        return
    power, defense, falls = ranked(state, resolution.state.field, attacker, target)
    _end_attack(resolution, seat, Outcome.REMOVED if falls else Outcome.WITHSTOOD, power, defense)
    if falls:
        resolution.remove(target[1], Why.ATTACK)


def ranked(
    state: State, reading: FieldQueries, attacker: tuple[int, Piece], target: tuple[int, Piece]
) -> tuple[int, int | None, bool]:
    """Return the attack value of a card, the defense value of its target (`None` for a support card), and true if the
    target would be removed now."""
    zone, piece = target
    power = reading.stats(attacker[1], attacker[0]).attack
    if state.catalogue.cards[piece.card].kind is Kind.SUPPORT:
        defense = None
        needed = reading.endures(piece, zone)
        falls = needed is None or power >= needed  # S4:90, MY-41
    else:
        defense = reading.stats(piece, zone).defense
        falls = power > defense  # S4:86…88, MY-42
    return power, defense, falls and piece.shielded < state.turn


def _end_attack(resolution: Resolution, seat: Seat, outcome: Outcome, power: int | None, defense: int | None) -> None:
    attack = resolution.state.attack
    if attack is not None:
        resolution.record(
            my.AttackResolved(
                seat=seat,
                piece=attack.piece,
                target=attack.target,
                outcome=outcome,
                attack=power,
                defense=defense,
            )
        )


def _at(state: State, piece: PieceId, column: int) -> tuple[int, Piece] | None:
    """Return the attacking or attacked card with its zone; `None` if it has left the column of the attack."""
    zone = where(state.board, piece)
    there = None if zone is None else state.board[zone]
    if zone is None or there is None or column_of(zone) != column:
        return None
    return zone, there
