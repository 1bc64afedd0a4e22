"""The documents show a message from its sending to its deletion."""

import msgspec
from quarterdeck_server.docs_build.recorded_server import recorded
from quarterdeck_server.docs_build.scenes.private_messages import about_private_messages


async def test_the_recorded_message_is_sent_noticed_read_and_deleted() -> None:
    frames = [msgspec.json.decode(frame) for frame in (await recorded(about_private_messages, "seed")).values()]
    kinds = ("private_message_sent", "noticed", "conversations", "conversation_shown", "conversation_read")
    assert [each["type"] for each in frames if each["type"] in (*kinds, "conversation_deleted")] == [
        *kinds,
        "conversation_deleted",
    ]
