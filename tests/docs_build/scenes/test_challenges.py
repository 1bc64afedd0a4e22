"""The documents show a challenge with each of its answers."""

import msgspec
from quarterdeck_server.docs_build.recorded_server import recorded
from quarterdeck_server.docs_build.scenes.challenges import about_challenges


async def test_the_recorded_challenges_are_declined_cancelled_and_accepted() -> None:
    frames = [msgspec.json.decode(frame) for frame in (await recorded(about_challenges, "seed")).values()]
    stages = [each["challenge"]["stage"] for each in frames if each["type"] == "challenge_changed"]
    by_name, by_link = ["open", "declined", "open", "cancelled", "open", "accepted"], ["accepted"]
    assert stages == by_name + by_link
