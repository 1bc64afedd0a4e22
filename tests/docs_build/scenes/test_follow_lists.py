"""The documents show a followed player who is online, and one who is invisible."""

import msgspec
from quarterdeck_server.docs_build.recorded_server import recorded
from quarterdeck_server.docs_build.scenes.follow_lists import about_follow_lists


async def test_the_recorded_players_are_online_and_then_invisible() -> None:
    frames = [msgspec.json.decode(frame) for frame in (await recorded(about_follow_lists, "seed")).values()]
    lists = [each["players"] for each in frames if each["type"] == "following"]
    assert [[player["online"] for player in players] for players in lists] == [[True], [True], [False]]
