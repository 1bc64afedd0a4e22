"""The pytest plugin that runs the promises for games, and the playthroughs for plans.

A test module names them: `KEPT_BY` has the worlds of the games that must keep the promises, and `PLAYTHROUGHS` has
plans by name. `--record` writes the playthroughs again; `--show` writes their texts into another folder.
"""

import pytest

pytest.register_assert_rewrite(
    "quarterdeck_testing.plans",
    "quarterdeck_testing.playthroughs",
    "quarterdeck_testing.promises",
    "quarterdeck_testing.random_matches",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("quarterdeck")
    group.addoption("--record", action="store_true", help="write the playthroughs anew instead of comparing them")
    group.addoption("--show", metavar="FOLDER", help="write every playthrough that is tested in words into a folder")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    worlds = getattr(metafunc.module, "KEPT_BY", None)
    if worlds is not None and "world" in metafunc.fixturenames:
        metafunc.parametrize("world", worlds, ids=[world.game.name for world in worlds])
    plans = getattr(metafunc.module, "PLAYTHROUGHS", None)
    if plans is not None and "playthrough" in metafunc.fixturenames:
        metafunc.parametrize("playthrough", list(plans))
