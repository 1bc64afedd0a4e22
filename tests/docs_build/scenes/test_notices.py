"""The documents show the notices that a connected player receives, in their order."""

import msgspec
from quarterdeck_server.docs_build.recorded_server import recorded
from quarterdeck_server.docs_build.scenes.notices import about_notices


async def test_the_recorded_notice_is_the_same_on_the_connection_and_in_the_inbox() -> None:
    frames = {label: msgspec.json.decode(frame) for label, frame in (await recorded(about_notices, "seed")).items()}
    (noticed,) = [each["notice"] for each in frames.values() if each["type"] == "noticed"]
    inboxes = [each["notices"] for each in frames.values() if each["type"] == "notices"]
    assert inboxes[0] == []
    assert inboxes[1][0] | {"place": None} == noticed | {"id": inboxes[1][0]["id"], "place": None}
    assert next(each for each in frames.values() if each["type"] == "notices_read")["unread"] == 0
