"""Accounts of guests, of registered players (with a name and a password) and of their bots, with their block lists.

Pure: every function returns a new account or raises `CommandRefused`. `players.py` stores accounts.
"""

from collections.abc import Collection, Sequence
from itertools import count

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.lobby.accounts import AccountState, Avoidance
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.chance import Chance

ADMIN = "admin"
"""The role of operators, who sign in by a password where players sign in by providers alone."""

MOST_BOTS = 8
MOST_AVOIDED = 500
MOST_ACCEPTED = 50

GONE = "Somebody who has left"
"""The name shown for a player whose account was deleted."""

BOT = "bot-"
"""Prefix of the ids of bots. No other id begins with it."""


class Acceptance(msgspec.Struct, frozen=True):
    """A version of the terms of use that a player has accepted."""

    version: str
    at: Milliseconds


class AccountRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of an account. It is never sent to a client in this form."""

    id: PlayerId
    name: str
    kind: PlayerKind
    password: str | None = None
    """The argon2id hash of the password; `None` for guests, bots, and players who sign in by a provider alone."""

    owner: PlayerId | None = None
    """The owner, if this account is a bot's; else `None`."""

    recovery: tuple[str, ...] = ()
    """The hashes of the recovery codes that have not been used yet."""

    recovered: str | None = None
    """The hash of the recovery code that was used last, so that a repeated command is recognised. `None` once new codes
    have been issued."""

    roles: tuple[str, ...] = ()
    era: int = 1
    """Generation of the account's sessions. Sessions with a lower era have ended."""

    made_at: Milliseconds
    has_played: bool = False
    """True if a guest has ever had a seat in a match."""

    bots: tuple[PlayerId, ...] = ()
    avoided: tuple[tuple[PlayerId, Avoidance], ...] = ()
    accepted: tuple[Acceptance, ...] = ()
    """The versions of the terms of use that the player has accepted, the newest last."""

    chosen_seen_by: SeenBy | None = None
    """The players that see the presence of this one; `None` for the default."""

    state: AccountState = AccountState.ACTIVE
    invite: str | None = None
    """The id of the invite with which the account was registered."""

    applied_from: str | None = None
    """The mark of the address from which the account was registered, while it waits for approval."""

    let_back: bool = False
    """True after a host's reset where players sign in by providers alone: its recovery code signs the player in once
    more."""

    def has_no_password(self, *, only_operators: bool = False) -> bool:
        """True if this registered account has no password that signs it in: a provider made the account, or, with
        `only_operators`, no player has one."""
        no_password = self.password is None or (only_operators and ADMIN not in self.roles)
        return self.kind is PlayerKind.PERSON and no_password

    @property
    def player(self) -> Player:
        """The public data of this player."""
        return Player(id=self.id, name=self.name, kind=self.kind, owner=self.owner or UNSET)

    @property
    def seen_by(self) -> SeenBy:
        """The players that see that this player is online."""
        usual = SeenBy.EVERYBODY if self.kind is PlayerKind.BOT else SeenBy.FOLLOWED
        return self.chosen_seen_by or usual

    @property
    def is_passing(self) -> bool:
        """True for a guest who has not played a match yet."""
        return self.kind is PlayerKind.GUEST and not self.has_played

    def too_young_for(self, age: Milliseconds, now: Milliseconds) -> Milliseconds:
        """Return the milliseconds until this account reaches the age `age`. Returns 0 if the account is old enough or
        no age is required. The clock of another process may be ahead, so `made_at` may be in the future."""
        return Milliseconds(max(self.made_at + age - now, 0) if age else 0)


class NameOwner(msgspec.Struct, frozen=True):
    """The record of the account that owns a name, stored under the skeleton of the name (its form without case, accents
    and lookalike letters)."""

    player: PlayerId


class ProgramLinkRecord(msgspec.Struct, frozen=True):
    """The record that an account elsewhere acts for a player, stored under the name of the link."""

    player: PlayerId
    token: str
    """The hash of the token with which it acts."""


def registered(account: AccountRecord, name: str, password: str | None) -> AccountRecord:
    """Return the account of a guest as a registered account, with a name and a password. The account of somebody who
    signs in by a provider has none."""
    if account.kind is not PlayerKind.GUEST:
        text = Text(
            "You already have an account, “{name}”. Use `change_account` to change its name or password.",
            name=account.name,
        )
        raise CommandRefused(RefusalCode.ALREADY_REGISTERED, text, "$.type")
    return msgspec.structs.replace(account, name=name, kind=PlayerKind.PERSON, password=password)


def accepting(account: AccountRecord, version: str, now: Milliseconds) -> AccountRecord:
    """Return the account after this player has accepted a version of the terms. Repeating it changes nothing."""
    if newest_accepted(account) == version:
        return account
    accepted = (*account.accepted, Acceptance(version, now))[-MOST_ACCEPTED:]
    return msgspec.structs.replace(account, accepted=accepted)


def owes(account: AccountRecord | None, terms: str | None) -> bool:
    """True if a player must still accept the version `terms` of the terms of use."""
    return terms is not None and account is not None and newest_accepted(account) != terms


def newest_accepted(account: AccountRecord) -> str | None:
    """Return the newest version of the terms of use that a player has accepted."""
    return account.accepted[-1].version if account.accepted else None


def avoiding(account: AccountRecord, player: PlayerId, how: Avoidance) -> AccountRecord:
    """Return the account after this player has muted, blocked or stopped avoiding another player."""
    if player == account.id:
        raise CommandRefused(RefusalCode.NOT_YOURSELF, Text("You cannot avoid yourself."), "$.player")
    others = tuple((other, theirs) for other, theirs in account.avoided if other != player)
    avoided = others if how is Avoidance.NO else (*others, (player, how))
    if len(avoided) > MOST_AVOIDED:
        raise CommandRefused(
            RefusalCode.TOO_MANY_KEPT,
            Text("You can avoid at most {most_avoided} players.", most_avoided=MOST_AVOIDED),
            "$.player",
        )
    return msgspec.structs.replace(account, avoided=avoided)


def with_bot(account: AccountRecord, bot: PlayerId) -> AccountRecord:
    """Return the account with another bot of this player."""
    if account.kind is not PlayerKind.PERSON:
        text = Text("You need an account to create a bot: `register` first.")
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
    if len(account.bots) >= MOST_BOTS:
        raise CommandRefused(
            RefusalCode.TOO_MANY_KEPT, Text("You can have at most {most_bots} bots.", most_bots=MOST_BOTS), "$.type"
        )
    return msgspec.structs.replace(account, bots=(*account.bots, bot))


def without_bot(account: AccountRecord, bot: PlayerId) -> AccountRecord:
    """Return the account without one of this player's bots."""
    if bot not in account.bots:
        raise not_your_bot(bot)
    return msgspec.structs.replace(account, bots=tuple(each for each in account.bots if each != bot))


def not_your_bot(bot: PlayerId) -> CommandRefused:
    return CommandRefused(RefusalCode.UNKNOWN_PLAYER, Text("`{bot}` is not one of your bots.", bot=bot), "$.bot")


def blocked_by(accounts: Sequence[AccountRecord]) -> frozenset[PlayerId]:
    """Return all players with whom any of these accounts refuses to be paired."""
    pairs = (pair for account in accounts for pair in account.avoided)
    return frozenset(player for player, how in pairs if how is Avoidance.BLOCK)


def avoided_as(player: Player) -> frozenset[PlayerId]:
    """Return the ids under which others avoid a player: avoiding a player includes their bots."""
    return frozenset((player.id,) if player.owner is UNSET else (player.id, player.owner))


def bot_id(chance: Chance) -> PlayerId:
    """Return a new id for a bot. Its prefix identifies a bot even after the bot's account is deleted."""
    return PlayerId(f"{BOT}{chance.token_hex(8)}")


def house_bot(bot: str, taken: Collection[str], chance: Chance) -> Player:
    """Return a new bot of the server, with the first name of its kind that is not taken."""
    name = next(name for number in count(1) if (name := f"{bot.capitalize()} {number}") not in taken)
    return Player(id=bot_id(chance), name=name, kind=PlayerKind.BOT, bot=bot)


def shown_as(id_: PlayerId, account: AccountRecord | None) -> Player:
    """Return the public data of a player. The name of a deleted account is not shown, but a deleted bot is still shown
    as a bot."""
    if account is not None:
        return account.player
    return Player(id=id_, name=GONE, kind=PlayerKind.BOT if id_.startswith(BOT) else PlayerKind.GUEST)
