"""Carrying effects out: one loop, and one case for each word.

`carry_out` does what a word says, or asks; `take_up` does what its answer says. Whether a player is asked depends only
on what everybody sees, or the question itself would tell something: with cards in hand one is asked even if none fits.
"""

from typing import assert_never

from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import (
    ActionDone,
    Answer,
    BoomerangGained,
    ChooseCard,
    ChooseKind,
    ChooseLevel,
    ChoosePiece,
    Decline,
    Discarded,
    DiscardShown,
    DojoClosed,
    Gained,
    Kind,
    LookedAt,
    Move,
    PieceId,
    PlayShown,
    Prompt,
    ResolveFirst,
    Took,
    Zone,
)

from quarterdeck_games.amfibido import bespoke, flow, ordering
from quarterdeck_games.amfibido.cards.deck import active_levels
from quarterdeck_games.amfibido.desk import Desk
from quarterdeck_games.amfibido.doing import (
    become,
    bottom,
    discard,
    draw,
    field,
    play_combo,
    refill,
    retire,
    return_to,
    reveal,
    switch,
    transform,
)
from quarterdeck_games.amfibido.effects import (
    ActionOver,
    Become,
    BecomeOneOf,
    Bespoke,
    Boomerang,
    CloseDojo,
    Discard,
    DiscardMore,
    Draw,
    DrawActive,
    Effect,
    Fate,
    Gain,
    GainPerDiscarded,
    Go,
    LookAt,
    MayDiscard,
    Order,
    PlayOrDiscard,
    Rearrange,
    Retire,
    ReturnFighter,
    RevealUntil,
    Switch,
    Task,
    To,
    Transform,
    Which,
)
from quarterdeck_games.amfibido.placing import moves, plays
from quarterdeck_games.amfibido.state import card_of, find, is_fighter
from quarterdeck_games.amfibido.targets import fighter_here, pieces_for, this_piece
from quarterdeck_games.cards import distinct

DECLINE = Decline()


def run(desk: Desk) -> None:
    """Carry out what is on the agenda until nothing is left or a player is asked."""
    while desk.agenda and desk.state.asked is None and desk.state.ended is None:
        task = desk.agenda.pop(0)
        if len(task.does) > 1:
            desk.first(replace(task, does=task.does[1:]))
        carry_out(desk, task, task.does[0])


def carry_out(desk: Desk, task: Task, effect: Effect) -> None:
    """Do what a word says, or ask."""
    seat = task.seat
    match effect:
        case Draw():
            draw(desk, seat, effect.level)
        case DrawActive():
            _ask_level(desk, task, effect)
        case Discard():
            _ask_discard(desk, task, effect)
        case DiscardMore():
            _ask_more(desk, task, effect)
        case MayDiscard():
            _ask_whether(desk, task, effect)
        case Gain():
            _gain(desk, task, effect)
        case GainPerDiscarded():
            _gained(desk, task, this_piece(desk.state, task), effect.amount * len(task.discarded))
        case Switch():
            _switch(desk, task, effect)
        case Transform():
            _transform(desk, task, effect)
        case Retire():
            for piece in pieces_for(desk.state, task, effect.what):
                retire(desk, seat, piece)
        case ReturnFighter():
            fighter = fighter_here(desk.state, task)
            if fighter is not None and not fighter.knocked_out:
                return_to(desk, seat, fighter, Zone.HAND)
        case LookAt():
            _look(desk, task, effect)
        case RevealUntil():
            _reveal_until(desk, task, effect)
        case Boomerang():
            if task.combo is not None:
                desk.record(BoomerangGained(seat=seat, card=task.card, piece=task.combo, by=task.card))
        case CloseDojo():
            found = find(desk.state, seat, task.piece)
            if found is not None:
                desk.record(DojoClosed(seat=seat, dojo=found[0]))
        case Bespoke():
            bespoke.BEGIN[effect.name](desk, task, effect)
        case Become():
            become(desk, task, effect.piece, effect.level)
        case Rearrange():
            _rearrange(desk, task, effect.pieces)
        case PlayOrDiscard():
            _ask_to_play(desk, task, effect)
        case Order():
            ordering.order(desk, task, effect)
        case Go():
            flow.go(desk, effect.step)
        case Fate():
            ordering.ask_fate(desk, task, effect)
        case ActionOver():
            desk.record(ActionDone(seat=seat, card=task.card))
        case BecomeOneOf():
            raise AssertionError("this word only waits for an answer")
        case _:
            assert_never(effect)


def take_up(desk: Desk, task: Task, effect: Effect, answer: Answer) -> None:
    """Do what the answer to a word says. It was among the options, so it fits the word."""
    seat = task.seat
    match effect, answer:
        case Bespoke(), _:
            bespoke.ANSWER[effect.name](desk, task, answer)
        case DrawActive(), ChooseLevel():
            draw(desk, seat, answer.level)
        case LookAt(), ChooseLevel():
            _look(desk, task, replace(effect, level=answer.level))
        case LookAt(), ChooseCard():
            desk.record(Took(seat=seat, card=answer.card))
            bottom(desk, card_of(answer.card).level, desk.state.looked_at, Zone.LOOKED_AT)
        case RevealUntil(), ChooseKind():
            _reveal_until(desk, task, replace(effect, kind=answer.kind))
        case MayDiscard(), Decline():
            _then(desk, task, effect.otherwise)
        case MayDiscard(), ChooseCard():
            _then(desk, task, effect.then)
            discard(desk, seat, answer.card)
        case ((Discard() | DiscardMore()), ChooseCard()):
            if isinstance(effect, DiscardMore):
                desk.first(replace(task, does=(effect,)))
            _remember(desk, task, answer)
            discard(desk, seat, answer.card)
        case Gain(), ChoosePiece():
            _gained(desk, task, answer.piece, effect.amount)
        case Switch(), Move():
            switch(desk, seat, answer.piece, answer.dojo, answer.swaps)
        case Rearrange(), Move():
            left = tuple([piece for piece in effect.pieces if piece != answer.piece])
            desk.first(replace(task, does=(Rearrange(left),)))
            switch(desk, seat, answer.piece, answer.dojo, answer.swaps)
        case Transform(), ChoosePiece():
            _become_next(desk, task, answer.piece)
        case BecomeOneOf(), ChooseCard():
            others = list(effect.cards)
            others.remove(answer.card)
            transform(desk, seat, effect.piece, effect.level, answer.card, (*effect.rest, *others))
        case PlayOrDiscard(), (PlayShown() | DiscardShown()):
            _play_or_discard(desk, task, effect, answer)
        case Order(), ResolveFirst():
            ordering.put_first(desk, task, effect, answer)
        case Fate(), ChooseCard():
            ordering.decide_fate(desk, task, effect, answer)
        case _:
            assert isinstance(answer, Decline), (effect, answer)  # noqa: S101 - everything else is not on offer


def _then(desk: Desk, task: Task, effects: tuple[Effect, ...]) -> None:
    if effects:
        desk.first(replace(task, does=effects))


def _remember(desk: Desk, task: Task, answer: ChooseCard) -> None:
    """Let the rest of this text know what was discarded for it."""
    for at, later in enumerate(desk.agenda):
        if later.card != task.card or later.piece != task.piece or later.seat != task.seat:
            break
        desk.agenda[at] = replace(later, discarded=(*later.discarded, answer.card))


def _ask_level(desk: Desk, task: Task, effect: DrawActive | LookAt) -> None:
    """Ask for an active deck. All are offered, also one that may have run out: what of the discards would refill it
    nobody may know."""
    levels = active_levels(desk.state.round)
    if len(levels) == 1:
        take_up(desk, task, effect, ChooseLevel(level=levels[0]))
    else:
        desk.ask(task, effect, Prompt.CHOOSE_A_DECK, tuple([ChooseLevel(level=level) for level in levels]))


def _from_hand(desk: Desk, task: Task, fighters_only: bool) -> tuple[Answer, ...]:
    hand = desk.state.sides[task.seat].hand
    return tuple([ChooseCard(card=card) for card in distinct(hand) if is_fighter(card) or not fighters_only])


def _ask_discard(desk: Desk, task: Task, effect: Discard) -> None:
    options = _from_hand(desk, task, effect.fighter)
    if options:  # a cost has been checked before; nothing else discards
        prompt = Prompt.DISCARD_A_FIGHTER if effect.fighter else Prompt.DISCARD_A_CARD
        desk.ask(task, effect, prompt, options)


def _ask_more(desk: Desk, task: Task, effect: DiscardMore) -> None:
    if desk.state.sides[task.seat].hand:
        desk.ask(task, effect, Prompt.DISCARD_MORE_FIGHTERS, (*_from_hand(desk, task, True), DECLINE))


def _ask_whether(desk: Desk, task: Task, effect: MayDiscard) -> None:
    if desk.state.sides[task.seat].hand:
        desk.ask(task, effect, Prompt.MAY_DISCARD, (*_from_hand(desk, task, effect.fighter), DECLINE))
    else:
        _then(desk, task, effect.otherwise)


def _gain(desk: Desk, task: Task, effect: Gain) -> None:
    pieces = pieces_for(desk.state, task, effect.who)
    if len(pieces) == 1:
        _gained(desk, task, pieces[0], effect.amount)
    elif pieces:
        options = tuple([ChoosePiece(piece=piece) for piece in pieces])
        desk.ask(task, effect, Prompt.CHOOSE_A_FIGHTER, options)


def _gained(desk: Desk, task: Task, piece: PieceId | None, amount: int) -> None:
    found = find(desk.state, task.seat, piece)
    if found is not None:
        thing = found[1]
        own = task.piece == thing.piece and task.combo is None
        desk.record(Gained(seat=task.seat, card=thing.card, piece=thing.piece, amount=amount, by=task.card, own=own))


def _switch(desk: Desk, task: Task, effect: Switch) -> None:
    pieces = pieces_for(desk.state, task, effect.what)
    if effect.what in (Which.EVERYTHING, Which.ALL_EQUIPMENT):
        _rearrange(desk, task, tuple(pieces))
        return
    options = tuple([move for piece in pieces for move in moves(desk.state, task.seat, piece)])
    if options:
        desk.ask(task, effect, Prompt.SWITCHEROO, (*options, DECLINE))


def _rearrange(desk: Desk, task: Task, pieces: tuple[PieceId, ...]) -> None:
    """Offer a switcheroo of each card that has not been moved yet: any order can be reached, and it ends (G-7)."""
    options = tuple([move for piece in pieces for move in moves(desk.state, task.seat, piece)])
    if options:
        desk.ask(task, Rearrange(pieces), Prompt.SWITCHEROO, (*options, DECLINE))


def _transform(desk: Desk, task: Task, effect: Transform) -> None:
    pieces = [piece for piece in pieces_for(desk.state, task, effect.what) if _level(desk, task, piece) <= effect.up_to]
    if effect.what is Which.ALL_FIGHTERS:
        for piece in reversed(pieces):
            _become_next(desk, task, piece)
    elif len(pieces) == 1:
        _become_next(desk, task, pieces[0])
    elif pieces:
        options = tuple([ChoosePiece(piece=piece) for piece in pieces])
        desk.ask(task, effect, Prompt.CHOOSE_A_PIECE, options)


def _level(desk: Desk, task: Task, piece: PieceId) -> int:
    found = find(desk.state, task.seat, piece)
    return 0 if found is None else card_of(found[1].card).level


def _become_next(desk: Desk, task: Task, piece: PieceId) -> None:
    """The next level's card; for the highest level another one of it (S3:272)."""
    desk.first(replace(task, does=(Become(piece, min(5, _level(desk, task, piece) + 1)),)))


def _look(desk: Desk, task: Task, effect: LookAt) -> None:
    if effect.level is None:
        _ask_level(desk, task, effect)
        return
    count = min(effect.count, refill(desk, effect.level, effect.count))
    if not count:
        return
    cards = desk.state.decks[effect.level - 1][:count]
    desk.record(LookedAt(seat=task.seat, level=effect.level, cards=cards, count=count))
    if effect.to is To.PLAY_OR_DISCARD:
        _ask_to_play(desk, task, PlayOrDiscard(cards, looked_at=True))
    else:
        options = tuple([ChooseCard(card=card) for card in distinct(cards)])
        desk.ask(task, effect, Prompt.CHOOSE_A_CARD, options)


def _reveal_until(desk: Desk, task: Task, effect: RevealUntil) -> None:
    if effect.kind is None:
        kinds = (ChooseKind(kind=Kind.FIGHTER), ChooseKind(kind=Kind.EQUIPMENT))
        desk.ask(task, effect, Prompt.CHOOSE_A_KIND, kinds)
        return
    refill(desk, effect.level)
    shown, others = reveal(desk, task.seat, effect.level, effect.kind)
    bottom(desk, effect.level, others, Zone.REVEALED)
    if shown:
        _ask_to_play(desk, task, PlayOrDiscard(shown))


def _ask_to_play(desk: Desk, task: Task, effect: PlayOrDiscard) -> None:
    cards = distinct(effect.cards)
    options: list[Answer] = []
    for card in cards:
        options += plays(desk.state, task.seat, card)
    options += [DiscardShown(card=card) for card in cards]
    desk.ask(task, effect, Prompt.PLAY_OR_DISCARD, tuple(options))


def _play_or_discard(desk: Desk, task: Task, effect: PlayOrDiscard, answer: PlayShown | DiscardShown) -> None:
    source = Zone.LOOKED_AT if effect.looked_at else Zone.REVEALED
    others = list(effect.cards)
    others.remove(answer.card)
    bottom(desk, card_of(answer.card).level, tuple(others), source)
    if isinstance(answer, DiscardShown):
        desk.record(Discarded(seat=task.seat, card=answer.card, source=source))
    elif card_of(answer.card).kind is Kind.COMBO:
        play_combo(desk, task.seat, answer.card, answer.dojo, source)
    else:
        field(desk, task.seat, answer.card, answer.dojo, source, answer.replaces)
