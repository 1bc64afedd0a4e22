"""The right of players to play, their present names, and their blocks: from accounts and sanctions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import permutations, product

import msgspec
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.accounts.accounts import avoided_as, blocked_by
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.collections import seen
from quarterdeck_server.lobby.documents import DocumentStore, Unchanged
from quarterdeck_server.lobby.moderation.documents import SANCTIONS

NOBODY: frozenset[PlayerId] = frozenset()


class Eligibility(msgspec.Struct, frozen=True, kw_only=True):
    """The right of some players to play, and their blocks, at one moment."""

    gone: frozenset[PlayerId]
    """Those of them who may not, for they have no account any more, or they or whose bot they are is banned."""

    playing: Mapping[PlayerId, Player]
    """The others, as they are called now."""

    blocked: Mapping[PlayerId, frozenset[PlayerId]]
    """Whom each of those who have an account has blocked, or whose bot they are."""

    while_unchanged: tuple[Unchanged, ...]
    """The documents that say so: what follows from it is committed beside these."""

    def parts(self, groups: Iterable[Sequence[PlayerId]]) -> bool:
        """True if a player of one group has blocked a player of another. Bots count as their owners do."""
        return any(
            not self.blocked.get(player, NOBODY).isdisjoint(self._avoided_as(other))
            for group, others in permutations(groups, 2)
            for player, other in product(group, others)
        )

    def _avoided_as(self, player: PlayerId) -> frozenset[PlayerId]:
        known = self.playing.get(player)
        return frozenset((player,)) if known is None else avoided_as(known)


class EligibilityChecks:
    """Reads the right to play and the blocks from accounts and sanctions."""

    def __init__(self, documents: DocumentStore) -> None:
        self._documents = documents

    async def of(self, players: Collection[PlayerId], now: Milliseconds) -> Eligibility:
        """Return the eligibility of these players, in one read, and one more if there are players' bots among them: the
        ban and the blocks of their owner hold for them too. Raises `Unavailable`."""
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
        playing = {
            account.id: account.player
            for account in accounts
            if account is not None and banned.isdisjoint((account.id, account.owner))
        }
        return Eligibility(
            gone=frozenset(players).difference(playing),
            playing=playing,
            blocked={
                account.id: blocked_by([known[each] for each in (account.id, account.owner) if each in known])
                for account in accounts
                if account is not None
            },
            while_unchanged=tuple(Unchanged(key, seen(document)) for key, document in zip(keys, stored, strict=True)),
        )
