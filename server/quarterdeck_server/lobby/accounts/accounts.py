"""Accounts of guests, of people with a name and a password, and of their bots, with their block lists.

Pure: every function gives a new account or raises `CommandRefused`. `players.py` stores them.
"""

from collections.abc import Collection, Sequence
from itertools import count

import msgspec
from msgspec import UNSET
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.chance import Chance

MOST_BOTS = 8
MOST_AVOIDED = 500

GONE = "Somebody who has left"
"""What is shown of a player whose account was deleted."""

BOT = "bot-"
"""How the ids of bots begin, and of nobody else."""


class AccountRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Stored data of a player. It is never sent as it is."""

    id: PlayerId
    name: str
    kind: PlayerKind
    password: str | None = None
    """Its argon2id hash; `None` for guests and bots."""

    owner: PlayerId | None = None
    """Whose bot this is."""

    recovery: tuple[str, ...] = ()
    """The hashes of the recovery codes that have not been used."""

    recovered: str | None = None
    """The hash of the one that was used last, which shows who sends a command again; `None` since there are new
    codes."""

    roles: tuple[str, ...] = ()
    era: int = 1
    """Sessions of earlier eras have ended."""

    made_at: Milliseconds
    has_played: bool = False
    """Whether a guest has ever had a seat in a match."""

    bots: tuple[PlayerId, ...] = ()
    avoided: tuple[tuple[PlayerId, Avoidance], ...] = ()

    @property
    def player(self) -> Player:
        """This player, as everybody may know them."""
        return Player(id=self.id, name=self.name, kind=self.kind, owner=self.owner or UNSET)

    @property
    def is_passing(self) -> bool:
        """True for a guest who has not played yet."""
        return self.kind is PlayerKind.GUEST and not self.has_played

    def too_young_for(self, age: Milliseconds, now: Milliseconds) -> Milliseconds:
        """Return how long it takes until this account is of an age; 0 if it is, and where none is asked: by another
        process's clock it may have been made a moment from now."""
        return Milliseconds(max(self.made_at + age - now, 0) if age else 0)


class NameOwner(msgspec.Struct, frozen=True):
    """Owner of a name, kept under its skeleton."""

    player: PlayerId


def registered(account: AccountRecord, name: str, password: str) -> AccountRecord:
    """Make a guest a person."""
    if account.kind is not PlayerKind.GUEST:
        text = Text(
            "You already have an account, “{name}”. Use `change_account` to change its name or password.",
            name=account.name,
        )
        raise CommandRefused(RefusalCode.ALREADY_REGISTERED, text, "$.type")
    return msgspec.structs.replace(account, name=name, kind=PlayerKind.PERSON, password=password)


def avoiding(account: AccountRecord, player: PlayerId, how: Avoidance) -> AccountRecord:
    """Note how this player keeps away from another."""
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
    """Note a bot of this player's own."""
    if account.kind is not PlayerKind.PERSON:
        text = Text("You need an account to create a bot: `register` first.")
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
    if len(account.bots) >= MOST_BOTS:
        raise CommandRefused(
            RefusalCode.TOO_MANY_KEPT, Text("You can have at most {most_bots} bots.", most_bots=MOST_BOTS), "$.type"
        )
    return msgspec.structs.replace(account, bots=(*account.bots, bot))


def without_bot(account: AccountRecord, bot: PlayerId) -> AccountRecord:
    """Forget a bot of this player's own."""
    if bot not in account.bots:
        raise not_your_bot(bot)
    return msgspec.structs.replace(account, bots=tuple(each for each in account.bots if each != bot))


def not_your_bot(bot: PlayerId) -> CommandRefused:
    return CommandRefused(RefusalCode.UNKNOWN_PLAYER, Text("`{bot}` is not one of your bots.", bot=bot), "$.bot")


def blocked_by(accounts: Sequence[AccountRecord]) -> frozenset[PlayerId]:
    """Return all players with whom one of these never wants to be paired."""
    pairs = (pair for account in accounts for pair in account.avoided)
    return frozenset(player for player, how in pairs if how is Avoidance.BLOCK)


def avoided_as(player: Player) -> frozenset[PlayerId]:
    """Return the ids under which others avoid a player: avoiding a player includes their bots."""
    return frozenset((player.id,) if player.owner is UNSET else (player.id, player.owner))


def bot_id(chance: Chance) -> PlayerId:
    """Return an id for a bot: it says so even when the bot itself is gone."""
    return PlayerId(f"{BOT}{chance.token_hex(8)}")


def house_bot(bot: str, taken: Collection[str], chance: Chance) -> Player:
    """Return a new bot of the house, under the first name of its kind that is not taken."""
    name = next(name for number in count(1) if (name := f"{bot.capitalize()} {number}") not in taken)
    return Player(id=bot_id(chance), name=name, kind=PlayerKind.BOT, bot=bot)


def shown_as(id_: PlayerId, account: AccountRecord | None) -> Player:
    """Return the public data of a player. A deleted one keeps no name, but a bot stays a bot."""
    if account is not None:
        return account.player
    return Player(id=id_, name=GONE, kind=PlayerKind.BOT if id_.startswith(BOT) else PlayerKind.GUEST)
