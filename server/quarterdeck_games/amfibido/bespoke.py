"""The texts that need a word of their own, by name (decision 10): how each begins, and what its answer does."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import (
    Answer,
    ChooseCard,
    ChoosePiece,
    Decline,
    Gained,
    Kind,
    KnockoutGained,
    PieceId,
    PlayShown,
    Prompt,
    Recovered,
    Species,
    TypesGained,
    Zone,
)

from quarterdeck_games.amfibido.effects import Become, Bespoke, Task
from quarterdeck_games.amfibido.operations import play_combo, retire, return_to
from quarterdeck_games.amfibido.placement import plays
from quarterdeck_games.amfibido.power import printed_power
from quarterdeck_games.amfibido.queries import species_on
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.state import Fighter, card_of, equipment, fighters, find
from quarterdeck_games.amfibido.targets import fighter_here
from quarterdeck_games.cards import distinct

DECLINE = Decline()


def _spawning_sword(desk: Resolution, task: Task, effect: Bespoke) -> None:
    """It becomes equipment one level above the card that was discarded for it; above V there is only V (S3:272)."""
    level = min(5, card_of(task.discarded[-1]).level + 1)
    if task.piece is not None:
        desk.first(replace(task, does=(Become(task.piece, level),)))


def _smoke_bomb(desk: Resolution, task: Task, effect: Bespoke) -> None:
    """The bomb goes first; what it leaves behind is not its own any more, so nothing can neutralize it (AF-30)."""
    fighter = fighter_here(desk.state, task)
    if fighter is not None and task.piece is not None:
        retire(desk, task.seat, task.piece)
        _gain(desk, task, fighter.piece, 5)


def _harlequin_toad(desk: Resolution, task: Task, effect: Bespoke) -> None:
    if task.piece is not None:
        _gain(desk, task, task.piece, printed_power(task.discarded[-1]))


def _gain(desk: Resolution, task: Task, piece: PieceId, amount: int) -> None:
    found = find(desk.state, task.seat, piece)
    if found is not None:
        desk.record(
            Gained(
                seat=task.seat,
                card=found[1].card,
                piece=piece,
                amount=amount,
                by=task.card,
                own=piece == task.piece,
            )
        )


def _fighters(desk: Resolution, task: Task) -> tuple[ChoosePiece, ...]:
    return tuple([ChoosePiece(piece=one.piece, card=one.card, dojo=at) for at, one in fighters(desk.state, task.seat)])


def _crocodile_dandoo(desk: Resolution, task: Task, effect: Bespoke) -> None:
    options = _fighters(desk, task)
    if len(options) == 1:
        _dandoos_fighter(desk, task, options[0])
    elif options:
        desk.ask(task, effect, Prompt.CHOOSE_A_FIGHTER, options)


def _dandoos_fighter(desk: Resolution, task: Task, answer: Answer) -> None:
    assert isinstance(answer, ChoosePiece)  # noqa: S101 - nothing else is on offer
    _gain(desk, task, answer.piece, 2)
    found = find(desk.state, task.seat, answer.piece)
    if found is not None and Species.CROCODILE in species_on(task.discarded[-1]):
        desk.record(KnockoutGained(seat=task.seat, card=found[1].card, piece=answer.piece, by=task.card))


def _kick_and_punch(desk: Resolution, task: Task, effect: Bespoke) -> None:
    """Combo moves that rest now may be played at once (AF-40)."""
    resting = distinct([one.card for one in desk.state.sides[task.seat].cooldown])
    combos = [card for card in resting if card_of(card).kind is Kind.COMBO]
    options = tuple([play for card in combos for play in plays(desk.state, task.seat, card)])
    if options:
        desk.ask(task, effect, Prompt.PLAY_OR_DISCARD, (*options, DECLINE))


def _punched(desk: Resolution, task: Task, answer: Answer) -> None:
    if isinstance(answer, PlayShown):
        play_combo(desk, task.seat, answer.card, answer.dojo, Zone.COOLDOWN)


def _timeout(desk: Resolution, task: Task, effect: Bespoke) -> None:
    options = _fighters(desk, task)
    if len(options) == 1:
        _timed_out(desk, task, options[0])
    elif options:
        desk.ask(task, effect, Prompt.CHOOSE_A_FIGHTER, options)
    else:
        _recover_all(desk, task)


def _timed_out(desk: Resolution, task: Task, answer: Answer) -> None:
    """One fighter comes back, and all that rests, at once (AF-40)."""
    assert isinstance(answer, ChoosePiece)  # noqa: S101 - nothing else is on offer
    found = find(desk.state, task.seat, answer.piece)
    if found is not None and isinstance(found[1], Fighter):
        return_to(desk, task.seat, found[1], Zone.HAND)
    _recover_all(desk, task)


def _recover_all(desk: Resolution, task: Task) -> None:
    """All that rests, also if nobody is in a dojo to come with it (AF-55)."""
    resting = tuple([one.card for one in desk.state.sides[task.seat].cooldown])
    if resting:
        desk.record(Recovered(seat=task.seat, cards=resting))


def _mr_minami(desk: Resolution, task: Task, effect: Bespoke) -> None:
    resting = distinct([one.card for one in desk.state.sides[task.seat].cooldown])
    options = tuple([ChooseCard(card=card) for card in resting if card_of(card).kind is Kind.COMBO])
    if options:
        desk.ask(task, effect, Prompt.CHOOSE_A_CARD, (*options, DECLINE))


def _minamis_combo(desk: Resolution, task: Task, answer: Answer) -> None:
    if isinstance(answer, ChooseCard):
        desk.record(Recovered(seat=task.seat, cards=(answer.card,)))


def _master_shatter(desk: Resolution, task: Task, effect: Bespoke) -> None:
    options = tuple(
        [ChoosePiece(piece=one.piece, card=one.card, dojo=at) for at, one in equipment(desk.state, task.seat)]
    )
    if options:
        desk.ask(task, effect, Prompt.CHOOSE_A_PIECE, (*options, DECLINE))


def _shattered(desk: Resolution, task: Task, answer: Answer) -> None:
    if isinstance(answer, ChoosePiece):
        found = find(desk.state, task.seat, answer.piece)
        level = 0 if found is None else card_of(found[1].card).level
        desk.first(replace(task, does=(Become(answer.piece, min(5, level + 1)),)))


def _guru_gooji(desk: Resolution, task: Task, effect: Bespoke) -> None:
    options = _fighters(desk, task)
    if options:
        desk.ask(task, effect, Prompt.CHOOSE_A_FIGHTER, (*options, DECLINE))


def _taught(desk: Resolution, task: Task, answer: Answer) -> None:
    if isinstance(answer, ChoosePiece):
        found = find(desk.state, task.seat, answer.piece)
        if found is not None:
            desk.record(TypesGained(seat=task.seat, card=found[1].card, piece=answer.piece))


BEGIN: Mapping[str, Callable[[Resolution, Task, Bespoke], None]] = {
    "spawning_sword": _spawning_sword,
    "smoke_bomb": _smoke_bomb,
    "harlequin_toad": _harlequin_toad,
    "crocodile_dandoo": _crocodile_dandoo,
    "kick_and_punch": _kick_and_punch,
    "timeout": _timeout,
    "mr_minami": _mr_minami,
    "master_shatter": _master_shatter,
    "guru_gooji": _guru_gooji,
}
"""What each does, or asks."""

ANSWER: Mapping[str, Callable[[Resolution, Task, Answer], None]] = {
    "crocodile_dandoo": _dandoos_fighter,
    "kick_and_punch": _punched,
    "timeout": _timed_out,
    "mr_minami": _minamis_combo,
    "master_shatter": _shattered,
    "guru_gooji": _taught,
}
"""What the answer to each that asks does."""
