"""Steps and questions of single words that take more than a line (`resolve` maps words to them)."""

from msgspec.structs import replace
from quarterdeck_protocol.games.amfibido import (
    Answer,
    CardId,
    ChooseCard,
    ChooseKind,
    ChooseLevel,
    Decline,
    Discarded,
    DiscardShown,
    Gained,
    Kind,
    LookedAt,
    PieceId,
    PlayShown,
    Prompt,
    Zone,
)

from quarterdeck_games.amfibido.cards.copies import active_levels
from quarterdeck_games.amfibido.effects import (
    Become,
    Discard,
    DiscardMore,
    DrawActive,
    Effect,
    Gain,
    LookAt,
    MayDiscard,
    PlayOrDiscard,
    Rearrange,
    RevealUntil,
    Switch,
    Task,
    To,
    Transform,
    Which,
)
from quarterdeck_games.amfibido.operations import bottom, field, play_combo, refill, reveal
from quarterdeck_games.amfibido.placement import chosen_from, moves, plays
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.state import card_of, find, is_fighter
from quarterdeck_games.amfibido.targets import next_level, pieces_for, transformable
from quarterdeck_games.piles import distinct, without

DECLINE = Decline()


def then(resolution: Resolution, task: Task, effects: tuple[Effect, ...]) -> None:
    if effects:
        resolution.first(replace(task, does=effects))


def remember(resolution: Resolution, task: Task, answer: ChooseCard) -> None:
    """Add the discarded card to the remaining tasks of this text."""
    for at, later in enumerate(resolution.agenda):
        if (later.card, later.piece, later.seat) == (task.card, task.piece, task.seat):
            resolution.agenda[at] = replace(later, discarded=(*later.discarded, answer.card))


def active_level(resolution: Resolution, task: Task, effect: DrawActive | LookAt) -> int | None:
    """Return the level of the only active deck. With several, ask and return `None`. All are offered, also one that may
    have run out: nobody may know which discards would refill it."""
    levels = active_levels(resolution.state.round)
    if len(levels) == 1:
        return levels[0]
    resolution.ask(task, effect, Prompt.CHOOSE_A_DECK, tuple([ChooseLevel(level=level) for level in levels]))
    return None


def _from_hand(resolution: Resolution, task: Task, fighters_only: bool) -> tuple[Answer, ...]:
    hand = resolution.state.sides[task.seat].hand
    return tuple([ChooseCard(card=card) for card in distinct(hand) if is_fighter(card) or not fighters_only])


def ask_discard(resolution: Resolution, task: Task, effect: Discard) -> None:
    options = _from_hand(resolution, task, effect.fighter)
    if options:  # a cost has been checked before; nothing else discards
        prompt = Prompt.DISCARD_A_FIGHTER if effect.fighter else Prompt.DISCARD_A_CARD
        resolution.ask(task, effect, prompt, options)


def ask_more(resolution: Resolution, task: Task, effect: DiscardMore) -> None:
    if resolution.state.sides[task.seat].hand:
        resolution.ask(task, effect, Prompt.DISCARD_MORE_FIGHTERS, (*_from_hand(resolution, task, True), DECLINE))


def ask_whether(resolution: Resolution, task: Task, effect: MayDiscard) -> None:
    if resolution.state.sides[task.seat].hand:
        resolution.ask(task, effect, Prompt.MAY_DISCARD, (*_from_hand(resolution, task, effect.fighter), DECLINE))
    else:
        then(resolution, task, effect.otherwise)


def gain(resolution: Resolution, task: Task, effect: Gain) -> None:
    pieces = pieces_for(resolution.state, task, effect.who)
    if len(pieces) == 1:
        gained(resolution, task, pieces[0], effect.amount)
    elif pieces:
        options = tuple(chosen_from(resolution.state, task.seat, pieces))
        resolution.ask(task, effect, Prompt.CHOOSE_A_FIGHTER, options)


def gained(resolution: Resolution, task: Task, piece: PieceId | None, amount: int) -> None:
    found = find(resolution.state, task.seat, piece)
    if found is not None:
        thing = found[1]
        own = task.piece == thing.piece and task.combo is None
        resolution.record(
            Gained(seat=task.seat, card=thing.card, piece=thing.piece, amount=amount, by=task.card, own=own)
        )


def ask_where(resolution: Resolution, task: Task, effect: Switch) -> None:
    pieces = pieces_for(resolution.state, task, effect.what)
    if effect.what in (Which.EVERYTHING, Which.ALL_EQUIPMENT):
        rearrange(resolution, task, tuple(pieces))
        return
    options = tuple([move for piece in pieces for move in moves(resolution.state, task.seat, piece)])
    if options:
        resolution.ask(task, effect, Prompt.SWITCHEROO, (*options, DECLINE))


def rearrange(resolution: Resolution, task: Task, pieces: tuple[PieceId, ...]) -> None:
    """Offer a switcheroo of each card that has not been moved yet: any order can be reached, and it ends (G-7)."""
    options = tuple([move for piece in pieces for move in moves(resolution.state, task.seat, piece)])
    if options:
        resolution.ask(task, Rearrange(pieces), Prompt.SWITCHEROO, (*options, DECLINE))


def ask_what_transforms(resolution: Resolution, task: Task, effect: Transform) -> None:
    pieces = transformable(resolution.state, task, effect)
    if effect.what is Which.ALL_FIGHTERS:
        for piece in reversed(pieces):
            become_next(resolution, task, piece)
    elif len(pieces) == 1:
        become_next(resolution, task, pieces[0])
    elif pieces:
        options = tuple(chosen_from(resolution.state, task.seat, pieces))
        resolution.ask(task, effect, Prompt.CHOOSE_A_PIECE, options)


def become_next(resolution: Resolution, task: Task, piece: PieceId) -> None:
    resolution.first(replace(task, does=(Become(piece, next_level(resolution.state, task.seat, piece)),)))


def look(resolution: Resolution, task: Task, effect: LookAt) -> None:
    level = active_level(resolution, task, effect) if effect.level is None else effect.level
    count = 0 if level is None else min(effect.count, refill(resolution, level, effect.count))
    if level is None or not count:
        return
    cards = resolution.state.decks[level - 1][:count]
    resolution.record(LookedAt(seat=task.seat, level=level, cards=cards, count=count))
    if effect.to is To.PLAY_OR_DISCARD:
        ask_to_play(resolution, task, PlayOrDiscard(cards, looked_at=True))
    else:
        options = tuple([ChooseCard(card=card) for card in distinct(cards)])
        resolution.ask(task, effect, Prompt.CHOOSE_A_CARD, options)


def reveal_until(resolution: Resolution, task: Task, effect: RevealUntil) -> None:
    if effect.kind is None:
        kinds = (ChooseKind(kind=Kind.FIGHTER), ChooseKind(kind=Kind.EQUIPMENT))
        resolution.ask(task, effect, Prompt.CHOOSE_A_KIND, kinds)
        return
    shown: list[CardId] = []
    for level in effect.levels:
        found, others = reveal(resolution, task.seat, level, effect.kind)
        bottom(resolution, level, others, Zone.REVEALED)
        shown += found
    if shown:
        ask_to_play(resolution, task, PlayOrDiscard(tuple(shown)))


def ask_to_play(resolution: Resolution, task: Task, effect: PlayOrDiscard) -> None:
    cards = distinct(effect.cards)
    options: list[Answer] = []
    for card in cards:
        options += plays(resolution.state, task.seat, card)
    options += [DiscardShown(card=card) for card in cards]
    resolution.ask(task, effect, Prompt.PLAY_OR_DISCARD, tuple(options))


def play_or_discard(
    resolution: Resolution, task: Task, effect: PlayOrDiscard, answer: PlayShown | DiscardShown
) -> None:
    source = Zone.LOOKED_AT if effect.looked_at else Zone.REVEALED
    others = without(effect.cards, answer.card)
    if effect.looked_at:
        bottom(resolution, card_of(answer.card).level, others, source)
    elif others:
        resolution.first(replace(task, does=(PlayOrDiscard(others),)))
    if isinstance(answer, DiscardShown):
        resolution.record(Discarded(seat=task.seat, card=answer.card, source=source, shown=not effect.looked_at))
    elif card_of(answer.card).kind is Kind.COMBO:
        play_combo(resolution, task.seat, answer.card, answer.dojo, source)
    else:
        field(resolution, task.seat, answer.card, answer.dojo, source, answer.replaces)
