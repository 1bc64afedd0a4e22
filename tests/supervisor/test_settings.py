"""Settings: an option goes before the environment, the environment before the default; what is wrong is said."""

from typing import Any

import pytest
from quarterdeck_server.settings import PREFIX, ProcessRole, Settings, Switch, settings_from


def test_without_anything_the_defaults_hold() -> None:
    assert settings_from({}, {}) == Settings()
    assert settings_from({"HOME": "/root", "QUARTERDECK": "x"}, {"port": None}) == Settings()


def test_every_setting_can_be_set_in_the_environment() -> None:
    environment = {
        "HOST": "::1",
        "PORT": "0",
        "STORE": "redis://localhost",
        "DATA": "/somewhere",
        "CARDS": "/cards",
        "SETS": "AB2",
        "FIRST_PACKS": "3",
        "PACKS_PER_DAY": "2",
        "PACKS_PER_MATCH": "0",
        "PACKS_ACCOUNT_AGE": "48",
        "OPEN_TRADES": "5",
        "TRADES_LAST": "12",
        "TRADES_ACCOUNT_AGE": "36",
        "WORKERS": "2",
        "DURABILITY": "replica:2",
        "BOT_DELAY": "5",
        "BOT_PROCESSES": "3",
        "BOT_QUEUE": "4",
        "MESSAGES_PER_SECOND": "7",
        "ORIGINS": "https://a.example,https://b.example",
        "WEB": "off",
        "NEWS": "Cup on Sunday at eight.",
        "QUOTAS": "off",
        "GUESTS_TALK": "off",
        "NEW_MATCHES": "off",
        "SILENCE": "5000",
        "TABLES_PER_PLAYER": "3",
        "TABLES_PER_ADDRESS": "0",
        "SPECTATORS_PER_MATCH": "9",
        "CONNECTIONS": "50",
        "CONNECTIONS_PER_ADDRESS": "20",
        "VENUES": "203.0.113.0/24=20, 2001:db8::/48=3",
        "ROLE": "lobby",
        "TRUSTED_PROXIES": "1",
        "DRAIN": "2.5",
        "INHERITED_SOCKET": "9",
        "METRICS": "[::1]:9464",
        "METRICS_TOKEN": "open sesame",
        "TRACES": "0.5",
        "AFTER_DATA_LOSS": "restore",
        "INHERITED_METRICS_SOCKET": "10",
        "INHERITED_HANDOVER": "/run/quarterdeck/1,/run/quarterdeck/0",
        "LOG_LEVEL": "debug",
        "KEEP_FINISHED": "7",
        "ARCHIVE": "s3://bucket/matches",
    }
    assert {name.lower() for name in environment} == set(Settings.__struct_fields__) - {"test_seed"}
    found = settings_from({PREFIX + name: value for name, value in environment.items()}, {})
    assert found == Settings(
        host="::1",
        port=0,
        store="redis://localhost",
        data="/somewhere",
        cards="/cards",
        sets=("AB2",),
        workers=2,
        durability="replica:2",
        bot_delay=5,
        bot_processes=3,
        bot_queue=4,
        messages_per_second=7,
        origins=("https://a.example", "https://b.example"),
        web=Switch.OFF,
        news="Cup on Sunday at eight.",
        quotas=Switch.OFF,
        guests_talk=Switch.OFF,
        new_matches=Switch.OFF,
        silence=5_000,
        tables_per_player=3,
        tables_per_address=0,
        spectators_per_match=9,
        first_packs=3,
        packs_per_day=2,
        packs_per_match=0,
        packs_account_age=48,
        open_trades=5,
        trades_last=12,
        trades_account_age=36,
        connections=50,
        connections_per_address=20,
        venues=("203.0.113.0/24=20", "2001:db8::/48=3"),
        role=ProcessRole.LOBBY,
        trusted_proxies=1,
        drain=2.5,
        inherited_socket=9,
        metrics="[::1]:9464",
        metrics_token="open sesame",
        traces=0.5,
        after_data_loss="restore",
        inherited_metrics_socket=10,
        inherited_handover=("/run/quarterdeck/1", "/run/quarterdeck/0"),
        log_level="debug",
        keep_finished=7,
        archive="s3://bucket/matches",
    )


def test_an_option_goes_before_the_environment() -> None:
    assert settings_from({"QUARTERDECK_PORT": "1", "QUARTERDECK_HOST": "a"}, {"port": 2, "host": None}) == Settings(
        port=2, host="a"
    )


@pytest.mark.parametrize(
    ("environment", "given", "says"),
    [
        ({"QUARTERDECK_COLOUR": "red"}, {}, "QUARTERDECK_COLOUR is not a setting; there are: QUARTERDECK_HOST"),
        ({"QUARTERDECK_PORT": "many"}, {}, "port"),
        ({}, {"port": 70_000}, "port"),
        ({}, {"port": -1}, "port"),
        ({}, {"workers": 0}, "workers"),
        ({}, {"store": "postgres://x"}, "store"),
        ({}, {"durability": "never"}, r"--durability .* must be fast, fsync, replica"),
        ({}, {"durability": "replica:0"}, r"--durability .* must be fast, fsync, replica"),
        ({}, {"durability": "replica"}, r"--durability .*: the embedded store is one server without replicas"),
        ({}, {"durability": "fast", "store": "memory"}, r"--durability .*: it does not go with --store memory"),
        ({}, {"log_level": "loud"}, "log-level"),
        ({}, {"bot_processes": 65}, r"--bot-processes .* must be a number from 0 \(for none\) to 64"),
        ({"QUARTERDECK_BOT_QUEUE": "-1"}, {}, r"--bot-queue \(or QUARTERDECK_BOT_QUEUE\) .* from 0 to 10000"),
        ({}, {"connections": 0}, "connections"),
        ({"QUARTERDECK_VENUES": "203.0.113.0/24"}, {}, r"--venues \(or QUARTERDECK_VENUES\): '203.0.113.0/24' is no"),
        ({}, {"venues": "203.0.113.7/24=2"}, "'203.0.113.7/24=2' is no network"),
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
        ({}, {"venues": "10.0.0.0/8=2,10.0.0.0/8=3"}, r"--venues .*: 10\.0\.0\.0/8 stands there twice"),
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
