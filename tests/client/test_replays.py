"""A replay's moments as updates, which the same boards show."""

from quarterdeck_client.replays import taken_after, updates_of
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import Seat
from quarterdeck_server.verification.transcript_replays import TranscriptReplays
from transcripts import tiny


async def test_only_the_last_moment_has_the_result_and_each_follows_the_one_before() -> None:
    replay = await TranscriptReplays(tiny(), GAMES).replay(Seat(0))
    updates = updates_of(replay)
    assert [update.since for update in updates] == [update.version - 1 for update in updates]
    assert [update.result for update in updates] == [*[None] * (len(updates) - 1), replay.result]


async def test_anything_that_was_taken_is_one_of_the_choices_and_nothing_where_the_house_acted_or_others() -> None:
    replays = TranscriptReplays(tiny(), GAMES)
    causes = [entry.entry for entry in tiny().entries]
    for seat in (Seat(0), Seat(1)):
        replay = await replays.replay(seat)
        for at, frame in enumerate(replay.frames):
            after = causes[at + 1] if at + 1 < len(causes) else ""
            acted = f'"seat":{seat}' in after and '"type":"acted"' in after
            taken = taken_after(replay, at)
            assert (taken is not None) is acted
            assert taken is None or taken in [bytes(choice) for choice in frame.choices]
    assert taken_after(await replays.replay(None), 1) is None
