"""Outlooks (previews) of playing a card in Amfibido: the power of the fighters in its dojo right after it.

They are computed from open cards and from the played card, which its player sees.
"""

from collections.abc import Sequence

from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.messages import Outlook
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_games.amfibido.evolve_play import attached, copied, fielded, retired
from quarterdeck_games.amfibido.operations import shared_with
from quarterdeck_games.amfibido.power import reads_opponents, total_of
from quarterdeck_games.amfibido.queries import Pieces, contender, neutralized
from quarterdeck_games.amfibido.state import State, fighter_at, find, known_discarded_fighters, next_piece
from quarterdeck_games.two_seats import other, with_side

Play = af.PlayFighter | af.PlayEquipment | af.PlayCombo | af.PlayShown

Powers = tuple[int | None, int | None]
"""The power of a seat's fighter in a dojo and the power that it meets; `None` without a fighter."""


def outlooks(state: State, seat: Seat, choices: Sequence[af.Action]) -> tuple[Outlook | None, ...]:
    """Return the outlook of each choice: for a card to play, the power of both fighters in its dojo, if the card
    changes it."""
    state = _as_known_to(state, seat)
    silent = neutralized(state)
    now: dict[int, Powers] = {}
    found: list[Outlook | None] = []
    for choice in choices:
        if not isinstance(choice, Play):
            found.append(None)
            continue
        dojo = choice.dojo
        if dojo not in now:
            now[dojo] = (_power(state, seat, dojo, silent), _power(state, other(seat), dojo, silent))
        if now[dojo][0] is None and CARDS[choice.card].kind is af.Kind.EQUIPMENT:
            found.append(None)  # it waits for somebody to fight with it
            continue
        found.append(_outlook(_after(state, seat, choice), seat, dojo, silent, now[dojo]))
    return tuple(found) if any(found) else ()


def _as_known_to(state: State, seat: Seat) -> State:
    """Return the state without facts that may influence a power but are hidden from this seat (AF-52)."""
    foe = state.sides[other(seat)]
    if not foe.face_down:
        return state
    return with_side(state, other(seat), fighters_discarded=known_discarded_fighters(foe), face_down=())


def _outlook(after: State, seat: Seat, dojo: int, silent: Pieces, now: Powers) -> Outlook | None:
    """Return the outlook of one play. The opposing fighter's power changes only if the play neutralizes a card, or if
    one of the fighters' powers depends on the other."""
    still = neutralized(after)
    mine, theirs = _power(after, seat, dojo, still), now[1]
    facing = contender(after, other(seat), dojo, still)
    if facing is not None and (still != silent or reads_opponents(facing)):
        theirs = _power(after, other(seat), dojo, still)
    return None if mine is None or (mine, theirs) == now else Outlook(power=mine, against=theirs)


def _power(state: State, seat: Seat, dojo: int, silent: Pieces) -> int | None:
    fighter = contender(state, seat, dojo, silent)
    return None if fighter is None else total_of(state, seat, dojo, fighter, silent)


def _after(state: State, seat: Seat, play: Play) -> State:
    """Return the state after a card is played. It does not matter for any power where the card comes from."""
    card, dojo, piece = play.card, play.dojo, next_piece(state, play.card)
    host = fighter_at(state, seat, dojo)
    if CARDS[card].kind is af.Kind.COMBO:
        assert host is not None  # noqa: S101 - a combo move is offered only with a fighter
        attachment = af.Attached(
            seat=seat,
            card=card,
            piece=piece,
            to_piece=host.piece,
            to_card=host.card,
            source=af.Zone.DECK,
            knockout=False,
        )
        state = attached(state, attachment)
        for mate in shared_with(state, seat, card, host, neutralized(state)):
            copy = af.Copied(seat=seat, card=card, piece=piece, to_piece=mate.piece, to_card=mate.card, knockout=False)
            state = copied(state, copy)
        return state
    old = _replaced(state, seat, play)
    if old is not None:
        state = retired(state, old)
    return fielded(state, af.Fielded(seat=seat, card=card, dojo=dojo, piece=piece, source=af.Zone.DECK))


def _replaced(state: State, seat: Seat, play: Play) -> af.Retired | None:
    replaces: af.PieceId | None = None
    if CARDS[play.card].kind is af.Kind.FIGHTER:
        old = fighter_at(state, seat, play.dojo)
        replaces = None if old is None else old.piece
    elif isinstance(play, af.PlayEquipment | af.PlayShown):
        replaces = play.replaces
    found = find(state, seat, replaces)
    return None if found is None else af.Retired(seat=seat, card=found[1].card, piece=found[1].piece)
