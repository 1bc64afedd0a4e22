"""Settings: an option goes before the environment, the environment before the default; what is wrong is said."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import quarterdeck_client
from msgspec.inspect import EnumType, FloatType, IntType
from quarterdeck_server.setting_declarations import PREFIX, Declaration
from quarterdeck_server.settings import CLIENT_VARIABLES, DECLARATIONS, ProcessRole, Settings, Switch, settings_from


def test_without_anything_the_defaults_hold() -> None:
    assert settings_from({}, {}) == Settings()
    assert settings_from({"HOME": "/root", "QUARTERDECK": "x"}, {"port": None}) == Settings()


@pytest.mark.parametrize("given", ["", " ", ","])
def test_an_empty_list_of_sets_switches_the_second_set_off(given: str) -> None:
    assert Settings().sets == ("AB2",)
    assert settings_from({"QUARTERDECK_SETS": given}, {}).sets == ()
    assert settings_from({"QUARTERDECK_SETS": "AB2"}, {"sets": given}).sets == ()


def _another_value(declared: Declaration) -> Any:
    """Return a right value that is not the default."""
    if declared.help.example:
        value = {int: int, float: float}.get(type(declared.value), str)(declared.help.example)
        return (value,) if declared.is_list else value
    if declared.is_list and declared.value:
        return ()
    match declared.kind:
        case IntType(ge=None):
            return 9
        case IntType(ge=least, le=most) | FloatType(ge=least, le=most):
            return most if least == declared.value else least
        case EnumType(cls=cls):
            return next(each for each in reversed(cls) if each is not declared.value)
        case _:
            return next(choice for choice in reversed(declared.choices) if choice != declared.value)


def _as_text(value: Any) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)


# A seed for tests goes with few other settings, and has a test of its own.
OTHERS: Mapping[str, Any] = {
    name: _another_value(declared) for name, declared in DECLARATIONS.items() if name != "test_seed"
}


def test_every_setting_can_be_set_in_the_environment() -> None:
    environment = {PREFIX + name.upper(): _as_text(value) for name, value in OTHERS.items()}
    found = settings_from(environment, {})
    assert found == Settings(**OTHERS)
    assert [name for name in OTHERS if getattr(found, name) == getattr(Settings(), name)] == []


def test_every_setting_can_be_given_as_an_option() -> None:
    given = {name: _as_text(value) if isinstance(value, tuple) else value for name, value in OTHERS.items()}
    assert settings_from({}, given) == Settings(**OTHERS)


def test_parts_of_a_list_stand_between_commas() -> None:
    given = {
        "QUARTERDECK_ORIGINS": "https://a.example,https://b.example",
        "QUARTERDECK_VENUES": "203.0.113.0/24=20, 2001:db8::/48=3",
        "QUARTERDECK_INHERITED_HANDOVER": "/run/quarterdeck/1,/run/quarterdeck/0",
    }
    assert settings_from(given, {}) == Settings(
        origins=("https://a.example", "https://b.example"),
        venues=("203.0.113.0/24=20", "2001:db8::/48=3"),
        inherited_handover=("/run/quarterdeck/1", "/run/quarterdeck/0"),
    )


def test_the_words_of_an_environment_become_values() -> None:
    given = {
        "QUARTERDECK_WEB": "off",
        "QUARTERDECK_ROLE": "lobby",
        "QUARTERDECK_DRAIN": "2.5",
        "QUARTERDECK_SILENCE": "5000",
        "QUARTERDECK_DURABILITY": "replica:2",
        "QUARTERDECK_STORE": "redis://localhost",
        "QUARTERDECK_LOG_LEVEL": "debug",
    }
    assert settings_from(given, {}) == Settings(
        web=Switch.OFF,
        role=ProcessRole.LOBBY,
        drain=2.5,
        silence=5_000,
        durability="replica:2",
        store="redis://localhost",
        log_level="debug",
    )


NUMBERS = [
    (declared, value)
    for declared in DECLARATIONS.values()
    if isinstance(declared.kind, IntType | FloatType) and declared.kind.le is not None
    for value in (-1, declared.kind.le + 1, "many")
]


@pytest.mark.parametrize(("declared", "value"), NUMBERS, ids=[f"{each.name}-{value}" for each, value in NUMBERS])
def test_a_number_beyond_its_bounds_is_refused_with_the_bounds(declared: Declaration, value: float | str) -> None:
    names = f"{declared.option} (or {declared.variable})"
    right = f"{names} is {str(value)!r}; it must be {declared.right}."
    with pytest.raises(ValueError, match=f"^{re.escape(right)}$"):
        settings_from({declared.variable: str(value)}, {})


CLOSED = [declared for declared in DECLARATIONS.values() if declared.choices]


@pytest.mark.parametrize("declared", CLOSED, ids=[each.name for each in CLOSED])
def test_a_word_of_no_choice_is_refused_with_the_choices(declared: Declaration) -> None:
    names = f"{declared.option} (or {declared.variable})"
    right = f"{names} is 'perhaps'; it must be {declared.right}."
    with pytest.raises(ValueError, match=f"^{re.escape(right)}$"):
        settings_from({}, {declared.name: "perhaps"})


def test_the_bounds_are_the_ones_that_hosts_know() -> None:
    said = {name: declared.right for name, declared in DECLARATIONS.items() if declared.right}
    assert {name: said[name] for name in ("port", "bot_delay", "open_trades", "traces", "role", "web")} == {
        "port": "a number from 0 to 65535",
        "bot_delay": "a number of milliseconds from 0 to 60000",
        "open_trades": "a number from 0 (for no trades) to 200",
        "traces": "a number from 0 to 1",
        "role": "all, match or lobby",
        "web": "on or off",
    }


def test_an_option_goes_before_the_environment() -> None:
    assert settings_from({"QUARTERDECK_PORT": "1", "QUARTERDECK_HOST": "a"}, {"port": 2, "host": None}) == Settings(
        port=2, host="a"
    )


@pytest.mark.parametrize(
    ("environment", "given", "says"),
    [
        ({"QUARTERDECK_COLOUR": "red"}, {}, "QUARTERDECK_COLOUR is not a setting. There are: QUARTERDECK_HOST"),
        ({"QUARTERDECK_WORKER": "2"}, {}, r"QUARTERDECK_WORKER is not a setting. Did you mean QUARTERDECK_WORKERS\?"),
        ({"QUARTERDECK_PORT": "many"}, {}, "port"),
        ({}, {"port": 70_000}, "port"),
        ({}, {"port": -1}, "port"),
        ({}, {"workers": 0}, "workers"),
        ({}, {"store": "postgres://x"}, "store"),
        ({}, {"durability": "never"}, r"--durability .* must be fast, fsync, replica"),
        ({}, {"durability": "replica:0"}, r"--durability .* must be fast, fsync, replica"),
        (
            {},
            {"durability": "replica"},
            r"--durability .*: the embedded store has no replicas, so its durability must be fsync or fast",
        ),
        (
            {},
            {"durability": "fast", "store": "memory"},
            r"--durability .*: --durability cannot be used with --store memory, which stores nothing",
        ),
        ({}, {"log_level": "loud"}, "log-level"),
        ({}, {"bot_processes": 65}, r"--bot-processes .* must be a number from 0 \(for none\) to 64"),
        ({"QUARTERDECK_BOT_QUEUE": "-1"}, {}, r"--bot-queue \(or QUARTERDECK_BOT_QUEUE\) .* from 0 to 10000"),
        ({}, {"connections": 0}, "connections"),
        ({"QUARTERDECK_VENUES": "203.0.113.0/24"}, {}, r"--venues \(or QUARTERDECK_VENUES\): '203.0.113.0/24' is no"),
        ({}, {"venues": "203.0.113.7/24=2"}, "'203.0.113.7/24=2' is not a network with a number"),
        ({"QUARTERDECK_DRAIN": "soon"}, {}, "drain"),
        ({}, {"metrics": "9464"}, r"--metrics \(or QUARTERDECK_METRICS\) is '9464'; it must be an address and a port"),
        ({}, {"after_data_loss": "argue"}, r"--after-data-loss .* must be adopt or restore"),
        ({}, {"keep_finished": 0}, "--keep-finished .* a number of days from 1 to 365"),
        ({}, {"keep_finished": 366}, "--keep-finished .* a number of days from 1 to 365"),
        ({}, {"archive": "/srv/matches"}, "--archive .* must be file:///… or s3://…"),
        ({}, {"archive": "file://srv/matches"}, r"--archive \(or QUARTERDECK_ARCHIVE\): .* names no folder"),
        ({}, {"archive": "s3://key:secret@bucket"}, "--archive .* AWS_ACCESS_KEY_ID"),
        ({}, {"origins": "cards.example"}, r"--origins \(or QUARTERDECK_ORIGINS\): .* as https://cards\.example\."),
        ({"QUARTERDECK_ORIGINS": "https://a.example,https://B.example/"}, {}, "as https://b.example"),
        ({}, {"store": "redis://:sek#ret@a"}, r"--store \(or QUARTERDECK_STORE\): .* # is written as %23"),
        ({}, {"store": "redis+sentinel://a:1"}, "--store .* the name under which they know the primary"),
        ({}, {"origins": ","}, r"--origins \(or QUARTERDECK_ORIGINS\) is ',', which names no origin"),
        ({"QUARTERDECK_ORIGINS": ""}, {}, "which names no origin; .* or be left out for all origins"),
        ({}, {"silence": 3}, r"--silence .*: 3 is not 0, or a number of milliseconds from 1000 to 60000"),
        ({}, {"silence": 999}, "--silence .* from 1000 to 60000"),
        ({}, {"venues": "10.0.0.0/8=2,10.0.0.0/8=3"}, r"--venues .*: 10\.0\.0\.0/8 is listed twice"),
        ({}, {"traces": 2}, "--traces .* a number from 0 to 1"),
        ({}, {"news": "caf\udce9"}, r"--news \(or QUARTERDECK_NEWS\) is 'caf\\udce9'; .* in UTF-8"),
        ({"QUARTERDECK_NEWS": "two\nlines"}, {}, "--news .* one line"),
        ({}, {"news": "one and the break behind it\n"}, "--news .* one line"),
        ({}, {"news": "two\u2028lines"}, "--news .* one line"),
        ({}, {"news": "\x1b[31mred"}, "--news .* one line"),
    ],
)
def test_what_is_wrong_is_said_with_the_name_of_the_setting(
    environment: dict[str, str], given: dict[str, Any], says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        settings_from(environment, given)


def test_deals_that_can_be_foreseen_are_for_one_process_in_memory_that_nobody_else_can_reach() -> None:
    here = {"store": "memory", "test_seed": 7}
    for host in ("127.0.0.1", "::1", "localhost"):
        assert settings_from({}, {**here, "host": host}).test_seed == 7
    for wrong in (
        *({"host": "0.0.0.0"}, {"host": "192.0.2.1"}, {"store": "embedded"}),  # noqa: S104  # to be refused
        *({"store": "redis://localhost"}, {"workers": 2}, {"trusted_proxies": 1}),
    ):
        [(name, value)] = wrong.items()
        with pytest.raises(ValueError, match=f"does not go with --{name.replace('_', '-')} {value} "):
            settings_from({}, {**here, **wrong})


def test_a_server_starts_where_the_variables_of_the_client_are_set() -> None:
    package = Path(quarterdeck_client.__file__).parent
    sources = [source.read_text("utf-8") for source in package.rglob("*.py")]
    read = {variable for source in sources for variable in re.findall(r"\bQUARTERDECK_[A-Z]+", source)}
    assert "QUARTERDECK_LANGUAGE" in read
    assert read <= CLIENT_VARIABLES
