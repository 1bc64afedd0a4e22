"""The JavaScript package against a whole server: everything that it asks once, and a match while its line breaks."""

from node import PACKAGE, program
from relay import relay_to
from servers import LiveServer


async def test_everything_that_it_can_ask_of_a_server_is_answered(server: LiveServer) -> None:
    assert await program(PACKAGE / "tests" / "whole.js", server.url) == "whole\n"


async def test_it_plays_a_match_to_its_end_though_its_line_breaks_again_and_again(server: LiveServer) -> None:
    """Every fifth message to it is lost, and the line with it; nothing is done twice."""
    updates = 0

    def breaking(message: dict[str, object]) -> dict[str, object] | None:
        nonlocal updates
        updates += message["type"] in ("update", "update_patch")
        if updates % 5 == 4:
            updates += 1
            relay.cut()
            return None
        return message

    async with relay_to(server.url) as relay:
        relay.to_clients = breaking
        written = await program(PACKAGE / "tests" / "conversation.js", relay.url, "play", "tiny")
    assert relay.connections > 1
    assert '"reason":"last_mark"' in written
    acts = {str(said["ref"]): said["action"] for said in relay.from_clients if said["type"] == "act"}
    assert [
        said["action"] for said in relay.from_clients if said["type"] == "act" and said["action"] != acts[said["ref"]]
    ] == []
