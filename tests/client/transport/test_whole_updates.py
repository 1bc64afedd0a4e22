"""A client makes whole updates of patches, and asks for all of it where one does not fit."""

import asyncio

import msgspec
import pytest
from quarterdeck_client import Client
from quarterdeck_client.transport.whole_updates import WholeUpdates
from quarterdeck_protocol.patch import PatchError
from relay import Message, relay_to
from servers import SOON, LiveServer

UPDATE = {
    "type": "update",
    "match": "m",
    "version": 3,
    "at": 1,
    "now": 1,
    "link": "aa",
    "seat": 0,
    "players": [],
    "waiting": [{"seat": 0}],
    "result": None,
    "view": {"pile": [1, 2]},
    "choices": [],
    "events": [1],
    "ref": "w",
}
PATCH = {
    "type": "update_patch",
    "match": "m",
    "version": 4,
    "since": 3,
    "at": 5,
    "now": 6,
    "link": "bb",
    "events": [2],
    "ref": None,
    "patch": [{"op": "remove", "path": "/view/pile/0"}, {"op": "add", "path": "/outlooks", "value": [None]}],
}


def whole(updates: WholeUpdates, message: Message) -> Message:
    made: Message = msgspec.json.decode(updates.whole(msgspec.json.encode(message)))
    return made


def test_a_patch_makes_a_whole_update_of_the_one_before() -> None:
    updates = WholeUpdates()
    assert whole(updates, UPDATE) == UPDATE
    said = {key: value for key, value in PATCH.items() if key not in ("type", "patch")}
    changed = {**said, "view": {"pile": [2]}, "outlooks": [None]}
    assert whole(updates, PATCH) == {**UPDATE, **changed}
    later = {**PATCH, "version": 5, "since": 4, "patch": [{"op": "remove", "path": "/outlooks"}]}
    del changed["outlooks"]
    assert whole(updates, later) == {**UPDATE, **changed, "version": 5, "since": 4}


@pytest.mark.parametrize(
    "misfit",
    [
        {"match": "another"},
        {"since": 2},
        {"patch": [{"op": "remove", "path": "/view/pile/2"}]},
        {"patch": [{"op": "replace", "path": "/seat", "value": 1}]},
    ],
)
def test_a_patch_that_does_not_fit_is_not_carried_out_and_nothing_is_built_on_it(misfit: Message) -> None:
    updates = WholeUpdates()
    whole(updates, UPDATE)
    with pytest.raises(PatchError):
        whole(updates, {**PATCH, **misfit})
    if "match" not in misfit:
        with pytest.raises(PatchError):
            whole(updates, PATCH)
    assert whole(updates, UPDATE) == UPDATE


def test_anything_that_is_not_about_how_a_match_stands_passes_as_it_is() -> None:
    updates = WholeUpdates()
    for message in ({"type": "refused", "match": None}, {"type": "said"}, {"type": "newer", "match": [1]}):
        assert whole(updates, message) == message
    whole(updates, UPDATE)
    whole(updates, {"type": "match_unwatched", "match": "m"})
    with pytest.raises(PatchError):
        whole(updates, PATCH)


async def test_a_client_whose_patch_does_not_fit_takes_the_line_up_again_and_plays_on(server: LiveServer) -> None:
    spoiled = 0

    def spoil(message: Message) -> Message:
        nonlocal spoiled
        if message["type"] == "update_patch" and message["version"] == 10:
            spoiled += 1
            message["patch"] = [{"op": "remove", "path": "/view/nothing/here"}]
        return message

    async with relay_to(server.url) as relay, Client(relay.url, name="Ada") as ada, asyncio.timeout(SOON):
        seat = await ada.play("tiny", bots=1, options={"marks": 30})
        relay.to_clients = spoil
        async for turn in seat.turns():
            await turn.act(turn.choices[0])
        assert seat.result is not None
        assert (spoiled, ada.reconnects) == (1, 1)
