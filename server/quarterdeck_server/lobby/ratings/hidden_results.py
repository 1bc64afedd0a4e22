"""Knowledge about a match with a hidden end, for others than its players: all standings as they were before. Pure
(decision 59)."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.transcripts.visibility import Visibility

MOST = 16
"""How many results may be hidden of what one player has; of more, the older ones are, for longer."""


class Hidden(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a standing by a match with a hidden end."""

    until: Milliseconds
    players: tuple[PlayerId, ...]
    """Who has played in it, and knows."""

    before: dict[str, Any]
    """What has changed with it, as it was."""

    @property
    def visibility(self) -> Visibility:
        return Visibility(self.players, self.until)


class Ended(Protocol):
    """Interface to a finished match."""

    @property
    def ended(self) -> Milliseconds: ...

    @property
    def told_from(self) -> Milliseconds:
        """From when others are told."""
        ...

    @property
    def people(self) -> tuple[PlayerId, ...]:
        """Its players, without the server's bots."""
        ...


class HasHidden(Protocol):
    """Data of a player, or of two, with its hidden changes."""

    @property
    def hidden(self) -> tuple[Hidden, ...]: ...


Record = TypeVar("Record", bound=HasHidden)


def is_hidden(match: Ended, player: PlayerId | None, now: Milliseconds) -> bool:
    """True if a match is still hidden from this player, or from a caller without an identity."""
    return not Visibility(match.people, match.told_from).is_open_to(player, now)


def hidden_after(before: HasHidden, match: Ended, fields: Sequence[str]) -> tuple[Hidden, ...]:
    """Return the hidden changes after a match that has changed these fields."""
    still = [each for each in before.hidden if each.until > match.ended]
    if match.told_from <= match.ended:
        return tuple(still)
    if len(still) >= MOST:
        last = still[-1]
        know = tuple(player for player in last.players if player in match.people)
        longest = max(last.until, match.told_from)
        return (*still[:-1], msgspec.structs.replace(last, until=longest, players=know))
    was = {field: msgspec.to_builtins(getattr(before, field)) for field in fields}
    return (*still, Hidden(until=match.told_from, players=match.people, before=was))


def told_with(before: Iterable[HasHidden], ended: Milliseconds, told_from: Milliseconds) -> Milliseconds:
    """Return the time from which others see a match whose result depends on the standings `before`: that of the last
    hidden change among these, or ratings would show it sooner."""
    hidden = (each.until for kept in before for each in kept.hidden if each.until > ended)
    return max(told_from, *hidden, Milliseconds(0))


def hidden_in(before: HasHidden, ended: Milliseconds) -> tuple[Hidden, ...]:
    """Return the hidden changes of a standing before a match that ended then: the time of showing, and the players who
    know already."""
    return tuple(msgspec.structs.replace(each, before={}) for each in before.hidden if each.until > ended)


def knows_all(hidden: Iterable[Hidden], player: PlayerId | None, now: Milliseconds) -> bool:
    """True if this player knows of all these matches by now."""
    return all(each.visibility.is_open_to(player, now) for each in hidden)


def known_to(kept: Record, player: PlayerId | None, now: Milliseconds) -> Record:
    """Return data as this player knows it."""
    for each in kept.hidden:
        if not each.visibility.is_open_to(player, now):
            return msgspec.convert({**msgspec.to_builtins(kept), **each.before, "hidden": ()}, type(kept))
    return kept
