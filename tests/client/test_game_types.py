"""What a game says is read into its own structs, and into fields where there are none; choices go back as they came."""

from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Raw, inspect
from msgspec.structs import replace
from protocol.encoding.test_enums import types_in
from quarterdeck_client import Client, FollowedMatch, UsageError, options_of
from quarterdeck_client.fields import Fields
from quarterdeck_client.followed_match import Turn
from quarterdeck_client.game_types import MODULES, OPTIONED, WITH_OPTIONS, as_json, types_of, with_options
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.games import tiny
from quarterdeck_protocol.messages import AnyFromServer, RawUpdate
from quarterdeck_protocol.names import GameName
from servers import LiveServer

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "protocol" / "examples" / "v1" / "update.json"
FIRST = msgspec.json.decode(EXAMPLE.read_bytes(), type=RawUpdate)


def turn(game: str, *choices: bytes, view: bytes = b"{}") -> Turn:
    offered = tuple(map(Raw, choices))
    update = replace(FIRST, game=GameName(game), choices=offered, view=Raw(view), events=(), result=None)
    return Turn(FollowedMatch(Client().ask, update), update)


def test_every_shipped_game_has_types() -> None:
    shipped = {path.stem.replace("_", "-") for path in ROOT.glob("protocol/quarterdeck_protocol/games/[a-z]*.py")}
    assert set(MODULES) == shipped


@pytest.mark.parametrize("game", ["density-deck", "amfibido", "amiibart", "myacards"])
async def test_choices_events_and_views_are_structs_of_the_game_and_say_their_type(
    server: LiveServer, game: str
) -> None:
    raw, types = 0, types_of(game)
    async with Client(server.url) as ada:
        seat = await ada.play(game, bots=1)
        async for asked in seat.turns():
            now = asked.update
            for part, offered in zip(asked.choices, asked._raw.choices, strict=True):
                assert isinstance(part, msgspec.Struct)
                assert part.type == msgspec.json.decode(offered)["type"]  # type: ignore[attr-defined]  # that is the test
            assert type(now.view).__name__ == "View"
            assert all(isinstance(event, msgspec.Struct) for event in now.events)
            assert types.update(asked._raw) == now
            assert await asked.act(asked.choices[0])
            raw += 1
            if raw == 12:
                break


async def test_in_a_game_that_is_not_known_fields_are_attributes() -> None:
    asked = turn("chess", b'{"type":"move","from":"e2","to":{"square":"e4"}}', view=b'{"rows":[{"pieces":8}],"turn":0}')
    [choice] = asked.choices
    assert (choice.type, choice["from"], choice.to.square) == ("move", "e2", "e4")
    assert (asked.view.rows[0].pieces, asked.view.turn) == (8, 0)
    assert isinstance(choice, Fields)


async def test_anything_that_is_newer_than_the_types_has_its_fields_all_the_same() -> None:
    asked = turn("density-deck", b'{"type":"draw"}', b'{"type":"double","stake":2}')
    draw, double = asked.choices
    assert draw == dd.Draw()
    assert (double.type, double.stake) == ("double", 2)


async def test_choices_go_back_byte_for_byte_as_they_were_offered() -> None:
    offered = (b'{ "cell":1, "type":"mark","note":"a" }', b'{"type":"mark","note":"a","cell":2,"new":[1, 2]}')
    for game in ("tiny", "unknown"):
        asked = turn(game, *offered)
        assert tuple(bytes(asked.as_offered(choice)) for choice in asked.choices) == offered
    assert bytes(turn("tiny", *offered).as_offered(tiny.Mark(cell=1, note="a"))) == offered[0], "an equal one, too"


@pytest.mark.parametrize(
    "action",
    [tiny.Mark(cell=7, note=""), {"type": "mark", "cell": 7, "note": ""}, b'{"type":"mark","cell":7,"note":""}'],
)
async def test_an_action_that_was_not_offered_goes_as_it_is_written(action: Any) -> None:
    written = turn("tiny", b'{"type":"mark","cell":1,"note":""}').as_offered(action)
    assert msgspec.json.decode(written) == {"type": "mark", "cell": 7, "note": ""}


def test_fields_can_be_sent_too_and_what_nobody_says_cannot() -> None:
    assert bytes(as_json(Fields({"type": "move", "to": {"square": "e4"}}))) == b'{"type":"move","to":{"square":"e4"}}'
    with pytest.raises(UsageError, match="cannot be sent as JSON"):
        as_json(object())


async def test_replays_and_cards_have_structs_too(server: LiveServer) -> None:
    async with Client(server.url) as ada:
        seat = await ada.play("density-deck", bots=1)
        await seat.resign()
        replay = await ada.replay(seat.match, seat.seat)
        assert isinstance(replay.frames[0].view, dd.View)
        assert (await ada.cards("amiibart")).sets[0].cards[0].id == "grave-bat"
        assert seat.latest is seat.latest


async def test_the_options_of_a_table_are_a_struct_too(server: LiveServer) -> None:
    async with Client(server.url) as ada:
        table = await ada.tables.open("density-deck", seats=2, options={"lives": 2})
        assert table.options == options_of(table) == dd.Options(lives=2)
        async with Client(server.url) as bo:
            [listed] = [each for each in await bo.tables.list() if each.id == table.id]
            assert listed.options == table.options


def test_options_are_read_in_every_message_that_has_them() -> None:
    def holds(kind: Any) -> bool:
        found = types_in(inspect.type_info(kind), set())
        return any(isinstance(each, inspect.StructType) and each.cls in OPTIONED for each in found)

    assert {kind for kind in get_args(AnyFromServer) if holds(kind)} == WITH_OPTIONS


def test_options_of_a_game_that_is_not_known_are_fields() -> None:
    message = msgspec.json.decode((EXAMPLE.parent / "table_changed.json").read_bytes())
    message["table"] |= {"game": "chess", "options": {"clock": {"minutes": 5}}}
    read: Any = with_options(wire.decode_from_server(msgspec.json.encode(message)))  # type: ignore[arg-type]  # known
    assert read.table.options.clock.minutes == 5
    assert with_options(read) == read
