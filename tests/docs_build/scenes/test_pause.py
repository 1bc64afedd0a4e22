"""What the documents show of a pause is what a connected client hears, in its order."""

import msgspec
from quarterdeck_server.docs_build.recorded_server import recorded
from quarterdeck_server.docs_build.scenes.pause import about_a_pause


async def test_the_recorded_pause_is_told_when_it_begins_and_when_it_ends_and_to_who_asks_meanwhile() -> None:
    frames = await recorded(about_a_pause, "seed")
    told = [(label, msgspec.json.decode(frame)) for label, frame in frames.items()]
    assert [(label, heard["type"], heard["paused"]) for label, heard in told if "paused" in heard] == [
        ("pat 1 answer", "welcome", False),
        ("pat 1 tells pat", "pause_changed", True),
        ("pat 2 answer", "welcome", True),
        ("pat 2 tells pat", "pause_changed", False),
    ]
