"""What all parts of a process stand on, as its settings say."""

from collections.abc import Mapping

import pytest
from quarterdeck_games import GAMES
from quarterdeck_server.bots.search_bot import LEVELS
from quarterdeck_server.services.foundation import REAL, Foundation, foundation_of
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import Memory, MemoryStore


def on(settings: Settings, games: Mapping[str, object] | None = None) -> Foundation:
    return foundation_of(settings, MemoryStore(Memory()), games, None, REAL, LEVELS)  # type: ignore[arg-type]


def test_without_games_of_its_own_a_process_plays_the_shipped_ones() -> None:
    assert set(on(Settings()).games) == set(GAMES)
    assert set(on(Settings(), {"tiny": GAMES["amfibido"]}).games) == {"tiny"}


def test_anything_that_is_written_goes_through_the_store_that_is_measured() -> None:
    found = on(Settings())
    assert found.documents is found.store.documents
    assert found.log is found.store.log
    assert found.archive is None


@pytest.mark.parametrize("processes", [0, 1])
def test_bots_that_search_are_offered_where_there_are_processes_for_them(processes: int) -> None:
    found = on(Settings(bot_processes=processes))
    assert found.bots["club"].plays("amfibido") == (processes > 0)
