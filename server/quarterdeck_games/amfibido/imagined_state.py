"""Construction of a possible state from a player's view of Amfibido: what the view hides is filled with unseen
cards."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido import effects
from quarterdeck_games.amfibido.cards.copies import CARDS, DECKS, SENSEI_DECK
from quarterdeck_games.amfibido.effects import AskedInFull, Bespoke, Discard, DiscardMore, MayDiscard, Switch, Task
from quarterdeck_games.amfibido.power import power_of
from quarterdeck_games.amfibido.queries import neutralized
from quarterdeck_games.amfibido.state import DOJOS, Combo, Dojo, Equipment, Fighter, Gain, Side, State
from quarterdeck_games.two_seats import SEATS, other

SPARE = af.CardId("caiman")
"""A card that every player is imagined to hold in addition to the known ones: a player with a card in hand does not
pass automatically, and the fights do not begin.
"""

UNKNOWN = af.CardId("newt")
"""A placeholder for a hidden card that was discarded for a text with a later question."""


def imagined(view: af.View, seat: Seat, options: Sequence[af.Action] = ()) -> State:
    """Return a possible state for a view: what the view hides is filled with unseen cards."""
    unseen = Counter(card for deck in DECKS for card in deck)
    unseen.subtract(_visible(view))
    rest = [card for card in unseen.elements() if unseen[card] > 0]
    hidden = view.seats[other(seat)].hand_count
    decks = tuple([tuple(card for card in rest if CARDS[card].level == level) for level in range(1, 6)])
    hands: list[af.Cards] = [(SPARE,) * max(1, hidden), (SPARE,) * max(1, hidden)]
    hands[seat] = (*(view.hand or ()), SPARE)
    sides = [_side(view.seats[one], hands[one]) for one in SEATS]
    state = State(
        options=view.options,
        stage=af.Stage.ACTIONS,
        round=max(1, view.round),
        starter=view.starting_seat or Seat(0),
        turn=seat,
        sides=(sides[0], sides[1]),
        decks=decks,
        senseis=SENSEI_DECK,
        revealed=view.revealed,
        looked_at=view.looked_at,
        resolving=view.resolving,
        asked=_asked(view, options),
        pieces=max([0, *_numbers(view)]),
    )
    return _with_gains(state, view)


def _asked(view: af.View, options: Sequence[af.Action]) -> AskedInFull | None:
    """Return the open question with its following tasks, as far as they can be inferred from the card's text."""
    if view.question is None:
        return None
    question = view.question
    answers = tuple([one for one in options if isinstance(one, af.Answer)])
    return AskedInFull(
        seat=question.seat, about=question.about, prompt=question.prompt, options=answers, then=_then(view, question)
    )


def _then(view: af.View, question: af.Question) -> tuple[Task, ...]:
    """Return the effect that waits for the answer, and the following effects of its card's text; an empty result if the
    text has no such effect."""
    card = CARDS.get(question.about)
    if card is None:
        return ()
    texts = [card.does, *[on.does for on in card.on]]
    if card.ability is not None:
        texts.insert(0, card.ability.does)
    piece, combo = _where(view, question)
    for does in texts:
        for at, effect in enumerate(does):
            if question.prompt in _ASKS.get(type(effect), ()):
                task = Task(
                    does=(effect,),
                    seat=question.seat,
                    card=question.about,
                    piece=piece,
                    combo=combo,
                    discarded=(UNKNOWN,) if at else (),
                )
                rest = does[at + 1 :]
                return (task, replace(task, does=rest)) if rest else (task,)
    return ()


_ASKS: Mapping[type[Any], tuple[af.Prompt, ...]] = {
    Discard: (af.Prompt.DISCARD_A_CARD, af.Prompt.DISCARD_A_FIGHTER),
    DiscardMore: (af.Prompt.DISCARD_MORE_FIGHTERS,),
    MayDiscard: (af.Prompt.MAY_DISCARD,),
    effects.Gain: (af.Prompt.CHOOSE_A_FIGHTER,),
    Switch: (af.Prompt.SWITCHEROO,),
    Bespoke: (af.Prompt.CHOOSE_A_FIGHTER,),
}
"""For each instruction with testable answers, its question."""


def _where(view: af.View, question: af.Question) -> tuple[af.PieceId | None, af.PieceId | None]:
    """Return the card in play that has this text. If there are two, return the one that was used. For a combo move,
    return the fighter that it is on, and the move itself."""
    found: list[tuple[bool, af.PieceId, af.PieceId | None]] = []
    for dojo in view.seats[question.seat].dojos:
        things: list[af.FighterView | af.EquipmentView] = [*dojo.equipment]
        things += [] if dojo.fighter is None else [dojo.fighter]
        found += [(one.used, one.piece, None) for one in things if one.card == question.about]
        if dojo.fighter is not None:
            moves = [one for one in dojo.fighter.combos if one.card == question.about and not one.copy]
            found += [(True, dojo.fighter.piece, one.piece) for one in moves]
    if not found:
        return None, None
    _, piece, combo = max(found, key=lambda one: one[0])
    return piece, combo


def _visible(view: af.View) -> list[af.CardId]:
    seen = [*(view.hand or ()), *view.offer, *view.revealed, *view.looked_at, *view.resolving]
    for one in view.seats:
        seen += [resting.card for resting in one.cooldown]
        for dojo in one.dojos:
            seen += [thing.card for thing in dojo.equipment]
            if dojo.fighter is not None:
                seen += [dojo.fighter.card, *[combo.card for combo in dojo.fighter.combos if not combo.copy]]
    return seen


def _numbers(view: af.View) -> list[int]:
    """Return the numbers that occur in the ids of the cards in play."""
    text = msgspec.json.encode(view.seats).decode()
    return [int(number) for number in re.findall(r'-(\d+)"', text)]


def _side(seen: af.SeatView, hand: af.Cards) -> Side:
    dojos = [_dojo(dojo) for dojo in seen.dojos]
    return Side(
        hand=hand,
        dojos=(dojos[0], dojos[1], dojos[2]),
        cooldown=seen.cooldown,
        sensei=seen.sensei,
        sensei_used=seen.sensei_used,
        points=seen.points,
        passed=seen.passed,
        combos_played=seen.combos_played,
        fighters_discarded=seen.fighters_discarded,
    )


def _dojo(seen: af.DojoView) -> Dojo:
    fighter = None
    if seen.fighter is not None:
        one = seen.fighter
        fighter = Fighter(
            piece=one.piece,
            card=one.card,
            combos=tuple(
                [
                    Combo(piece=each.piece, card=each.card, copy=each.copy, boomerang=each.boomerang)
                    for each in one.combos
                ]
            ),
            knockout=one.knockout,
            used=one.used,
            knocked_out=one.knocked_out,
        )
    equipment = tuple([Equipment(piece=one.piece, card=one.card, used=one.used) for one in seen.equipment])
    return Dojo(fighter=fighter, equipment=equipment, entered=seen.entered, closed=seen.closed)


def _with_gains(state: State, view: af.View) -> State:
    """Return the state with power gains of this round added: they are the difference between a fighter's visible power
    and its cards."""
    silent = neutralized(state)
    sides = []
    for seat in SEATS:
        dojos = []
        for number, dojo in zip(DOJOS, state.sides[seat].dojos, strict=True):
            seen = view.seats[seat].dojos[number - 1].fighter
            fighter = dojo.fighter
            if fighter is not None and seen is not None:
                more = seen.power - power_of(state, seat, number, fighter, silent).total
                gains = (Gain(amount=more, by=fighter.card, own=False),) if more else ()
                fighter = replace(fighter, gains=gains)
            dojos.append(replace(dojo, fighter=fighter))
        sides.append(replace(state.sides[seat], dojos=(dojos[0], dojos[1], dojos[2])))
    return replace(state, sides=(sides[0], sides[1]))
