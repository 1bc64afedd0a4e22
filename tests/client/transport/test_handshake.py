"""What is said first on a line, and what of it the line itself decides."""

from quarterdeck_client import Client
from relay import Message, relay_to
from servers import LiveServer


async def test_matches_are_told_in_patches_on_those_lines_whose_frames_are_not_compressed(server: LiveServer) -> None:
    types: list[str] = []

    def note(message: Message) -> Message:
        if message["type"] in ("update", "update_patch"):
            types.append(message["type"])
        return message

    async with relay_to(server.url) as relay:
        relay.to_clients = note
        relay.compresses = True
        async with Client(relay.url, name="Ada") as ada:
            seat = await ada.play("density-deck", bots=1)
            first = await anext(seat.turns())
            assert await first.act(first.choices[0])
            assert set(types) == {"update"}
            types.clear()
            relay.compresses = False
            relay.cut()
            async for turn in seat.turns():
                await turn.act(turn.choices[0])
            assert ada.reconnects == 1
            assert types[0] == "update"
            assert "update_patch" in types
