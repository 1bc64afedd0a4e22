"""Pages of a large tournament: a part of its standings, and of the pairings of one round. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from quarterdeck_protocol.lobby.tournaments import EntrantStage, TournamentPart
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tournaments.pairing_state import Pairing
from quarterdeck_server.lobby.tournaments.standings import Standing
from quarterdeck_server.lobby.tournaments.tournament_state import BRACKETS, HOLDING_A_PLACE, Tournament


class Page(NamedTuple):
    """A part that somebody asks for. Numbers are from 1."""

    rows: int
    """The most players of the standings, and of the pairings."""

    from_row: int = 1
    round: int | None = None
    """The round whose pairings are shown; `None` for the last one."""

    from_pairing: int = 1

    @classmethod
    def asked(
        cls, rows: int | None, from_row: int | None, round_: int | None, from_pairing: int | None
    ) -> "Page | None":
        """Return the page for which a client asks; `None` without a number of rows."""
        return None if rows is None else cls(rows, from_row or 1, round_, from_pairing or 1)


class Part(NamedTuple):
    """What a page shows."""

    message: TournamentPart
    entrants: frozenset[PlayerId]
    """The players whose rows are shown."""

    pairings: dict[int, tuple[Pairing, ...]]
    """The pairings that are shown, by the index of their round."""

    people: list[PlayerId]
    """All players whose names are shown."""


def page_of(
    state: Tournament, placed: Sequence[Standing], page: Page, viewer: PlayerId | None, version: int
) -> Part | None:
    """Return what a page of a tournament shows: rows of the standings, pairings of a round, the viewer's row and last
    pairing, and the rows of all players of these pairings. `None` if the whole is no larger than a page, and for
    brackets and arenas. Raises `CommandRefused` for a round that is not paired."""
    is_small = len(placed) <= page.rows
    if is_small or state.arena is not None or state.settings.format in BRACKETS:
        return None
    last = len(state.rounds)
    if page.round is not None and page.round > last:
        raise CommandRefused(RefusalCode.MALFORMED, Text("Round {round} is not paired.", round=page.round), "$.round")
    number = page.round or last
    rows = [each.player for each in placed[page.from_row - 1 :][: page.rows]]
    pairings: dict[int, tuple[Pairing, ...]] = {}
    if state.before_cut is not None:  # a bracket is shown whole
        pairings |= {at: tuple(state.rounds[at].pairings) for at in range(state.before_cut, last)}
    if number and number - 1 not in pairings:
        pairings[number - 1] = _part(state.rounds[number - 1].pairings, page)
    if last and viewer is not None:
        own = tuple(each for each in state.rounds[-1].pairings if viewer in each.players)
        others = tuple(each for each in pairings.get(last - 1, ()) if each not in own)
        pairings[last - 1] = own + others
    players = [player for of in pairings.values() for each in of for player in each.players]
    shown = frozenset([*rows, *players, *([viewer] if viewer in state.entrants and viewer is not None else [])])
    taken = {*HOLDING_A_PLACE, EntrantStage.WAITING}
    message = TournamentPart(
        version=version,
        from_row=page.from_row,
        rows=len(placed),
        taken=sum(each.stage in taken for each in state.entrants.values()),
        round=number,
        from_pairing=page.from_pairing,
        pairings=len(state.rounds[number - 1].pairings) if number else 0,
        open=sum(each.points is None for each in state.rounds[-1].pairings) if last else 0,
    )
    people = dict.fromkeys([state.director, *state.assistants, *sorted(shown)])
    return Part(message, shown, pairings, list(people))


def _part(pairings: Sequence[Pairing], page: Page) -> tuple[Pairing, ...]:
    """Return pairings from a place on, with at most as many players as a page has rows."""
    found: list[Pairing] = []
    left = page.rows
    for each in pairings[page.from_pairing - 1 :]:
        left -= len(each.players)
        if left < 0:
            break
        found.append(each)
    return tuple(found)
