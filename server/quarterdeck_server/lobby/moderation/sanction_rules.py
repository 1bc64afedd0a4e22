"""Rules of moderation: conflicts of interest, and the effects of sanctions. Pure, without a clock or a store."""

import math
from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import NamedTuple, assert_never

import msgspec
from quarterdeck_protocol.lobby.moderation import Role, SanctionKind
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.moderation import permissions
from quarterdeck_server.lobby.moderation.permissions import Permission


class SanctionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a mute or a ban."""

    kind: SanctionKind
    why: str
    by: PlayerId
    at: Milliseconds
    until: Milliseconds | None
    addresses: tuple[str, ...] = ()
    """The marks of the addresses that are banned together with the player."""


class SanctionsRecord(msgspec.Struct, frozen=True):
    """Sanctions in force against one player: at most one of each kind."""

    each: tuple[SanctionRecord, ...] = ()

    def of(self, kind: SanctionKind, now: Milliseconds) -> SanctionRecord | None:
        """Return the sanction of this kind that applies now. If there are several, the one that lasts longest is
        returned."""
        found = [sanction for sanction in self.in_force(now) if sanction.kind is kind]
        return max(found, key=lambda each: math.inf if each.until is None else each.until, default=None)

    def in_force(self, now: Milliseconds) -> tuple[SanctionRecord, ...]:
        return tuple(sanction for sanction in self.each if is_in_force(sanction.until, now))

    def seconds(self, now: Milliseconds) -> int | None:
        """Return the seconds for which the record is kept; `None` for ever."""
        ends = [sanction.until for sanction in self.each]
        return None if None in ends else max((-(-(end - now) // 1000) for end in ends if end is not None), default=1)


class AffairKind(StrEnum):
    """Kinds of affairs (open matches, tables and so on) that a moderator can share with a player."""

    MATCH = "match"
    OWN_MATCH = "own_match"
    """A match that the moderator or a bot of theirs plays or has played."""

    TABLE = "table"
    OFFER = "offer"
    PARTY = "party"
    TRADE = "trade"
    TOURNAMENT = "tournament"
    CLUB = "club"


class Affair(NamedTuple):
    """Something open, such as a match, that a moderator, or a bot of theirs, shares with a player."""

    kind: AffairKind
    id: str


class AddressBanRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record that guests from an address are banned, stored under the mark of the address."""

    player: PlayerId
    """The player with whose ban the address was banned."""

    why: str
    until: Milliseconds


def together(each: Sequence[SanctionsRecord | None]) -> SanctionsRecord:
    """Return all sanctions in force against a player: their own, and those of the account responsible for them."""
    return SanctionsRecord(tuple(sanction for record in each if record is not None for sanction in record.each))


def is_in_force(until: Milliseconds | None, now: Milliseconds) -> bool:
    return until is None or until > now


def with_sanction(before: SanctionsRecord | None, sanction: SanctionRecord, now: Milliseconds) -> SanctionsRecord:
    """Return the sanctions with this one. It replaces another of its kind."""
    others = () if before is None else before.in_force(now)
    return SanctionsRecord((*(each for each in others if each.kind is not sanction.kind), sanction))


def without(before: SanctionsRecord | None, kind: SanctionKind, now: Milliseconds) -> SanctionsRecord:
    """Return a player's sanctions without those of this kind."""
    others = () if before is None else before.in_force(now)
    return SanctionsRecord(tuple(each for each in others if each.kind is not kind))


def refuse_banned(sanctions: SanctionsRecord | None, now: Milliseconds) -> None:
    """Raise `CommandRefused` if a player is banned."""
    ban = None if sanctions is None else sanctions.of(SanctionKind.BAN, now)
    if ban is not None:
        raise banned(Text("You are banned"), ban.why, ban.until, now)


def refuse_muted(sanctions: SanctionsRecord | None, now: Milliseconds) -> None:
    """Raise `CommandRefused` if a player may not write free text. Banned players may not, either."""
    refuse_banned(sanctions, now)
    mute = None if sanctions is None else sanctions.of(SanctionKind.MUTE, now)
    if mute is not None:
        text = Text(
            "You are muted {until_when}: {why} You can still send phrases.",
            until_when=until_when(mute.until),
            why=closed(mute.why),
        )
        raise CommandRefused(RefusalCode.MUTED, text, "$.text", retry_in=_left(mute.until, now))


def refuse_newcomers(ban: AddressBanRecord | None, now: Milliseconds) -> None:
    """Raise `CommandRefused` for a guest if this ban of the guest's address is in force."""
    if ban is not None and is_in_force(ban.until, now):
        raise banned(Text("Guests from your address are banned"), ban.why, ban.until, now)


def banned(subject: str, why: str, until: Milliseconds | None, now: Milliseconds) -> CommandRefused:
    text = Text("{who} {until_when}: {why}", who=subject, until_when=until_when(until), why=closed(why))
    return CommandRefused(RefusalCode.BANNED, text, "$.type", retry_in=_left(until, now))


def until_when(until: Milliseconds | None) -> str:
    if until is None:
        return Text("permanently")
    return Text("until {time} UTC", time=f"{datetime.fromtimestamp(until / 1000, UTC):%Y-%m-%d %H:%M}")


def closed(why: str) -> str:
    """Return a reason as a sentence with a full stop."""
    return why if why.endswith((".", "!", "?", ")")) else f"{why}."


def _left(until: Milliseconds | None, now: Milliseconds) -> Milliseconds | None:
    return None if until is None else Milliseconds(until - now)


def check_target(by: AccountRecord, target: AccountRecord, answering: AccountRecord | None) -> None:
    """Raise `CommandRefused` if a moderator may not sanction this player. `answering` is the responsible account: the
    player, or a bot's owner. Moderators answer to admins, and nobody is judge in their own case."""
    if by.id in (target.id, target.owner):
        raise CommandRefused(
            RefusalCode.NOT_YOURSELF, Text("You cannot moderate yourself; ask another moderator."), "$.player"
        )
    if answering is not None and permissions.has_role(answering.roles):
        permissions.check(by.roles, Permission.MANAGE)


def own_case(affair: Affair, where: str) -> CommandRefused:
    """Return the refusal of an order because its moderator shares an affair (such as a match) with the player."""
    match affair.kind:
        case AffairKind.MATCH:
            text = Text("You are in a running match with this player: ask another moderator, or wait until it ends.")
        case AffairKind.OWN_MATCH:
            text = Text("You or a bot of yours are in this match: ask another moderator.")
        case AffairKind.TABLE:
            text = Text("You sit at a table with this player: ask another moderator, or leave the table first.")
        case AffairKind.OFFER:
            text = Text("You are offered a match with this player: ask another moderator, or decline it first.")
        case AffairKind.PARTY:
            text = Text("You are in a party with this player: ask another moderator, or leave the party first.")
        case AffairKind.TRADE:
            text = Text("You have an open trade with this player: ask another moderator, or cancel it first.")
        case AffairKind.TOURNAMENT:
            text = Text("You are in a tournament with this player: ask another moderator, or wait until it ends.")
        case AffairKind.CLUB:
            text = Text("You are a member of this club: ask another moderator, or leave the club first.")
        case _:
            assert_never(affair.kind)
    return CommandRefused(RefusalCode.CONFLICT_OF_INTEREST, text, where)


def check_roles(by: PlayerId, target: AccountRecord, roles: Sequence[Role]) -> None:
    """Raise `CommandRefused` if this player cannot have these roles. A role requires a registered name. Admins cannot
    give up their own role, so that there always is an admin."""
    if roles and target.kind is not PlayerKind.PERSON:
        text = Text("{name} cannot have a role: only a person with an account can.", name=target.name)
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.player")
    if by == target.id and Role.ADMIN not in roles:
        text = Text("You cannot remove your own admin role; ask another admin.")
        raise CommandRefused(RefusalCode.NOT_YOURSELF, text, "$.roles")
