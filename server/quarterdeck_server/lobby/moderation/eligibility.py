"""Eligibility of players to play, with their current names and blocks, from accounts and sanctions."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import permutations, product

import msgspec
from quarterdeck_protocol.lobby.accounts import AccountState
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player, PlayerKind

from quarterdeck_server.lobby.accounts.accounts import avoided_as, blocked_by
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.collections import seen
from quarterdeck_server.lobby.documents import DocumentStore, Unchanged
from quarterdeck_server.lobby.moderation.documents import SANCTIONS

NO_PLAYERS: frozenset[PlayerId] = frozenset()


class Eligibility(msgspec.Struct, frozen=True, kw_only=True):
    """The eligibility of some players to play, and their blocks, at one moment."""

    gone: frozenset[PlayerId]
    """The players that may not play: their account is deleted, or they or their owner are banned or not approved,
    or they are guests of a host who lets guests only watch."""

    playing: Mapping[PlayerId, Player]
    """All players that may play, with their current names."""

    unapproved: Mapping[PlayerId, Player]
    """Those of the others who only lack an approval or an account, with their current names."""

    blocked: Mapping[PlayerId, frozenset[PlayerId]]
    """The players blocked by each player with an account, or by that player's owner."""

    while_unchanged: tuple[Unchanged, ...]
    """The documents on which this is based. Commit a consequence together with these conditions."""

    def parts(self, groups: Iterable[Sequence[PlayerId]]) -> bool:
        """True if a player of one group has blocked a player of another. A bot counts as its owner."""
        return any(
            not self.blocked.get(player, NO_PLAYERS).isdisjoint(self._avoided_as(other))
            for group, others in permutations(groups, 2)
            for player, other in product(group, others)
        )

    def _avoided_as(self, player: PlayerId) -> frozenset[PlayerId]:
        known = self.playing.get(player)
        return frozenset((player,)) if known is None else avoided_as(known)


class EligibilityChecks:
    """Reads the right to play and the blocks from accounts and sanctions."""

    def __init__(self, documents: DocumentStore, guests_play: Callable[[], bool] = lambda: True) -> None:
        """Make the checks. `guests_play` is true if the policy of the host lets guests play now."""
        self._documents = documents
        self._guests_play = guests_play

    async def of(self, players: Collection[PlayerId], now: Milliseconds) -> Eligibility:
        """Return the eligibility of these players, in one read. If there are players' bots among them, a second read
        gets the bans and blocks of their owners, which apply to them too. Raises `Unavailable`."""
        keys = [*map(ACCOUNTS.key, players), *map(SANCTIONS.key, players)]
        stored = await self._documents.read(keys)
        accounts = [ACCOUNTS.of(document) for document in stored[: len(players)]]
        known = {account.id: account for account in accounts if account is not None}
        owners = sorted({each.owner for each in known.values() if each.owner is not None} - {*players})
        sanctions = [*zip(players, map(SANCTIONS.of, stored[len(players) :]), strict=True)]
        if owners:
            more = [*map(ACCOUNTS.key, owners), *map(SANCTIONS.key, owners)]
            found = await self._documents.read(more)
            keys, stored = keys + more, stored + found
            known |= {each.id: each for each in map(ACCOUNTS.of, found[: len(owners)]) if each is not None}
            sanctions += zip(owners, map(SANCTIONS.of, found[len(owners) :]), strict=True)
        banned = {
            each for each, record in sanctions if record is not None and record.of(SanctionKind.BAN, now) is not None
        }
        waiting = {each.id for each in known.values() if each.state is not AccountState.ACTIVE}
        if not self._guests_play():
            waiting |= {each.id for each in known.values() if each.kind is PlayerKind.GUEST}
        allowed = [each for each in accounts if each is not None and banned.isdisjoint((each.id, each.owner))]
        playing = {each.id: each.player for each in allowed if waiting.isdisjoint((each.id, each.owner))}
        return Eligibility(
            gone=frozenset(players).difference(playing),
            playing=playing,
            unapproved={each.id: each.player for each in allowed if each.id not in playing},
            blocked={
                account.id: blocked_by([known[each] for each in (account.id, account.owner) if each in known])
                for account in accounts
                if account is not None
            },
            while_unchanged=tuple(Unchanged(key, seen(document)) for key, document in zip(keys, stored, strict=True)),
        )
