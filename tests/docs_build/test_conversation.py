"""The recorded scenes: each has its own server, so a command more in one changes no frame and no example of another."""

from msgspec.structs import replace
from quarterdeck_protocol.lobby.accounts import SignIn
from quarterdeck_protocol.lobby.tables import ListTables, OpenTable
from quarterdeck_protocol.messages import Hello
from quarterdeck_protocol.names import GameName
from quarterdeck_server.docs_build.conversation import SCENES, converse
from quarterdeck_server.docs_build.files import examples_of
from quarterdeck_server.docs_build.recorded_server import RecordedServer, recorded
from quarterdeck_server.docs_build.scenes.tables import about_tables


async def _another_scene(server: RecordedServer) -> None:
    """Do what most new scenes begin with."""
    (eve,) = server.people("eve")
    await eve.say(Hello(client="example 1.0"))
    await eve.say(SignIn(name="Eve"))
    await eve.say(OpenTable(game=GameName("density-deck"), seats=2))
    await eve.say(ListTables(game=GameName("density-deck")))


async def test_a_scene_is_the_same_whatever_else_is_recorded() -> None:
    whole = await converse()
    assert list(whole.scenes) == ["match", *SCENES]
    alone = {name: await recorded(scene, name) for name, scene in reversed(list(SCENES.items()))}
    assert {name: whole.scenes[name] for name in SCENES} == alone


async def test_a_new_scene_changes_no_example() -> None:
    whole = await converse()
    more = replace(whole, scenes={**whole.scenes, "another": await recorded(_another_scene, "another")})
    assert len(more.frames) > len(whole.frames)
    assert examples_of(more) == examples_of(whole)


async def test_a_command_more_changes_only_later_frames_of_its_scene() -> None:
    async def and_one_more(server: RecordedServer) -> None:
        await about_tables(server)
        await _another_scene(server)

    before, after = await recorded(about_tables, "tables"), await recorded(and_one_more, "tables")
    assert {label: after[label] for label in before} == before


async def test_scenes_have_seeds_of_their_own() -> None:
    one, another = await recorded(about_tables, "tables"), await recorded(about_tables, "another")
    assert one["ada 1 answer"] != another["ada 1 answer"]
