"""Planned announcements begin and end by the clock of the store."""

from functools import partial

from lobby.announcements.test_announcement_orders import announce, is_announced
from quarterdeck_protocol.names import Milliseconds
from web.moderators_office import offices


async def test_a_planned_one_begins_and_ends_by_the_clock_of_the_store() -> None:
    async with offices() as here:
        await here.bo.ask({"type": "hello"})
        now = here.memory.now()
        deed = await announce(here, begins=now + 60_000, seconds=120, texts={"de": "Turnier!"})
        (planned,) = (await here.ask("announcements"))[1]["announcements"]
        assert (planned["begins"], planned["ends"], planned["texts"]) == (
            now + 60_000,
            now + 180_000,
            {"de": "Turnier!"},
        )
        shown = []
        for later in (59_000, 61_000, 179_000, 181_000):
            here.memory.clock = partial(Milliseconds, now + later)
            await here.there.services.board.refresh()
            shown.append([each.id for each in here.there.services.board.now])
        assert shown == [[], [deed["detail"]], [deed["detail"]], []]
        assert (await here.bo.until(is_announced))["announcements"][0]["text"] == "Turnier!"
        assert (await here.bo.until(is_announced))["announcements"] == []
        assert (await here.ask("announcements"))[1]["announcements"] == []
