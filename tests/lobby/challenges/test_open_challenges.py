"""The list of open challenges, and the known reason for which a match would not be rated."""

from lobby.challenges.test_challenge_records import challenge
from lobby.ratings_world import NOON, World, finished
from msgspec.structs import replace
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.names import GameName, Milliseconds
from quarterdeck_server.lobby.challenges.open_challenges import OpenChallenges, meetings_of
from quarterdeck_server.lobby.ratings.documents import MEETINGS
from quarterdeck_server.lobby.ratings.match_results import MOST_MEETINGS_A_DAY
from quarterdeck_server.storage.memory import Memory, MemoryStore


async def test_a_player_who_has_met_too_often_is_told_before_anybody_accepts() -> None:
    store = MemoryStore(Memory(lambda: Milliseconds(NOON)))
    world = World(store)
    ada, bo = await world.somebody(), await world.somebody()
    record = replace(challenge(), players=(ada.id, bo.id), rated=True, game=GameName("tiny"))
    listed = OpenChallenges(store.documents, lambda: Milliseconds(NOON))
    known = {ada.id: ada, bo.id: bo}
    met = None
    for number in range(MOST_MEETINGS_A_DAY + 1):
        (met,) = await store.documents.read([MEETINGS.key(meetings_of(record))])
        expected = Unrated.MET_TOO_OFTEN if number == MOST_MEETINGS_A_DAY else None
        assert listed.unrated(record, known, met) is expected, number
        await world.settling.settle(finished(f"m{number}", [ada, bo], [1, 2]))
    assert listed.unrated(replace(record, rated=False), known, met) is Unrated.UNRATED_TABLE
    assert (await listed.listed(ada.id)).sent == ()
