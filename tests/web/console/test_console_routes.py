"""The console's paths over HTTP: each answers by its own declaration, and refuses what it does not know."""

import pytest
from web.moderators_office import offices

PATHS = {
    "server": {"settings", "queues", "keys", "ready"},
    "figures": {"days", "games", "waits", "cohorts", "is_whole"},
}


@pytest.mark.parametrize("path", PATHS)
async def test_a_path_has_its_parts_and_no_parameters(path: str) -> None:
    async with offices() as office:
        status, answer = await office.ask(path)
        assert (status, answer.keys() >= PATHS[path]) == (200, True)
        assert (await office.ask(f"{path}?most=1"))[1]["where"] == "?most"
