"""Removal of a player's challenges when their account is deleted."""

from collections.abc import Callable

import msgspec
from quarterdeck_protocol.lobby.challenges import ChallengeStage
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby.challenges.challenge_records import CHALLENGERS, CHALLENGES, NEW, SECONDS_KEPT
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.documents import Change, DocumentStore, Unchanged


class ChallengeRemoval:
    """Cancels the challenges of deleted accounts."""

    def __init__(self, documents: DocumentStore, now: Callable[[], Milliseconds]) -> None:
        self._documents = documents
        self._now = now

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the store writes for the deletion of an account: its open challenges are cancelled."""
        (document,) = await self._documents.read([CHALLENGERS.key(player)])
        own = CHALLENGERS.of(document)
        if own is None:
            return ExtraWrites((Unchanged(CHALLENGERS.key(player), 0),))
        now = self._now()
        going = own.at(now)
        ids = [*going.sent, *going.received]
        others = sorted({each for each, _ in (*going.sent.values(), *going.received.values())})
        read = await self._documents.read([*map(CHALLENGES.key, ids), *map(CHALLENGERS.key, others)])
        noted = {other: CHALLENGERS.of(each) or NEW for other, each in zip(others, read[len(ids) :], strict=True)}
        changes: list[Change | Unchanged] = [CHALLENGERS.drop(player, document)]
        for stored in read[: len(ids)]:
            record = CHALLENGES.of(stored)
            if record is not None:
                after = msgspec.structs.replace(record, stage=ChallengeStage.CANCELLED)
                changes.append(CHALLENGES.put(record.id, stored, after, SECONDS_KEPT))
                other = record.other(player)
                noted[other] = noted[other].after(after, other, now)
        for other, page in zip(others, read[len(ids) :], strict=True):
            changes.append(CHALLENGERS.put(other, page, noted[other]))
        return ExtraWrites(tuple(changes))
