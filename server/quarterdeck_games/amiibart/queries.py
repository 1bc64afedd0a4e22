"""Values computed on request in Amiibart TCG: a Fighter's Attack and damage reduction, and the Fighters that a text
means."""

from collections.abc import Callable, Mapping, Sequence
from itertools import product

from quarterdeck_protocol.games.amiibart import CardId, PieceId, Pieces
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.effects import Aura, Side, Task, Which, Who
from quarterdeck_games.amiibart.state import TOKEN, Fighter, Found, State, card_of, face_among, find
from quarterdeck_games.two_seats import FROM, SEATS, other

_SEATS_OF = {
    Side.ANY: FROM,
    Side.FRIENDLY: tuple([(seat,) for seat in SEATS]),
    Side.OPPOSING: tuple([(other(seat),) for seat in SEATS]),
}
"""The seats whose Fighters a text can affect, by its owner."""

WITHOUT_TARGETS: Sequence[Pieces] = ((),)


def attack_of(state: State, seat: Seat, slot: int, fighter: Fighter) -> int:
    """Return a Fighter's Attack with all modifications; it is never below 0 (AM-49)."""
    total = state.catalogue.by_face[fighter.card].attack + fighter.attack + fighter.attack_now
    if state.in_play.auras:
        for aura in _auras_on(state, seat, slot, fighter):
            total += aura.attack
    return max(0, total)


def armour_of(state: State, seat: Seat, slot: int, fighter: Fighter) -> int:
    """Return by how much a Fighter's damage from attacks is reduced. Damage that a target deals back is not reduced
    (AM-69)."""
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
    """True if a Fighter matches the description in a text, wherever it is."""
    if seat not in _SEATS_OF[who.side][owner]:
        return False
    if who.other and fighter.piece == piece:
        return False
    return fighter.card in state.catalogue.fitting[who]


def eligible(state: State, who: Who, owner: Seat, piece: PieceId | None) -> list[Found]:
    """Return all Fighters that match the description in a text, the owner's first, from the left."""
    fitting = state.catalogue.fitting[who]
    found = [
        (seat, slot, fighter)
        for seat in _SEATS_OF[who.side][owner]
        for slot, fighter in enumerate(state.sides[seat].slots, 1)
        if fighter is not None and fighter.card in fitting
    ]
    return [one for one in found if one[2].piece != piece] if who.other else found


def pieces_of(state: State, who: Who, owner: Seat, piece: PieceId | None) -> list[PieceId]:
    """Return the piece ids of the Fighters that `eligible` finds; choices need only these."""
    fitting = state.catalogue.fitting[who]
    found = [
        fighter.piece
        for seat in _SEATS_OF[who.side][owner]
        for fighter in state.sides[seat].slots
        if fighter is not None and fighter.card in fitting
    ]
    return [one for one in found if one != piece] if who.other else found


def ways_of_text(state: State, seat: Seat, choosing: tuple[Who, ...]) -> Sequence[Pieces]:
    """Return every choice of targets for a text, which may include its own Fighter. There is none if a required target
    is missing (AM-58), and one empty choice if no target is needed."""
    if not choosing:
        return WITHOUT_TARGETS
    known = state.in_play.ways[seat]
    ways = known.get(choosing)
    if ways is None:
        ways = known[choosing] = ways_of([pieces_of(state, who, seat, None) for who in choosing])
    return ways


def ways_of(options: Sequence[Sequence[PieceId]]) -> Sequence[Pieces]:
    """Return every way to choose one Fighter from each list, no Fighter twice."""
    if len(options) == 1:
        return [(one,) for one in options[0]]
    return [chosen for chosen in product(*options) if len(set(chosen)) == len(chosen)]


def found_for(state: State, task: Task, who: Who) -> list[Found]:
    """Return the Fighters that a text means, if they are still in play."""
    return FOUND[who.which](state, task, who)


def _chosen(state: State, task: Task, who: Who) -> list[Found]:
    return _one(state, task.targets[task.chosen_for.index(who)])


def _all(state: State, task: Task, who: Who) -> list[Found]:
    return eligible(state, who, task.seat, task.piece)


def _this(state: State, task: Task, who: Who) -> list[Found]:
    return _one(state, task.piece)


def _subject(state: State, task: Task, who: Who) -> list[Found]:
    return _one(state, task.subject)


def _target(state: State, task: Task, who: Who) -> list[Found]:
    targets = () if state.fight is None else state.fight.targets
    aimed_at = [found for target in targets for found in _one(state, target)]
    return [one for one in aimed_at if not (who.other and one[2].piece == task.piece)]


def _beside(*steps: int) -> "Finder":
    def found(state: State, task: Task, who: Who) -> list[Found]:
        slots = [(task.slot or -9) + step for step in steps]
        return [one for one in _all(state, task, who) if one[0] == task.seat and one[1] in slots]

    return found


def _across(state: State, task: Task, who: Who) -> list[Found]:
    return [one for one in _all(state, task, who) if one[0] != task.seat and one[1] == task.slot]


def _beside_target(state: State, task: Task, who: Who) -> list[Found]:
    hit = () if state.fight is None else state.fight.target_slots
    everybody = _all(state, task, who)
    return [one for one in everybody if one[0] != task.seat and any(abs(one[1] - at) == 1 for at in hit)]


def _leftmost(state: State, task: Task, who: Who) -> list[Found]:
    return _all(state, task, who)[:1]


def _rightmost(state: State, task: Task, who: Who) -> list[Found]:
    return _all(state, task, who)[-1:]


def _weakest(state: State, task: Task, who: Who) -> list[Found]:
    return sorted(_all(state, task, who), key=lambda one: one[2].health)[:1]


def _strongest(state: State, task: Task, who: Who) -> list[Found]:
    return sorted(_all(state, task, who), key=lambda one: -attack_of(state, *one))[:1]


Finder = Callable[[State, Task, Who], list[Found]]

FOUND: Mapping[Which, Finder] = {
    Which.CHOSEN: _chosen,
    Which.ALL: _all,
    Which.THIS: _this,
    Which.SUBJECT: _subject,
    Which.TARGET: _target,
    Which.NEIGHBOURS: _beside(-1, 1),
    Which.LEFT: _beside(-1),
    Which.RIGHT: _beside(1),
    Which.ACROSS: _across,
    Which.BESIDE_TARGET: _beside_target,
    Which.LEFTMOST: _leftmost,
    Which.RIGHTMOST: _rightmost,
    Which.WEAKEST: _weakest,
    Which.STRONGEST: _strongest,
}
"""For each kind of target, the function that finds it. It is a table because Python 3.11 takes longer to look up the
names of an enum one by one than to find the targets.
"""


def face_of_update(state: State, seat: Seat, into: CardId) -> CardId | None:
    """Return the card face of the Fighter into which another is updated; `None` if it is not available. Unless it is a
    Token, it must still be in the deck (S0:167)."""
    if card_of(state, into).kind is TOKEN:
        return into
    return face_among(state, state.sides[seat].library, into)


def _one(state: State, piece: PieceId | None) -> list[Found]:
    found = find(state, piece)
    return [] if found is None else [found]
