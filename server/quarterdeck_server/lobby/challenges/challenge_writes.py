"""The documents that change together with a challenge, and the writes of one change. Pure."""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.lobby.notices import Notice
from quarterdeck_protocol.lobby.social.challenges import ChallengeStage
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.accounts.accounts import shown_as
from quarterdeck_server.lobby.challenges.challenge_records import (
    CHALLENGE_COUNTS,
    CHALLENGERS,
    CHALLENGES,
    NEW,
    NONE_MADE,
    SECONDS_KEPT,
    ChallengeRecord,
    ChallengerRecord,
)
from quarterdeck_server.lobby.challenges.open_challenges import meetings_of
from quarterdeck_server.lobby.collections import ExtraWrites
from quarterdeck_server.lobby.documents import Change, Document, IndexEntry, Key, Unchanged
from quarterdeck_server.lobby.moderation.eligibility import Eligibility
from quarterdeck_server.lobby.notices.inbox import INBOXES, added
from quarterdeck_server.lobby.ratings.documents import MEETINGS

EXPIRING = "open_challenges"
"""Name of the index of open challenges, by the time at which they expire."""


def keys_of(record: ChallengeRecord) -> list[Key]:
    """Return the keys of the documents of a challenge: itself, both players' lists, both inboxes, their earlier
    results, and the counts of the challenger's person."""
    keys = [CHALLENGES.key(record.id), *map(CHALLENGERS.key, record.players), *map(INBOXES.key, record.players)]
    return [*keys, MEETINGS.key(meetings_of(record)), CHALLENGE_COUNTS.key(record.people[0])]


def changed(
    after: ChallengeRecord,
    stored: Sequence[Document | None],
    notices: Sequence[tuple[PlayerId, Notice]],
    now: Milliseconds,
) -> ExtraWrites:
    """Return the store writes for a change of a challenge, with its notices. `stored` are the documents of
    `keys_of`."""
    changes: list[Change | Unchanged] = [CHALLENGES.put(after.id, stored[0], after, SECONDS_KEPT)]
    for player, page in zip(after.players, stored[1:3], strict=True):
        own: ChallengerRecord = CHALLENGERS.of(page) or NEW
        changes.append(CHALLENGERS.put(player, page, own.after(after, player, now)))
    counts = (CHALLENGE_COUNTS.of(stored[6]) or NONE_MADE).after(after, now)
    changes.append(CHALLENGE_COUNTS.put(after.people[0], stored[6], counts, SECONDS_KEPT))
    inboxes = dict(zip(after.players, stored[3:5], strict=True))
    expires_at = after.expires_at if after.stage is ChallengeStage.OPEN else None
    return ExtraWrites(tuple(changes), (IndexEntry(EXPIRING, after.id, expires_at),)).plus(added(inboxes, notices))


def known_players(record: ChallengeRecord, permit: Eligibility) -> Mapping[PlayerId, Player]:
    """Return both players of a challenge as they are shown."""
    known = {**permit.unapproved, **permit.playing}
    return {player: known.get(player) or shown_as(player, None) for player in record.players}
