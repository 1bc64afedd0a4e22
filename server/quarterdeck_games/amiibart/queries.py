"""What is worked out when asked: a Fighter's Attack and armour, and whom a text means."""

from typing import assert_never

from quarterdeck_protocol.games.amiibart import CardId, Kind, PieceId
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.effects import Aura, Side, Task, Which, Who
from quarterdeck_games.amiibart.state import Fighter, Found, State, card_of, face_among, fighters, find, is_of
from quarterdeck_games.two_seats import FROM, other


def attack_of(state: State, seat: Seat, slot: int, fighter: Fighter) -> int:
    """Return a Fighter's Attack with all that changes it; never below 0 (AM-49)."""
    total = card_of(state, fighter.card).attack + fighter.attack + fighter.attack_now
    for aura in _auras_on(state, seat, slot, fighter):
        total += aura.attack
    return max(0, total)


def armour_of(state: State, seat: Seat, slot: int, fighter: Fighter) -> int:
    """Return how much less damage it takes from attacks; what is dealt back to it is none (AM-69)."""
    return sum([aura.armour for aura in _auras_on(state, seat, slot, fighter)])


def _auras_on(state: State, seat: Seat, slot: int, fighter: Fighter) -> list[Aura]:
    return [
        aura
        for aura, owner, at, piece in state.in_play.auras
        if _reaches(state, aura.who, owner, at, piece, seat, slot, fighter)
    ]


def _reaches(
    state: State, who: Who, owner: Seat, at: int, piece: PieceId | None, seat: Seat, slot: int, fighter: Fighter
) -> bool:
    if not fits(state, who, owner, piece, seat, fighter):
        return False
    match who.which:
        case Which.THIS:
            return piece == fighter.piece
        case Which.NEIGHBOURS:
            return owner == seat and abs(at - slot) == 1
        case Which.ACROSS:
            return owner != seat and at == slot
        case _:
            return True


def fits(state: State, who: Who, owner: Seat, piece: PieceId | None, seat: Seat, fighter: Fighter) -> bool:
    """Return whether a Fighter is of the kind that a text is about, wherever it stands."""
    if who.side is not Side.ANY and (who.side is Side.FRIENDLY) != (seat == owner):
        return False
    if who.other and fighter.piece == piece:
        return False
    if not who.tokens and card_of(state, fighter.card).kind is Kind.TOKEN:
        return False
    return (who.element is None and who.folk is None) or is_of(state, fighter.card, who.element, who.folk)


def eligible(state: State, who: Who, owner: Seat, piece: PieceId | None) -> list[Found]:
    """Return all Fighters of the kind, the owner's first, from the left."""
    seats = FROM[owner] if who.side is Side.ANY else (owner if who.side is Side.FRIENDLY else other(owner),)
    everybody = [(seat, slot, fighter) for seat in seats for slot, fighter in fighters(state, seat)]
    if who.element is None and who.folk is None and who.tokens and not who.other:
        return everybody
    return [one for one in everybody if fits(state, who, owner, piece, one[0], one[2])]


def found_for(state: State, task: Task, who: Who) -> list[Found]:
    """Return the Fighters that a text means, as far as they are still in play."""
    match who.which:
        case Which.CHOSEN:
            at = task.chosen_for.index(who)
            return _one(state, task.targets[at])
        case Which.ALL:
            return eligible(state, who, task.seat, task.piece)
        case Which.THIS:
            return _one(state, task.piece)
        case Which.SUBJECT:
            return _one(state, task.subject)
        case Which.TARGET:
            targets = () if state.fight is None else state.fight.targets
            aimed_at = [found for target in targets for found in _one(state, target)]
            return [one for one in aimed_at if not (who.other and one[2].piece == task.piece)]
        case _:
            pass
    everybody = eligible(state, who, task.seat, task.piece)
    match who.which:
        case Which.NEIGHBOURS | Which.LEFT | Which.RIGHT:
            steps = {Which.NEIGHBOURS: (-1, 1), Which.LEFT: (-1,), Which.RIGHT: (1,)}[who.which]
            slots = [(task.slot or -9) + step for step in steps]
            return [one for one in everybody if one[0] == task.seat and one[1] in slots]
        case Which.ACROSS:
            return [one for one in everybody if one[0] != task.seat and one[1] == task.slot]
        case Which.BESIDE_TARGET:
            hit = () if state.fight is None else state.fight.target_slots
            return [one for one in everybody if one[0] != task.seat and any(abs(one[1] - at) == 1 for at in hit)]
        case Which.LEFTMOST:
            return everybody[:1]
        case Which.RIGHTMOST:
            return everybody[-1:]
        case Which.WEAKEST:
            return sorted(everybody, key=lambda one: one[2].health)[:1]
        case Which.STRONGEST:
            return sorted(everybody, key=lambda one: -attack_of(state, *one))[:1]
        case _:
            assert_never(who.which)


def face_of_update(state: State, seat: Seat, into: CardId) -> CardId | None:
    """Return with which face a Fighter comes into which another is updated: what is no Token must still be in the deck
    (S0:167); `None` if it is not."""
    if card_of(state, into).kind is Kind.TOKEN:
        return into
    return face_among(state, state.sides[seat].library, into)


def _one(state: State, piece: PieceId | None) -> list[Found]:
    found = find(state, piece)
    return [] if found is None else [found]
