"""Longer effects of Amfibido cards that take several steps or questions (`resolve` maps effects to these functions)."""

from msgspec.structs import replace
from quarterdeck_protocol.games import amfibido as af

from quarterdeck_games.amfibido import effects as do
from quarterdeck_games.amfibido.cards.copies import active_levels
from quarterdeck_games.amfibido.operations import bottom, field, play_combo, refill, reveal
from quarterdeck_games.amfibido.placement import chosen_from, moves, plays
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.state import card_of, find, is_fighter
from quarterdeck_games.amfibido.targets import next_level, pieces_for, transformable
from quarterdeck_games.piles import distinct, without

DECLINE = af.Decline()


def then(resolution: Resolution, task: do.Task, effects: tuple[do.Effect, ...]) -> None:
    if effects:
        resolution.first(replace(task, does=effects))


def remember(resolution: Resolution, task: do.Task, answer: af.ChooseCard) -> None:
    """Record the discarded card in the remaining tasks of this card's text."""
    for at, later in enumerate(resolution.agenda):
        if (later.card, later.piece, later.seat) == (task.card, task.piece, task.seat):
            resolution.agenda[at] = replace(later, discarded=(*later.discarded, answer.card))


def active_level(resolution: Resolution, task: do.Task, effect: do.DrawActive | do.LookAt) -> int | None:
    """Return the level of the only active deck. If there are several, ask the player and return `None`. Decks that may
    be empty are offered too, because nobody may know which discards would refill them."""
    levels = active_levels(resolution.state.round)
    if len(levels) == 1:
        return levels[0]
    resolution.ask(task, effect, af.Prompt.CHOOSE_A_DECK, tuple([af.ChooseLevel(level=level) for level in levels]))
    return None


def _from_hand(resolution: Resolution, task: do.Task, fighters_only: bool) -> tuple[af.Answer, ...]:
    hand = resolution.state.sides[task.seat].hand
    return tuple([af.ChooseCard(card=card) for card in distinct(hand) if is_fighter(card) or not fighters_only])


def ask_discard(resolution: Resolution, task: do.Task, effect: do.Discard) -> None:
    options = _from_hand(resolution, task, effect.fighter)
    if options:  # a cost has been checked before; nothing else discards
        prompt = af.Prompt.DISCARD_A_FIGHTER if effect.fighter else af.Prompt.DISCARD_A_CARD
        resolution.ask(task, effect, prompt, options)


def ask_more(resolution: Resolution, task: do.Task, effect: do.DiscardMore) -> None:
    if resolution.state.sides[task.seat].hand:
        resolution.ask(task, effect, af.Prompt.DISCARD_MORE_FIGHTERS, (*_from_hand(resolution, task, True), DECLINE))


def ask_to_discard(resolution: Resolution, task: do.Task, effect: do.MayDiscard) -> None:
    if resolution.state.sides[task.seat].hand:
        resolution.ask(task, effect, af.Prompt.MAY_DISCARD, (*_from_hand(resolution, task, effect.fighter), DECLINE))
    else:
        then(resolution, task, effect.otherwise)


def gain(resolution: Resolution, task: do.Task, effect: do.Gain) -> None:
    pieces = pieces_for(resolution.state, task, effect.who)
    if len(pieces) == 1:
        gained(resolution, task, pieces[0], effect.amount)
    elif pieces:
        options = tuple(chosen_from(resolution.state, task.seat, pieces))
        resolution.ask(task, effect, af.Prompt.CHOOSE_A_FIGHTER, options)


def gained(resolution: Resolution, task: do.Task, piece: af.PieceId | None, amount: int) -> None:
    found = find(resolution.state, task.seat, piece)
    if found is not None:
        thing = found[1]
        own = task.piece == thing.piece and task.combo is None
        resolution.record(
            af.Gained(seat=task.seat, card=thing.card, piece=thing.piece, amount=amount, by=task.card, own=own)
        )


def ask_where(resolution: Resolution, task: do.Task, effect: do.Switch) -> None:
    pieces = pieces_for(resolution.state, task, effect.what)
    if effect.what in (do.Which.EVERYTHING, do.Which.ALL_EQUIPMENT):
        rearrange(resolution, task, tuple(pieces))
        return
    options = tuple([move for piece in pieces for move in moves(resolution.state, task.seat, piece)])
    if options:
        resolution.ask(task, effect, af.Prompt.SWITCHEROO, (*options, DECLINE))


def rearrange(resolution: Resolution, task: do.Task, pieces: tuple[af.PieceId, ...]) -> None:
    """Offer a move ("switcheroo") for each card that has not been moved yet. Any order can be reached, and the process
    ends (G-7)."""
    options = tuple([move for piece in pieces for move in moves(resolution.state, task.seat, piece)])
    if options:
        resolution.ask(task, do.Rearrange(pieces), af.Prompt.SWITCHEROO, (*options, DECLINE))


def ask_what_transforms(resolution: Resolution, task: do.Task, effect: do.Transform) -> None:
    pieces = transformable(resolution.state, task, effect)
    if effect.what is do.Which.ALL_FIGHTERS:
        for piece in reversed(pieces):
            become_next(resolution, task, piece)
    elif len(pieces) == 1:
        become_next(resolution, task, pieces[0])
    elif pieces:
        options = tuple(chosen_from(resolution.state, task.seat, pieces))
        resolution.ask(task, effect, af.Prompt.CHOOSE_A_PIECE, options)


def become_next(resolution: Resolution, task: do.Task, piece: af.PieceId) -> None:
    resolution.first(replace(task, does=(do.Become(piece, next_level(resolution.state, task.seat, piece)),)))


def look(resolution: Resolution, task: do.Task, effect: do.LookAt) -> None:
    level = active_level(resolution, task, effect) if effect.level is None else effect.level
    count = 0 if level is None else min(effect.count, refill(resolution, level, effect.count))
    if level is None or not count:
        return
    cards = resolution.state.decks[level - 1][:count]
    resolution.record(af.LookedAt(seat=task.seat, level=level, cards=cards, count=count))
    if effect.to is do.To.PLAY_OR_DISCARD:
        ask_to_play(resolution, task, do.PlayOrDiscard(cards, looked_at=True))
    else:
        options = tuple([af.ChooseCard(card=card) for card in distinct(cards)])
        resolution.ask(task, effect, af.Prompt.CHOOSE_A_CARD, options)


def reveal_until(resolution: Resolution, task: do.Task, effect: do.RevealUntil) -> None:
    if effect.kind is None:
        kinds = (af.ChooseKind(kind=af.Kind.FIGHTER), af.ChooseKind(kind=af.Kind.EQUIPMENT))
        resolution.ask(task, effect, af.Prompt.CHOOSE_A_KIND, kinds)
        return
    shown: list[af.CardId] = []
    for level in effect.levels:
        found, others = reveal(resolution, task.seat, level, effect.kind)
        bottom(resolution, level, others, af.Zone.REVEALED)
        shown += found
    if shown:
        ask_to_play(resolution, task, do.PlayOrDiscard(tuple(shown)))


def ask_to_play(resolution: Resolution, task: do.Task, effect: do.PlayOrDiscard) -> None:
    cards = distinct(effect.cards)
    options: list[af.Answer] = []
    for card in cards:
        options += plays(resolution.state, task.seat, card)
    options += [af.DiscardShown(card=card) for card in cards]
    resolution.ask(task, effect, af.Prompt.PLAY_OR_DISCARD, tuple(options))


def play_or_discard(
    resolution: Resolution, task: do.Task, effect: do.PlayOrDiscard, answer: af.PlayShown | af.DiscardShown
) -> None:
    source = af.Zone.LOOKED_AT if effect.looked_at else af.Zone.REVEALED
    others = without(effect.cards, answer.card)
    if effect.looked_at:
        bottom(resolution, card_of(answer.card).level, others, source)
    elif others:
        resolution.first(replace(task, does=(do.PlayOrDiscard(others),)))
    if isinstance(answer, af.DiscardShown):
        resolution.record(af.Discarded(seat=task.seat, card=answer.card, source=source, shown=not effect.looked_at))
    elif card_of(answer.card).kind is af.Kind.COMBO:
        play_combo(resolution, task.seat, answer.card, answer.dojo, source)
    else:
        field(resolution, task.seat, answer.card, answer.dojo, source, answer.replaces)
