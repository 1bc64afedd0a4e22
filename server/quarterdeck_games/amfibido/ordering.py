"""In which order effects come that were set off together (S3:316, AF-20, AF-38).

Their controller is asked only where it can matter: where two of them may take hold of the same card. Everything else
comes from the left to the right, a fighter before its equipment.
"""

from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import ChooseCard, PieceId, Prompt, ResolveFirst, Triggered, Zone

from quarterdeck_games.amfibido.desk import Desk
from quarterdeck_games.amfibido.doing import retire, return_to
from quarterdeck_games.amfibido.effects import Fate, Order, Retire, ReturnFighter, Task, Transform, Which
from quarterdeck_games.amfibido.state import Fighter, State, find, other
from quarterdeck_games.amfibido.targets import pieces_for
from quarterdeck_games.cards import distinct


def order(desk: Desk, task: Task, effect: Order) -> None:
    """Carry out the next of those that are waiting, or ask which that is."""
    waiting = effect.waiting
    if not waiting:
        return
    reach = [_touched(desk.state, one) for one in waiting]
    for at, one in enumerate(waiting):
        if not any(reach[at] & reach[there] for there in range(len(waiting)) if there != at):
            _carry_out(desk, task, waiting, one)
            return
    contested = [one for at, one in enumerate(waiting) if at == 0 or reach[0] & reach[at]]
    options = distinct([ResolveFirst(piece=_name(one)) for one in contested])
    if len(options) == 1:  # two texts of one card: as they are written
        _carry_out(desk, task, waiting, waiting[0])
        return
    desk.ask(replace(task, card=waiting[0].card), effect, Prompt.WHICH_FIRST, options)


def put_first(desk: Desk, task: Task, effect: Order, answer: ResolveFirst) -> None:
    chosen = next(one for one in effect.waiting if _name(one) == answer.piece)
    _carry_out(desk, task, effect.waiting, chosen)


def _carry_out(desk: Desk, task: Task, waiting: tuple[Task, ...], chosen: Task) -> None:
    rest = tuple([one for one in waiting if one is not chosen])
    if rest:
        desk.first(replace(task, does=(Order(rest),)))
    if chosen.combo is None:
        desk.record(Triggered(seat=chosen.seat, card=chosen.card))
    desk.first(chosen)


def _name(task: Task) -> PieceId:
    name = task.piece if task.combo is None else task.combo
    return name if name is not None else PieceId(task.card)


def _touched(state: State, task: Task) -> set[PieceId]:
    """Give the cards in play that a text may move, retire or transform."""
    touched: set[PieceId] = set()
    for effect in task.does:
        if isinstance(effect, (Retire, Transform)):
            touched.update(pieces_for(state, task, effect.what))
        elif isinstance(effect, ReturnFighter):
            touched.update(pieces_for(state, task, Which.FIGHTER_HERE))
    return touched


def ask_fate(desk: Desk, task: Task, effect: Fate) -> None:
    """A knocked-out fighter whose own equipment would return it and whom the opponent's sensei would retire: its
    controller chooses (AF-38)."""
    sensei = desk.state.sides[other(task.seat)].sensei
    assert sensei is not None  # noqa: S101 - without one there is nothing to choose
    options = (ChooseCard(card=task.card), ChooseCard(card=sensei))
    desk.ask(task, effect, Prompt.CHOOSE_A_FATE, options)


def decide_fate(desk: Desk, task: Task, effect: Fate, answer: ChooseCard) -> None:
    found = find(desk.state, task.seat, effect.piece)
    if found is None or not isinstance(found[1], Fighter):
        return
    if answer.card == task.card:
        return_to(desk, task.seat, found[1], Zone.HAND)
    else:
        retire(desk, task.seat, effect.piece)
