"""Refused deals: the dealing of a match was refused because a seat did not reveal its entropy. They are recorded with
the missing players, who also lose rating points if the match would have been rated.

Players who have revealed gain nothing: no match was played, and a rating that rises without one would be farmed. A deal
that the server could not make, with nobody missing, is recorded with all players and counts for none.
"""

from collections.abc import Mapping, Sequence

import msgspec
from quarterdeck_protocol.lobby.ratings import RatedAmong
from quarterdeck_protocol.lobby.tables import RefusedDeal
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.collections import Collection, ExtraWrites
from quarterdeck_server.lobby.documents import Change, DocumentStore, IndexEntry, IndexSweep, Unchanged
from quarterdeck_server.lobby.ratings import rating_model
from quarterdeck_server.lobby.ratings.documents import (
    HISTORY_SECONDS,
    STANDING_SECONDS,
    STANDINGS,
    UNPLACED,
    against_bots_name,
    placed,
    standing_name,
)
from quarterdeck_server.lobby.ratings.hidden_results import hidden_after, others_from_with
from quarterdeck_server.lobby.ratings.match_results import (
    NEW,
    STANDING_FIELDS,
    StandingRecord,
    among,
    compared,
    is_person,
)
from quarterdeck_server.lobby.ratings.rating_model import Skill


class RefusedDealRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a refused deal of cards. It holds only the ids of players, so deleting an account leaves it
    unchanged."""

    match: MatchId
    game: GameName
    rated: bool
    commitment: str
    players: tuple[PlayerId, ...]
    bots: tuple[Player | None, ...]
    """For each seat, the public data of the server's bot; `None` for a player."""

    entropy_hashes: tuple[str | None, ...]
    missing: tuple[Seat, ...]
    at: Milliseconds
    among: RatedAmong = RatedAmong.PEOPLE
    """The ratings that the match could have changed."""

    @property
    def absent(self) -> tuple[PlayerId, ...]:
        """The players who did not reveal their entropy, without the server's bots."""
        return tuple(self.players[seat] for seat in self.missing if self.bots[seat] is None)


class _Loss(msgspec.Struct, frozen=True, kw_only=True):
    """The loss by a refused deal, in the shape of a finished match."""

    ended: Milliseconds
    others_from: Milliseconds
    people: tuple[PlayerId, ...]


REFUSED_DEALS = Collection("refused_deal", RefusedDealRecord)
"""Stored by the id of the match that was not played."""


def missed_by(player: PlayerId) -> str:
    """Return the name of the index of the deals refused because this player had not revealed their entropy, ordered by
    time."""
    return f"refused_deals:{player}"


def failed_for(player: PlayerId) -> str:
    """Return the name of the index of the deals that the server could not make although this player had revealed their
    entropy, ordered by time."""
    return f"failed_deals:{player}"


async def noted(documents: DocumentStore, deal: RefusedDeal) -> ExtraWrites:
    """Return the store writes that record a deal that was refused because entropy was not revealed, and its
    consequences. Raises `Unavailable`."""
    record = RefusedDealRecord(
        match=deal.match,
        game=deal.game,
        rated=deal.rated,
        commitment=deal.commitment,
        players=tuple(player.id for player in deal.players),
        bots=tuple(None if player.bot is None else player for player in deal.players),
        entropy_hashes=deal.entropy_hashes,
        missing=deal.missing,
        at=deal.at,
        among=among(deal.players),
    )
    indexes = dict.fromkeys(missed_by(deal.players[seat].id) for seat in deal.missing) or dict.fromkeys(
        failed_for(player.id) for player in deal.players if player.bot is None
    )
    indexed: list[IndexEntry | IndexSweep] = []
    for index in indexes:
        indexed.append(IndexEntry(index, deal.match, deal.at))
        indexed.append(IndexSweep(index, deal.at - 1000 * HISTORY_SECONDS))
    change = REFUSED_DEALS.put(deal.match, None, record, HISTORY_SECONDS)
    return ExtraWrites((change,), tuple(indexed)).plus(await _losses(documents, deal))


async def _losses(documents: DocumentStore, deal: RefusedDeal) -> ExtraWrites:
    """Return the writes for the rating loss of the missing players of a rated match: as if they had lost to the players
    who have revealed. If the loss depends on a hidden result, both are shown at the same time."""
    rated = compared(deal.players)
    group = among(deal.players)
    losing = [seat for seat in rated if seat in deal.missing]
    if not deal.rated or not losing or len(losing) == len(rated):
        return ExtraWrites()
    ids = [deal.players[seat].id for seat in rated]
    is_apart = {seat: group is RatedAmong.BOTS and is_person(deal.players[seat]) for seat in rated}
    name_of = {
        seat: (against_bots_name if is_apart[seat] else standing_name)(deal.players[seat].id, deal.game)
        for seat in rated
    }
    keys = [*(STANDINGS.key(name) for name in name_of.values()), *(ACCOUNTS.key(player) for player in ids)]
    stored = await documents.read(keys)
    documents_of = dict(zip(rated, stored[: len(rated)], strict=True))
    accounts = dict(zip(rated, stored[len(rated) :], strict=True))
    standings = {seat: STANDINGS.of(document) or NEW for seat, document in documents_of.items()}
    places = [2 if seat in losing else 1 for seat in rated]
    after = rating_model.after([standings[seat].skill for seat in rated], places)
    others_from = others_from_with(standings.values(), deal.at, deal.at)
    people = tuple(player.id for player in deal.players if player.bot is None)
    loss = _Loss(ended=deal.at, others_from=others_from, people=people)
    # A player who is being deleted at this moment must not be added to a ladder again.
    changes: list[Change | Unchanged] = [Unchanged(each.key, each.revision) for each in accounts.values() if each]
    indexed: list[IndexEntry | IndexSweep] = []
    for seat, skill in zip(rated, after, strict=True):
        account = ACCOUNTS.of(accounts[seat])
        if seat not in losing or account is None:
            continue
        lost = _lost(standings[seat], skill, loss)
        changes.append(STANDINGS.put(name_of[seat], documents_of[seat], lost, STANDING_SECONDS))
        if others_from <= deal.at:
            indexed.append(placed(deal.game, group, account, skill))
    if others_from > deal.at:
        indexed.append(IndexEntry(UNPLACED, deal.match, others_from))
    return ExtraWrites(tuple(changes), tuple(indexed))


def _lost(standing: StandingRecord, skill: Skill, loss: _Loss) -> StandingRecord:
    return msgspec.structs.replace(
        standing,
        skill=skill,
        rated=standing.rated + 1,
        played=standing.played + 1,
        hidden=hidden_after(standing, loss, STANDING_FIELDS),
    )


def shown(record: RefusedDealRecord, people: Mapping[PlayerId, Player]) -> RefusedDeal:
    """Return a refused deal in its public form, with the current names of the players."""
    return RefusedDeal(
        match=record.match,
        game=record.game,
        rated=record.rated,
        commitment=record.commitment,
        players=tuple(bot or people[player] for player, bot in zip(record.players, record.bots, strict=True)),
        entropy_hashes=record.entropy_hashes,
        missing=record.missing,
        at=record.at,
    )


async def count(documents: DocumentStore, player: PlayerId) -> int:
    """Return the number of deals refused because this player had not revealed their entropy. Raises `Unavailable`."""
    return await documents.count(missed_by(player))


async def of(documents: DocumentStore, player: PlayerId, most: int) -> Sequence[RefusedDealRecord]:
    """Return the newest refused deals of a player, including those that the server could not make. Raises
    `Unavailable`."""
    indexes = missed_by(player), failed_for(player)
    listed = [each for index in indexes for each in await documents.listed(index, most=most, highest_first=True)]
    newest = sorted(listed, key=lambda each: -each[1])[:most]
    found = await REFUSED_DEALS.read(documents, [match for match, _ in newest])
    return [record for record in found if record is not None]
