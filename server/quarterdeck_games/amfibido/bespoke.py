"""Effects of single cards that have a function of their own, by name (decision 9): the start of each effect, and the
consequence of the player's answer."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace
from quarterdeck_protocol.games import amfibido as af

from quarterdeck_games.amfibido.effects import Become, Bespoke, Task
from quarterdeck_games.amfibido.operations import play_combo, retire, return_to
from quarterdeck_games.amfibido.placement import plays
from quarterdeck_games.amfibido.power import printed_power
from quarterdeck_games.amfibido.queries import species_on
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.state import Fighter, card_of, equipment, fighters, find
from quarterdeck_games.amfibido.targets import fighter_here
from quarterdeck_games.piles import distinct

DECLINE = af.Decline()


def _spawning_sword(resolution: Resolution, task: Task, effect: Bespoke) -> None:
    """Turn the Spawning Sword into equipment one level above the card that was discarded for it. Above level V there is
    only level V (S3:272)."""
    level = min(5, card_of(task.discarded[-1]).level + 1)
    if task.piece is not None:
        resolution.first(replace(task, does=(Become(task.piece, level),)))


def _smoke_bomb(resolution: Resolution, task: Task, effect: Bespoke) -> None:
    """Carry out the Smoke Bomb: the bomb is discarded first. The card that it leaves behind no longer belongs to it, so
    nothing can neutralize that card (AF-30)."""
    fighter = fighter_here(resolution.state, task)
    if fighter is not None and task.piece is not None:
        retire(resolution, task.seat, task.piece)
        _gain(resolution, task, fighter.piece, 5)


def _harlequin_toad(resolution: Resolution, task: Task, effect: Bespoke) -> None:
    if task.piece is not None:
        _gain(resolution, task, task.piece, printed_power(task.discarded[-1]))


def _gain(resolution: Resolution, task: Task, piece: af.PieceId, amount: int) -> None:
    found = find(resolution.state, task.seat, piece)
    if found is not None:
        resolution.record(
            af.Gained(
                seat=task.seat,
                card=found[1].card,
                piece=piece,
                amount=amount,
                by=task.card,
                own=piece == task.piece,
            )
        )


def _fighters(resolution: Resolution, task: Task) -> tuple[af.ChoosePiece, ...]:
    return tuple(
        [af.ChoosePiece(piece=one.piece, card=one.card, dojo=at) for at, one in fighters(resolution.state, task.seat)]
    )


def _crocodile_dandoo(resolution: Resolution, task: Task, effect: Bespoke) -> None:
    options = _fighters(resolution, task)
    if len(options) == 1:
        _dandoos_fighter(resolution, task, options[0])
    elif options:
        resolution.ask(task, effect, af.Prompt.CHOOSE_A_FIGHTER, options)


def _dandoos_fighter(resolution: Resolution, task: Task, answer: af.Answer) -> None:
    assert isinstance(answer, af.ChoosePiece)  # noqa: S101 - nothing else is on offer
    _gain(resolution, task, answer.piece, 2)
    found = find(resolution.state, task.seat, answer.piece)
    if found is not None and af.Species.CROCODILE in species_on(task.discarded[-1]):
        resolution.record(af.KnockoutGained(seat=task.seat, card=found[1].card, piece=answer.piece, by=task.card))


def _kick_and_punch(resolution: Resolution, task: Task, effect: Bespoke) -> None:
    """Carry out Kick and Punch: combo moves that are in the cooldown zone now may be played at once (AF-40)."""
    resting = distinct([one.card for one in resolution.state.sides[task.seat].cooldown])
    combos = [card for card in resting if card_of(card).kind is af.Kind.COMBO]
    options = tuple([play for card in combos for play in plays(resolution.state, task.seat, card)])
    if options:
        resolution.ask(task, effect, af.Prompt.PLAY_OR_DISCARD, (*options, DECLINE))


def _punched(resolution: Resolution, task: Task, answer: af.Answer) -> None:
    if isinstance(answer, af.PlayShown):
        play_combo(resolution, task.seat, answer.card, answer.dojo, af.Zone.COOLDOWN)


def _timeout(resolution: Resolution, task: Task, effect: Bespoke) -> None:
    options = _fighters(resolution, task)
    if len(options) == 1:
        _timed_out(resolution, task, options[0])
    elif options:
        resolution.ask(task, effect, af.Prompt.CHOOSE_A_FIGHTER, options)
    else:
        _recover_all(resolution, task)


def _timed_out(resolution: Resolution, task: Task, answer: af.Answer) -> None:
    """Carry out the answer to Timed Out: one fighter comes back, and all resting combo moves, at the same time
    (AF-40)."""
    assert isinstance(answer, af.ChoosePiece)  # noqa: S101 - nothing else is on offer
    found = find(resolution.state, task.seat, answer.piece)
    if found is not None and isinstance(found[1], Fighter):
        return_to(resolution, task.seat, found[1], af.Zone.HAND)
    _recover_all(resolution, task)


def _recover_all(resolution: Resolution, task: Task) -> None:
    """Return all resting combo moves, even if no fighter can come back with them (AF-55)."""
    resting = tuple([one.card for one in resolution.state.sides[task.seat].cooldown])
    if resting:
        resolution.record(af.Recovered(seat=task.seat, cards=resting))


def _mr_minami(resolution: Resolution, task: Task, effect: Bespoke) -> None:
    resting = distinct([one.card for one in resolution.state.sides[task.seat].cooldown])
    options = tuple([af.ChooseCard(card=card) for card in resting if card_of(card).kind is af.Kind.COMBO])
    if options:
        resolution.ask(task, effect, af.Prompt.CHOOSE_A_CARD, (*options, DECLINE))


def _minamis_combo(resolution: Resolution, task: Task, answer: af.Answer) -> None:
    if isinstance(answer, af.ChooseCard):
        resolution.record(af.Recovered(seat=task.seat, cards=(answer.card,)))


def _master_shatter(resolution: Resolution, task: Task, effect: Bespoke) -> None:
    options = tuple(
        [af.ChoosePiece(piece=one.piece, card=one.card, dojo=at) for at, one in equipment(resolution.state, task.seat)]
    )
    if options:
        resolution.ask(task, effect, af.Prompt.CHOOSE_A_PIECE, (*options, DECLINE))


def _shattered(resolution: Resolution, task: Task, answer: af.Answer) -> None:
    if isinstance(answer, af.ChoosePiece):
        found = find(resolution.state, task.seat, answer.piece)
        level = 0 if found is None else card_of(found[1].card).level
        resolution.first(replace(task, does=(Become(answer.piece, min(5, level + 1)),)))


def _guru_gooji(resolution: Resolution, task: Task, effect: Bespoke) -> None:
    options = _fighters(resolution, task)
    if options:
        resolution.ask(task, effect, af.Prompt.CHOOSE_A_FIGHTER, (*options, DECLINE))


def _taught(resolution: Resolution, task: Task, answer: af.Answer) -> None:
    if isinstance(answer, af.ChoosePiece):
        found = find(resolution.state, task.seat, answer.piece)
        if found is not None:
            resolution.record(af.TypesGained(seat=task.seat, card=found[1].card, piece=answer.piece))


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
"""The function for the effect or question of each card."""

ANSWER: Mapping[str, Callable[[Resolution, Task, af.Answer], None]] = {
    "crocodile_dandoo": _dandoos_fighter,
    "kick_and_punch": _punched,
    "timeout": _timed_out,
    "mr_minami": _minamis_combo,
    "master_shatter": _shattered,
    "guru_gooji": _taught,
}
"""The function for the answer to each question."""
