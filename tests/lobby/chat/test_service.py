"""What is kept of what is said."""

import asyncio

import pytest
from lobby.office import DAY, Office
from quarterdeck_protocol.lobby.chat import Say, Where
from quarterdeck_protocol.lobby.moderation import RenameOrder, Role
from quarterdeck_protocol.names import Ref
from quarterdeck_server.lobby.chat.lines import ChatLineRecord, ChatPlace
from quarterdeck_server.lobby.chat.service import ACTIVE_PLACES
from quarterdeck_server.lobby.documents import Key


@pytest.fixture
async def office() -> Office:
    return Office()


async def test_anything_that_was_said_goes_after_a_day_with_all_that_led_to_it(office: Office) -> None:
    bo = await office.person("Bo")
    await office.say(bo, "first")
    office.at += 1000 * DAY - 1
    await office.say(bo, "second")
    assert await office.said() == ["first", "second"]
    office.at += 1
    assert await office.said() == ["second"]
    assert await office.store.documents.read([Key("line", "nothing")]) == [None]
    office.at += 1000 * DAY
    await office.say(bo, "third")
    (place,) = [name for name, _ in await office.store.documents.listed(ACTIVE_PLACES, most=10)]
    assert await office.store.documents.count(f"lines:{place}") == 1


async def test_the_same_line_again_is_said_once(office: Office) -> None:
    bo = await office.person("Bo")
    message = Say(where=Where.LOBBY, text="hello", ref=Ref("one"))
    for _ in range(2):
        await office.talk.send(bo, message, office.talk.id_for(bo.player.id, message))
    assert await office.said() == ["hello"]


async def test_anything_that_was_said_stands_under_the_name_that_they_have_now(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Rude")
    await office.say(bo, "hello")
    await office.moderation.rename(mo, RenameOrder(player=bo.player.id, name="Polite", why="rude"))
    places = await office.talk.readable_places(mo.player, Where.LOBBY, None)
    assert [line.player.name for line in await office.talk.last(places, mo.player.id)] == ["Polite"]


async def test_no_place_that_has_fallen_silent_is_forgotten(office: Office) -> None:
    bo, tables = await office.person("Bo"), [f"table-{number}" for number in range(20)]
    for table in tables[:9]:  # all in one millisecond, as on a busy evening
        await office.say(bo, "hello", table)
    office.at += 1
    for table in tables[9:]:
        await office.say(bo, "hello", table)
    office.at += 1000 * DAY
    for _ in range(3):
        await office.say(bo, "is anybody here?")
    assert await office.store.documents.count(ACTIVE_PLACES) == 1
    left = [await office.store.documents.count(f"lines:table:{table}:everybody") for table in tables]
    assert left == [0] * len(tables)


async def test_a_line_is_encoded_once_for_all_who_receive_it(office: Office) -> None:
    heard: list[tuple[str | None, bytes]] = []
    for _ in range(2):

        def hear(line: ChatLineRecord) -> None:
            heard.append((line.text, office.talk.frame_of(line)))

        office.talk.subscribe(ChatPlace(Where.LOBBY, None), hear)
    await office.store.start()
    bo = await office.person("Bo")
    for text in ("one", "two"):
        await office.say(bo, text)
        await asyncio.sleep(0)  # the notification arrives in the next turn of the loop
    assert [text for text, _ in heard] == ["one", "one", "two", "two"]
    assert heard[0][1] is heard[1][1]
    assert heard[2][1] is heard[3][1]
    assert b'"two"' in heard[2][1]
