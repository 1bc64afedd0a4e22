"""The lists of followed players, in two indexes for each player: those whom the player follows, and the followers.

The second index is for the server alone: it tells whether a player is followed by another one, and whose lists a
deleted account must leave. All changes of a player's own list also change one document, so the limit holds when
commands run at the same time.
"""

import asyncio
import math
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Collection as Several
from itertools import product

import msgspec
from quarterdeck_protocol.lobby.social.follow_lists import MOST_FOLLOWED, FollowedPlayer, SeenBy
from quarterdeck_protocol.lobby.tables import Access, TableStage
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord, avoided_as, blocked_by
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import unknown_token
from quarterdeck_server.lobby.collections import Collection, ExtraWrites, again, seen
from quarterdeck_server.lobby.documents import DocumentStore, IndexChange, IndexEntry, IndexSweep, Unchanged
from quarterdeck_server.lobby.followed_players.online_players import OnlinePlayers
from quarterdeck_server.lobby.tables.documents import TABLES
from quarterdeck_server.lobby.tables.hidden_ends import seen_by
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.seat_limits import SEATED_TABLES, of_player

MOST_REMOVED_AT_ONCE = 1_000
"""Limit of lists from which a deleted account is removed in one commit."""

MOST_TABLES = 4
"""Number of a player's newest tables that are searched for a running match."""


class FollowListRecord(msgspec.Struct, frozen=True):
    """The record of the last change of a player's list of followed players."""

    changed_at: Milliseconds


FOLLOW_LISTS = Collection("follow_list", FollowListRecord)
"""By the player."""


def followed_by(player: PlayerId) -> str:
    """Return the name of the index of the players whom a player follows, ordered by the time of following."""
    return f"followed_by:{player}"


def followers_of(player: PlayerId) -> str:
    """Return the name of the index of a player's followers, ordered by the time of following."""
    return f"followers_of:{player}"


def follow_entries(player: PlayerId, other: PlayerId, at: Milliseconds | None) -> tuple[IndexEntry, IndexEntry]:
    """Return the index changes with which a player begins to follow another one at this time; with `None`, no longer
    follows."""
    return IndexEntry(followed_by(player), other, at), IndexEntry(followers_of(other), player, at)


def parting(account: AccountRecord, other: AccountRecord) -> Sequence[IndexChange]:
    """Return the writes after which a player who blocks another one does not follow them, with the bots of both. The
    list of the other player stays as it is, because a missing entry would tell of the block: there it has no effect."""
    pairs = product((account.id, *account.bots), (other.id, *other.bots))
    return [entry for mine, theirs in pairs for entry in follow_entries(mine, theirs, None)]


async def follows_any(documents: DocumentStore, player: PlayerId, others: Several[PlayerId]) -> bool:
    """True if a player follows one of these others. Raises `Unavailable`."""
    return any(at is not None for at in await documents.numbers_of(followed_by(player), sorted(others)))


class FollowLists:
    """The players whom each player follows. All methods raise `CommandRefused` and `Unavailable`."""

    def __init__(self, documents: DocumentStore, online: OnlinePlayers, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._online = online
        self._now = now

    async def follow(self, player: Player, other: PlayerId) -> FollowedPlayer:
        """Put a player on the list of another one. The answer does not depend on blocks."""
        if other == player.id:
            raise CommandRefused(RefusalCode.NOT_YOURSELF, Text("You cannot follow yourself."), "$.player")

        async def step() -> None:
            keys = [ACCOUNTS.key(player.id), ACCOUNTS.key(other), FOLLOW_LISTS.key(player.id)]
            mine, theirs, own = await self._documents.read(keys)
            account, followed = ACCOUNTS.of(mine), ACCOUNTS.of(theirs)
            if account is None:
                raise unknown_token()
            _check_registered(account, followed, other)
            since, count = await asyncio.gather(
                self._documents.number_of(followed_by(player.id), other), self._documents.count(followed_by(player.id))
            )
            if since is not None:
                return
            if count >= MOST_FOLLOWED:
                text = Text("You can follow at most {most} players.", most=MOST_FOLLOWED)
                raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.player")
            now = self._now()
            unchanged = [Unchanged(key, seen(each)) for key, each in zip(keys[:2], (mine, theirs), strict=True)]
            noted = FOLLOW_LISTS.put(player.id, own, FollowListRecord(now))
            await self._documents.commit([noted, *unchanged], follow_entries(player.id, other, now))

        await again(step)
        found = [each for each in await self._shown(player, [other]) if each.player.id == other]
        if not found:
            raise _unknown_player(other)
        return found[0]

    async def unfollow(self, player: PlayerId, other: PlayerId) -> None:
        """Remove a player from the list of another one."""

        async def step() -> None:
            account, own = await self._documents.read([ACCOUNTS.key(player), FOLLOW_LISTS.key(player)])
            if account is None:
                raise unknown_token()
            if own is None:
                return
            noted = FOLLOW_LISTS.put(player, own, FollowListRecord(self._now()))
            await self._documents.commit(
                [noted, Unchanged(account.key, account.revision)], follow_entries(player, other, None)
            )

        await again(step)

    async def listed(self, player: Player) -> tuple[FollowedPlayer, ...]:
        """Return the players whom a player follows, newest first, with their presence as this player may see it."""
        found = await self._documents.listed(followed_by(player.id), most=MOST_FOLLOWED, highest_first=True)
        return await self._shown(player, [PlayerId(member) for member, _ in found])

    async def follow_each_other(self, player: PlayerId, other: PlayerId) -> bool:
        """True if two players follow each other."""
        both = await asyncio.gather(
            self._documents.number_of(followed_by(player), other), self._documents.number_of(followed_by(other), player)
        )
        return None not in both

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the deletion of an account: its list is deleted, and it leaves all lists of others.
        If the lists are many, most are changed at once."""
        while True:
            followers = await self._documents.listed(followers_of(player), most=MOST_REMOVED_AT_ONCE)
            removed = [entry for each, _ in followers for entry in follow_entries(PlayerId(each), player, None)]
            if len(followers) < MOST_REMOVED_AT_ONCE:
                break
            await self._documents.commit([], removed)
        (own,) = await self._documents.read([FOLLOW_LISTS.key(player)])
        mine = await self._documents.listed(followed_by(player), most=MOST_FOLLOWED)
        removed += [entry for each, _ in mine for entry in follow_entries(player, PlayerId(each), None)]
        sweeps = IndexSweep(followed_by(player), math.inf), IndexSweep(followers_of(player), math.inf)
        change = Unchanged(FOLLOW_LISTS.key(player), 0) if own is None else FOLLOW_LISTS.drop(player, own)
        return ExtraWrites((change,), (*removed, *sweeps))

    # What is shown

    async def _shown(self, player: Player, others: Sequence[PlayerId]) -> tuple[FollowedPlayer, ...]:
        """Return these players as a follower may see them, without deleted accounts."""
        own = sorted(avoided_as(player))
        since, back, online, known = await asyncio.gather(
            self._documents.numbers_of(followed_by(player.id), others),
            self._documents.numbers_of(followers_of(player.id), others),
            self._online.read(others),
            ACCOUNTS.read_many(self._documents, [*own, *others]),
        )
        accounts = known[len(own) :]
        blocked = blocked_by([each for each in known[: len(own)] if each is not None])  # may follow, without effect
        owners = await self._owners(accounts)
        visible = [
            account.id
            for account, follows_back, is_online in zip(accounts, back, online, strict=True)
            if account is not None
            and is_online
            and blocked.isdisjoint(avoided_as(account.player))
            and _is_visible(
                account, owners.get(account.owner or PlayerId("")), player, follows=follows_back is not None
            )
        ]
        played = await self._played(visible, player)
        return tuple(
            FollowedPlayer(
                player=account.player,
                since=Milliseconds(int(at)),
                online=account.id in visible,
                match=played[account.id][0] if account.id in played else None,
                game=played[account.id][1] if account.id in played else None,
            )
            for account, at in zip(accounts, since, strict=True)
            if account is not None and at is not None
        )

    async def _owners(self, accounts: Iterable[AccountRecord | None]) -> dict[PlayerId, AccountRecord]:
        owners = sorted({each.owner for each in accounts if each is not None and each.owner is not None})
        found = await ACCOUNTS.read_many(self._documents, owners)
        return {each.id: each for each in found if each is not None}

    async def _played(self, players: Sequence[PlayerId], reader: Player) -> dict[PlayerId, tuple[MatchId, GameName]]:
        """Return the newest running match of each of these players that the reader may find among the listed tables.
        With a spectator delay it is shown as long as the list shows it."""
        pages = await SEATED_TABLES.read_many(self._documents, [of_player(each) for each in players])
        at = {each: page.tables[-MOST_TABLES:] for each, page in zip(players, pages, strict=True) if page is not None}
        ids = list(dict.fromkeys(table for tables in at.values() for table in tables))
        tables = dict(zip(ids, await TABLES.read_many(self._documents, ids), strict=True))
        now = self._now()
        found = {}
        for each, seated in at.items():
            for id_ in seated:
                table = tables[id_]
                if table is not None and (shown := _running(table, each, reader, now)) is not None:
                    found[each] = shown.match, shown.game
        return found


def _running(table: TableRecord, player: PlayerId, reader: Player, now: Milliseconds) -> TableRecord | None:
    """Return a table as a reader may see it, if this player plays there and everybody may watch."""
    shown = seen_by(table, reader.id, now)
    is_open = shown.access is Access.PUBLIC and shown.spectators and not shown.is_hidden_from(reader)
    is_playing = shown.stage is TableStage.PLAYING and shown.seat_of(player) is not None
    return shown if is_open and is_playing else None


def _is_visible(account: AccountRecord, owner: AccountRecord | None, reader: Player, *, follows: bool) -> bool:
    """True if the presence of an account is shown to this reader. `follows` is true if the account follows the
    reader."""
    responsible = [each for each in (account, owner) if each is not None]
    is_blocked = not avoided_as(reader).isdisjoint(blocked_by(responsible))
    is_for = account.seen_by is SeenBy.EVERYBODY or (account.seen_by is SeenBy.FOLLOWED and follows)
    return is_for and not is_blocked


def _check_registered(account: AccountRecord, followed: AccountRecord | None, other: PlayerId) -> None:
    if account.kind is PlayerKind.GUEST:
        text = Text("Guests cannot follow players: `register` first.")
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
    if followed is None:
        raise _unknown_player(other)
    if followed.kind is PlayerKind.GUEST:
        text = Text("Guests cannot be followed: they have no account.")
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.player")


def _unknown_player(other: PlayerId) -> CommandRefused:
    text = Text("There is no player `{other}`. The account may have been deleted.", other=other)
    return CommandRefused(RefusalCode.UNKNOWN_PLAYER, text, "$.player")
