"""Views and redacted events of Amfibido, built only from facts that the viewer may know (AF-5).

Hands, draft cards, cards looked at and a seat's own face-down discards are private (AF-52). The order of decks and the
contents of the discard pile are hidden from everybody. Cards that were in play or revealed have been seen.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat, Viewer

from quarterdeck_games.amfibido.cards.copies import FACES, active_levels
from quarterdeck_games.amfibido.continuous_effects import RedrawsDraft
from quarterdeck_games.amfibido.effects import AskedInFull
from quarterdeck_games.amfibido.power import power_of
from quarterdeck_games.amfibido.queries import Pieces, guest_in, neutralized, one_of, sensei_words
from quarterdeck_games.amfibido.state import DOJOS, Dojo, Equipment, Fighter, State, known_discarded_fighters
from quarterdeck_games.piles import with_at
from quarterdeck_games.two_seats import SEATS

_card: Callable[[Any], af.CardId] = attrgetter("card")


class Board(msgspec.Struct, frozen=True, gc=False):
    """The part of a state of Amfibido that all viewers share."""

    view: af.View
    """The view of a spectator."""

    cards: frozenset[af.CardId]
    """Every card that it names."""


def board(state: State) -> Board:
    """Return the part of the state that all viewers share. Its most expensive part is the power of every fighter."""
    silent = neutralized(state)
    seats = tuple([_seat(state, seat, silent) for seat in SEATS])
    asked = state.asked
    cards = frozenset(_seen(state, seats))
    view = af.View(
        options=state.options,
        stage=state.stage,
        round=state.round,
        starting_seat=None if state.stage is af.Stage.NOT_DEALT else state.starter,
        turn_seat=state.turn if state.stage is af.Stage.ACTIONS else None,
        actions_taken=state.actions,
        deck_counts=tuple(map(len, state.decks)),
        active_levels=active_levels(state.round) if state.round else (),
        discard_count=len(state.discard),
        revealed=state.revealed,
        resolving=state.resolving,
        seats=seats,
        question=None if asked is None else af.Question(seat=asked.seat, about=asked.about, prompt=asked.prompt),
        hand=None,
        offer=(),
        picked=None,
        looked_at=(),
        last=state.last,
        faces=_faces(cards),
    )
    return Board(view, cards)


def view_on(board: Board, state: State, viewer: Viewer) -> af.View:
    """Return the state as one viewer may see it: the shared part, the viewer's own cards, and their faces."""
    if viewer is None:
        return board.view
    mine, seats, asked = state.sides[viewer], board.view.seats, state.asked
    looked_at = state.looked_at if asked is not None and asked.seat == viewer else ()
    if mine.fighters_discarded != seats[viewer].fighters_discarded:
        seats = with_at(seats, viewer, replace(seats[viewer], fighters_discarded=mine.fighters_discarded))
    cards = board.cards.union(mine.hand, mine.offer, looked_at)
    return replace(
        board.view,
        seats=seats,
        hand=mine.hand,
        offer=mine.offer,
        picked=mine.pick,
        looked_at=looked_at,
        faces=board.view.faces if len(cards) == len(board.cards) else _faces(cards),
    )


def _faces(cards: frozenset[af.CardId]) -> dict[af.CardId, af.Face]:
    return {card: FACES[card] for card in sorted(cards)}


def _seen(state: State, seats: tuple[af.SeatView, ...]) -> list[af.CardId]:
    """Return all cards whose names everybody sees, some of them twice: cards in play, cards that contribute to a power,
    cards of the last fights, and the card that asks a question."""
    cards = [*state.revealed, *state.resolving]
    if state.asked is not None and state.asked.about:
        cards.append(state.asked.about)
    powers: list[af.Power | af.FighterView] = []
    for seen in seats:
        if seen.sensei is not None:
            cards.append(seen.sensei)
        cards += map(_card, seen.cooldown)
        for dojo in seen.dojos:
            cards += map(_card, dojo.equipment)
            if dojo.fighter is not None:
                powers.append(dojo.fighter)
                cards += map(_card, dojo.fighter.combos)
            if dojo.guest is not None:
                powers.append(dojo.guest)
    if state.last is not None:
        powers += [power for fight in state.last.fights for power in fight.sides if power is not None]
    for power in powers:
        cards.append(power.card)
        cards += map(_card, power.parts)
    return cards


def _seat(state: State, seat: Seat, silent: Pieces) -> af.SeatView:
    side = state.sides[seat]
    redraws = one_of(sensei_words(state, seat), RedrawsDraft)
    guest = guest_in(state, seat, silent)
    return af.SeatView(
        seat=seat,
        points=side.points,
        hand_count=len(side.hand),
        passed=side.passed,
        sensei=side.sensei,
        sensei_used=side.sensei_used,
        redraws=0 if redraws is None else redraws.times - side.redrawn,
        combos_played=side.combos_played,
        fighters_discarded=known_discarded_fighters(side),
        dojos=tuple([_dojo(state, seat, number, guest, silent) for number in DOJOS]),
        cooldown=side.cooldown,
    )


def _dojo(state: State, seat: Seat, number: int, guest: tuple[int, Fighter] | None, silent: Pieces) -> af.DojoView:
    dojo: Dojo = state.sides[seat].dojos[number - 1]
    visiting: af.Power | None = None
    if guest is not None and guest[0] == number:
        visiting = power_of(state, seat, number, guest[1], silent)
    return af.DojoView(
        fighter=None if dojo.fighter is None else _fighter(state, seat, number, dojo.fighter, silent),
        equipment=tuple([_equipment(thing, silent) for thing in dojo.equipment]) if dojo.equipment else (),
        entered=dojo.entered,
        closed=dojo.closed,
        guest=visiting,
    )


def _fighter(state: State, seat: Seat, number: int, fighter: Fighter, silent: Pieces) -> af.FighterView:
    power = power_of(state, seat, number, fighter, silent)
    combos: tuple[af.ComboView, ...] = ()
    if fighter.combos:
        combos = tuple(
            [
                af.ComboView(piece=one.piece, card=one.card, copy=one.copy, boomerang=one.boomerang)
                for one in fighter.combos
            ]
        )
    return af.FighterView(
        piece=fighter.piece,
        card=fighter.card,
        power=power.total,
        parts=power.parts,
        combos=combos,
        knockout=power.knockout,
        neutralized=fighter.piece in silent,
        knocked_out=fighter.knocked_out,
        used=fighter.used,
    )


def _equipment(thing: Equipment, silent: Pieces) -> af.EquipmentView:
    return af.EquipmentView(
        piece=thing.piece,
        card=thing.card,
        gained=sum([gain.amount for gain in thing.gains]) if thing.gains else 0,
        neutralized=thing.piece in silent,
        used=thing.used,
    )


def hidden_cards(state: State) -> tuple[tuple[Any, ...], ...]:
    """Return all cards that somebody may not see (AF-5), and the sealed choices: hands, offers, decks and piles."""
    of_sides: list[tuple[Any, ...]] = []
    for side in state.sides:
        of_sides += [side.hand, side.offer, (side.pick, side.instead), side.face_down]
    return (*of_sides, *state.decks, state.senseis, state.discard, state.looked_at)


def redact(event: af.Event, viewer: Viewer) -> af.Event:
    """Return the event in the form that this viewer may see."""
    redactor = _REDACTORS.get(type(event))
    return event if redactor is None else redactor(event, viewer)


def _to_owner(field: str) -> Callable[[Any, Viewer], af.Event]:
    def redacted(event: Any, viewer: Viewer) -> af.Event:
        shown: af.Event = event if event.seat == viewer else replace(event, **{field: None})
        return shown

    return redacted


def _hidden_field(field: str) -> Callable[[Any, Viewer], af.Event]:
    def redacted(event: Any, viewer: Viewer) -> af.Event:
        shown: af.Event = replace(event, **{field: None})
        return shown

    return redacted


def _shuffled(event: af.Shuffled, viewer: Viewer) -> af.Event:
    return replace(event, decks=None, senseis=None)


def _mulliganed(event: af.Mulliganed, viewer: Viewer) -> af.Event:
    """Return the event of a shown starting hand for a viewer: the cards are shown, but not in their order under the
    deck."""
    return replace(event, cards=tuple(sorted(event.cards)))


def _discarded(event: af.Discarded, viewer: Viewer) -> af.Event:
    return event if event.shown or event.seat == viewer else replace(event, card=None)


def _drafted(event: af.Drafted, viewer: Viewer) -> af.Event:
    return event if event.seat == viewer else replace(event, card=None, instead=None)


def _draft_passed(event: af.DraftPassed, viewer: Viewer) -> af.Event:
    received = tuple([cards if seat == viewer else None for seat, cards in enumerate(event.received)])
    return replace(event, received=received)


def _asked(event: AskedInFull, viewer: Viewer) -> af.Event:
    """Return the event that a question was asked, as a viewer may see it: only the asked seat gets the options. What
    the game does after the answer is left out."""
    return af.Asked(
        seat=event.seat,
        about=event.about,
        prompt=event.prompt,
        options=event.options if event.seat == viewer else (),
    )


_REDACTORS: Mapping[type[Any], Callable[[Any, Viewer], af.Event]] = {
    af.Shuffled: _shuffled,
    af.HandDealt: _to_owner("cards"),
    af.Mulliganed: _mulliganed,
    af.SenseiDealt: _to_owner("senseis"),
    af.SenseiChosen: _to_owner("sensei"),
    af.SenseiShown: _hidden_field("bottom"),
    af.DraftDealt: _to_owner("card"),
    af.DraftReturned: _hidden_field("cards"),
    af.Drafted: _drafted,
    af.Discarded: _discarded,
    af.DraftPassed: _draft_passed,
    af.Drew: _to_owner("card"),
    af.Reshuffled: _hidden_field("cards"),
    af.LookedAt: _to_owner("cards"),
    af.Took: _to_owner("card"),
    af.Bottomed: _hidden_field("cards"),
    AskedInFull: _asked,
}
"""The function that leaves hidden parts out of each event; all other events are public."""
