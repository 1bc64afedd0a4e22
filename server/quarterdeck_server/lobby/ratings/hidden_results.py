"""Results hidden by a spectator delay. Until the end of a match is shown, players outside of it see all ratings and
standings as they were before (decision 59). Pure."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.transcripts.visibility import Visibility

MOST = 16
"""Limit of hidden results of one record. Beyond it, the older ones stay hidden for longer."""


class Hidden(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a change of a standing by a match whose end is hidden."""

    until: Milliseconds
    players: tuple[PlayerId, ...]
    """The players of the match. They see its result at once."""

    before: dict[str, Any]
    """The earlier values of all fields that the match has changed."""

    @property
    def visibility(self) -> Visibility:
        return Visibility(self.players, self.until)


class Ended(Protocol):
    """Interface to a finished match whose end may be hidden."""

    @property
    def ended(self) -> Milliseconds: ...

    @property
    def others_from(self) -> Milliseconds:
        """The time from which players outside of the match see its end."""
        ...

    @property
    def people(self) -> tuple[PlayerId, ...]:
        """The players of the match, without the server's bots."""
        ...


class HasHidden(Protocol):
    """Interface of a record of one player, or of two, with its hidden changes."""

    @property
    def hidden(self) -> tuple[Hidden, ...]: ...


Record = TypeVar("Record", bound=HasHidden)


def is_hidden(match: Ended, player: PlayerId | None, now: Milliseconds) -> bool:
    """True if a match is still hidden from this player, or from a caller without an identity."""
    return not Visibility(match.people, match.others_from).is_open_to(player, now)


def hidden_after(before: HasHidden, match: Ended, fields: Sequence[str]) -> tuple[Hidden, ...]:
    """Return the hidden changes after a match that has changed these fields."""
    still = [each for each in before.hidden if each.until > match.ended]
    if match.others_from <= match.ended:
        return tuple(still)
    if len(still) >= MOST:
        last = still[-1]
        know = tuple(player for player in last.players if player in match.people)
        longest = max(last.until, match.others_from)
        return (*still[:-1], msgspec.structs.replace(last, until=longest, players=know))
    was = {field: msgspec.to_builtins(getattr(before, field)) for field in fields}
    return (*still, Hidden(until=match.others_from, players=match.people, before=was))


def others_from_with(before: Iterable[HasHidden], ended: Milliseconds, others_from: Milliseconds) -> Milliseconds:
    """Return the time from which others see a match whose result depends on the standings `before`. It is not earlier
    than the last hidden change among them, because ratings would otherwise reveal that change."""
    hidden = (each.until for kept in before for each in kept.hidden if each.until > ended)
    return max(others_from, *hidden, Milliseconds(0))


def hidden_in(before: HasHidden, ended: Milliseconds) -> tuple[Hidden, ...]:
    """Return the hidden changes of a standing at the end of an earlier match, each with the time of showing and the
    players who know it already."""
    return tuple(msgspec.structs.replace(each, before={}) for each in before.hidden if each.until > ended)


def knows_all(hidden: Iterable[Hidden], player: PlayerId | None, now: Milliseconds) -> bool:
    """True if all these hidden changes are visible to this player now."""
    return all(each.visibility.is_open_to(player, now) for each in hidden)


def known_to(kept: Record, player: PlayerId | None, now: Milliseconds) -> Record:
    """Return a record as it is visible to this player now."""
    for each in kept.hidden:
        if not each.visibility.is_open_to(player, now):
            return msgspec.convert({**msgspec.to_builtins(kept), **each.before, "hidden": ()}, type(kept))
    return kept
