"""What holds for all tests: how much chance they try (`quarterdeck_games.testing.profiles`)."""

import pytest
from hypothesis import settings
from quarterdeck_games.testing.profiles import CHOSEN, PROFILES

settings.register_profile(CHOSEN, PROFILES[CHOSEN])
settings.load_profile(CHOSEN)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHOSEN in ("long", "soak"):
        for item in items:
            item.add_marker(pytest.mark.timeout(3600))
