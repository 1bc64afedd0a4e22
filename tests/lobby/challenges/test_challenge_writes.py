"""Writes of one change of a challenge: all of its documents, its place in the index, and the notices."""

from lobby.challenges.test_challenge_records import challenge
from lobby.ratings_world import NOON
from msgspec.structs import replace
from quarterdeck_protocol.lobby.social.challenges import ChallengeStage
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.challenges.challenge_writes import EXPIRING, changed, keys_of
from quarterdeck_server.lobby.documents import Change, IndexEntry


def test_an_open_challenge_is_in_the_index_of_its_expiry_until_it_ends() -> None:
    record = challenge()
    nothing = [None] * len(keys_of(record))
    opened = changed(record, nothing, [], Milliseconds(NOON))
    ended = changed(replace(record, stage=ChallengeStage.DECLINED), nothing, [], Milliseconds(NOON))
    assert opened.indexed == (IndexEntry(EXPIRING, record.id, record.expires_at),)
    assert ended.indexed == (IndexEntry(EXPIRING, record.id, None),)
    written = [each.key.kind for each in opened.changes if isinstance(each, Change)]
    assert written == ["challenge", "challenger", "challenger", "challenge_counts"]
