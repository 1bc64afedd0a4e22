"""Messages of the operator's console over HTTP: the state of the server, its figures, sanctions of many, and the match
inspector."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.moderation import AnyPlayerId, Deed, SanctionKind, Seconds, Why
from quarterdeck_protocol.names import Count, GameName, MatchId, Milliseconds, Seat, Version
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, ShortRef

MOST_FOUND = 200
"""Limit of players in one search, and of one order about many."""


class QueueState(msgspec.Struct, frozen=True, kw_only=True):
    """The fill level of a queue."""

    name: str
    """The name of the queue."""

    length: Count
    """The number of elements that wait, or their bytes."""

    most: Count
    """The limit of the queue."""


class ShownSetting(msgspec.Struct, frozen=True, kw_only=True):
    """A setting in force."""

    name: str
    """The name of the setting."""

    value: str
    """The value. Passwords, tokens and keys are left out."""

    source: str
    """The place where it was set: the name of an environment variable, the option of the command, or `default`."""


class KeyState(msgspec.Struct, frozen=True, kw_only=True):
    """A key with which the server signs transcripts."""

    kid: str
    """The id of the key."""

    since: Milliseconds
    """The time from which it signs."""


class ServerState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a server, as the answering process knows it."""

    at: Milliseconds
    """The time of this state."""

    server: str
    """Name and version of the server program."""

    revision: str
    """The revision of its source code; empty if it is not known."""

    ready: bool
    """True if the process takes new players."""

    why: str
    """The reason why it does not; empty if it does."""

    processes: Count
    """The number of processes that share the store, this one too."""

    online: Count
    """The approximate number of players who are signed in, in all processes."""

    connections: Count
    """The number of connections to this process."""

    connections_limit: Count
    """The limit of connections to this process."""

    matches: Count
    """The number of matches in the memory of this process."""

    durability: str
    """The durability of writes, as set; empty for the default of the store."""

    backup_age: Count | None
    """Seconds since the start of the last complete backup; `null` if there is none."""

    open_reports: Count
    """The number of open reports."""

    oldest_report_age: Count
    """Seconds for which the oldest open report has waited; 0 without one."""

    keys: tuple[KeyState, ...]
    """The signing keys, the oldest first."""

    queues: tuple[QueueState, ...]
    """The queues of this process."""

    settings: tuple[ShownSetting, ...]
    """The settings in force."""


class DayFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of one day, in UTC."""

    day: str
    """The day, as `2026-11-30`."""

    matches: Count
    """The number of matches that ended."""

    players: Count
    """The number of people who played in them."""

    newcomers: Count
    """The number of those whose account was made on that day."""


class GameShare(msgspec.Struct, frozen=True, kw_only=True):
    """The number of matches of a game."""

    game: GameName
    """The game."""

    matches: Count
    """The number of matches that ended in these days."""


class WaitFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The waits in quick match of the last quarter of an hour, in one game."""

    game: GameName
    """The game."""

    tickets: Count
    """The number of tickets that led to a match."""

    median: Milliseconds
    """The median of their waits."""

    longest: Milliseconds
    """The longest of their waits."""


class Cohort(msgspec.Struct, frozen=True, kw_only=True):
    """The players whose accounts were made in one week, and how many of them came back."""

    week: str
    """The Monday of the week, as `2026-11-30`."""

    players: Count
    """The number of players who made their accounts in that week and have played since."""

    played: tuple[Count, ...]
    """The number of them who played a match in that week, in the next one, and so on."""


class ServerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Figures of a server. They are counted from the results of matches that are kept for the players' histories."""

    days: tuple[DayFigures, ...]
    """The last days, the newest first."""

    games: tuple[GameShare, ...]
    """The games of these days, the most played one first."""

    waits: tuple[WaitFigures, ...]
    """The waits in quick match, by game."""

    cohorts: tuple[Cohort, ...]
    """The players by the week of their accounts, the newest week first."""

    is_whole: bool
    """False if there are more matches than the server counts at once: then the oldest are left out."""


class FindPlayersOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Find the players whom an order about many would concern: those with these names, and those who are online or have
    played in the last day and fit all further conditions. Nothing changes."""

    names: Annotated[tuple[Annotated[str, Meta(max_length=64)], ...], Meta(max_length=MOST_FOUND)] = ()
    """The names of accounts."""

    pattern: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """A pattern of names, in which `*` stands for any letters; case, accents and similar letters do not count."""

    near: AnyPlayerId | None = None
    """A player: those who recently used one of the same addresses are found."""

    guests: bool = False
    """True to find guests alone."""


class FoundPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player whom an order about many would concern."""

    player: Player
    """The player."""

    since: Milliseconds
    """The time at which the account was made."""

    is_banned: bool
    """True if the player is banned now."""

    has_role: bool
    """True if the player has a role: only an admin may sanction them."""


class FoundPlayers(msgspec.Struct, frozen=True, kw_only=True):
    """The players that were found, the newest accounts first."""

    players: tuple[FoundPlayer, ...]
    """The players."""

    missing: tuple[str, ...]
    """The names of the order that no account has."""

    is_whole: bool
    """False if more players were found than one order may name."""


class SanctionManyOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sanction many players in the same way. Each sanction is checked and carried out for itself, and has its own entry
    in the audit log."""

    ref: ShortRef | None = None
    """The sender's name for this order. An order repeated under the same name is carried out once."""

    players: Annotated[tuple[AnyPlayerId, ...], Meta(min_length=1, max_length=MOST_FOUND)]
    """The ids of the players."""

    kind: SanctionKind
    """The kind of the sanctions."""

    why: Why
    """The reason. The players are shown it."""

    seconds: Seconds | None = None
    """The length of the sanctions; `null` if permanent."""

    address: bool = False
    """Of bans: true if guests from the players' recent addresses are shut out too; for 30 days at most."""


class SanctionOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of an order about many for one of the players."""

    player: AnyPlayerId
    """The id of the player."""

    deed: Deed | None
    """The entry in the audit log; `null` if the sanction was refused."""

    code: RefusalCode | None = None
    """The code of the refusal; `null` if the sanction was carried out."""

    text: str | None = None
    """The reason of the refusal."""


class SanctionOutcomes(msgspec.Struct, frozen=True, kw_only=True):
    """The outcomes for all players of an order, in its order."""

    outcomes: tuple[SanctionOutcome, ...]
    """The outcomes."""


class InspectOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Look at a match at any version, with the eyes of any seat. The look is recorded in the audit log."""

    ref: ShortRef | None = None
    """The sender's name for this look. Further versions with the same eyes and reason under the same name are the same
    look. It shows no version that the match has had only after it."""

    match: Annotated[MatchId, Meta(min_length=1, max_length=64)]
    """The match."""

    seat: Seat | None = None
    """The seat; `null` for what spectators without a delay see."""

    version: Version | None = None
    """The version; `null` for the newest one of this look."""

    since: Version | None = None
    """An earlier version to compare with; `null` for none."""

    why: Why
    """The reason. It is kept in the audit log."""
