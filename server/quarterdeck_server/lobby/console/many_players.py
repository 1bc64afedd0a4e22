"""Orders about many players at once: a search that changes nothing, and sanctions of the players that it found. Each
sanction is an order of its own, with all checks and an entry in the audit log."""

import hashlib
from collections.abc import Callable, Sequence

from quarterdeck_protocol.lobby.console import (
    MOST_FOUND,
    FindPlayersOrder,
    FoundPlayer,
    FoundPlayers,
    SanctionManyOrder,
    SanctionOutcome,
    SanctionOutcomes,
)
from quarterdeck_protocol.lobby.moderation import SanctionKind, SanctionOrder
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts import player_names
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.address_marks import MARKS
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.followed_players.online_players import ONLINE
from quarterdeck_server.lobby.moderation import permissions
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.service import Moderation
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS, SETTLED

DAY = 24 * 60 * 60 * 1000
MOST_RECENT = 5_000
"""Limit of recent matches whose players are searched."""

MOST_ONLINE = 10_000
AT_ONCE = 500


class ManyPlayers:
    """Finds players, and sanctions many of them. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        moderation: Moderation,
        here: Callable[[], Sequence[PlayerId]],
        now: Callable[[], Milliseconds],
    ) -> None:
        """Make the orders about many. `here` returns the players with a connection to this process, guests too."""
        self._documents = documents
        self._moderation = moderation
        self._here = here
        self._now = now

    async def find(self, order: FindPlayersOrder) -> FoundPlayers:
        """Return the players whom an order about many would concern."""
        if not (order.names or order.pattern or order.near):
            text = Text("Name players, a pattern of names, or a player near whom to search.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.names")
        named = [await self._moderation.account_named(name) for name in order.names]
        missing = tuple(name for name, account in zip(order.names, named, strict=True) if account is None)
        found = {account.id: account for account in named if account is not None}
        if order.pattern or order.near:
            found |= {account.id: account for account in await self._fitting(order)}
        newest = sorted(found.values(), key=lambda account: (-account.made_at, account.id))[:MOST_FOUND]
        sanctions = await SANCTIONS.read(self._documents, [each.id for each in newest]) if newest else []
        now = self._now()
        players = tuple(
            FoundPlayer(
                player=each.player,
                since=each.made_at,
                is_banned=record is not None and record.of(SanctionKind.BAN, now) is not None,
                has_role=permissions.has_role(each.roles),
            )
            for each, record in zip(newest, sanctions, strict=True)
        )
        return FoundPlayers(players=players, missing=missing, is_whole=len(found) <= MOST_FOUND)

    async def _fitting(self, order: FindPlayersOrder) -> list[AccountRecord]:
        """Return the players who are online or have played in the last day, and fit the conditions."""
        fits = None if order.pattern is None else name_pattern(order.pattern)
        marks = None if order.near is None else await self._marks(order.near)
        fitting: list[AccountRecord] = []
        ids = sorted(await self._recent())
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            known = await MARKS.read(self._documents, some) if marks is not None else [None] * len(some)
            for account, record in zip(await ACCOUNTS.read(self._documents, some), known, strict=True):
                if (
                    account is not None
                    and account.kind is not PlayerKind.BOT
                    and not (order.guests and account.kind is not PlayerKind.GUEST)
                    and (fits is None or fits(player_names.skeleton(account.name)))
                    and (marks is None or (record is not None and marks & record.lately(self._now())))
                ):
                    fitting.append(account)
        return fitting

    async def _marks(self, player: PlayerId) -> frozenset[str]:
        (record,) = await MARKS.read(self._documents, [player])
        return frozenset() if record is None else record.lately(self._now())

    async def _recent(self) -> set[PlayerId]:
        now = self._now()
        listed = await self._documents.listed(SETTLED, most=MOST_RECENT, low=now - DAY, high=now, highest_first=True)
        online = await self._documents.listed(ONLINE, most=MOST_ONLINE)
        found, names = {*self._here(), *(PlayerId(name) for name, _ in online)}, [name for name, _ in listed]
        for start in range(0, len(names), AT_ONCE):
            for result in await MATCH_RESULTS.read(self._documents, names[start : start + AT_ONCE]):
                found |= set() if result is None else set(result.people)
        return found

    async def sanction(self, by: Identity, order: SanctionManyOrder) -> SanctionOutcomes:
        """Sanction each of these players. A refused sanction does not keep the others back."""
        outcomes = []
        for player in dict.fromkeys(order.players):
            one = SanctionOrder(
                ref=None if order.ref is None else _ref_of(order.ref, player),
                player=player,
                kind=order.kind,
                why=order.why,
                seconds=order.seconds,
                address=order.address,
            )
            try:
                outcome = SanctionOutcome(player=player, deed=await self._moderation.sanction(by, one))
            except CommandRefused as refused:
                outcome = SanctionOutcome(player=player, deed=None, code=refused.code, text=refused.text)
            outcomes.append(outcome)
        return SanctionOutcomes(outcomes=tuple(outcomes))


def _ref_of(ref: Ref, player: PlayerId) -> Ref:
    return Ref(hashlib.sha256(f"{ref} {player}".encode()).hexdigest()[:32])


def name_pattern(pattern: str) -> Callable[[str], bool]:
    """Return the test that a skeleton of a name must pass. It takes the first place for each part, so its time grows
    with the length of name and pattern alone. Raises `CommandRefused` for a pattern of stars alone."""
    parts = [player_names.skeleton(part) for part in pattern.split("*")]
    if not any(parts):
        text = Text("A pattern needs at least one letter or digit.")
        raise CommandRefused(RefusalCode.MALFORMED, text, "$.pattern")
    if len(parts) == 1:
        return parts[0].__eq__
    first, *between, last = parts

    def fits(name: str) -> bool:
        if len(name) < len(first) + len(last) or not (name.startswith(first) and name.endswith(last)):
            return False
        place, end = len(first), len(name) - len(last)
        for part in between:
            found = name.find(part, place, end)
            if found < 0:
                return False
            place = found + len(part)
        return True

    return fits
