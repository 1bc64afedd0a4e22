"""Settings of a server: on the command line, or as `QUARTERDECK_…` in the environment."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, assert_never

import msgspec
from msgspec import Meta

from quarterdeck_server.storage.archive.archive_address import check_address
from quarterdeck_server.storage.durability import PATTERN, durability_of
from quarterdeck_server.storage.store_url import address_of
from quarterdeck_server.venues import Venues
from quarterdeck_server.web_origins import check_origin

PREFIX = "QUARTERDECK_"

LISTS = ("origins", "venues", "sets", "inherited_handover")
"""The settings of which there may be several, with commas between."""

FOR_WORKERS = frozenset({"inherited_socket", "inherited_metrics_socket", "inherited_handover"})
"""What only a server says to its own workers."""

LOOPBACK = ("127.0.0.1", "::1", "localhost")

CLIENT_VARIABLES = frozenset({"QUARTERDECK_URL", "QUARTERDECK_TOKEN"})
"""What the commands of the client read; it may be set where a server is started."""

RIGHT = {
    "port": "a number from 0 to 65535",
    "store": (
        "embedded, memory, or an address that begins with redis://, rediss://, unix://, redis+sentinel:// or"
        " redis+cluster://"
    ),
    "workers": "a number from 1 to 64",
    "durability": "fast, fsync, replica, replica:2 (or another number up to 9), or unchecked",
    "bot_delay": "a number of milliseconds from 0 to 60000",
    "bot_processes": "a number from 0 (for none) to 64",
    "bot_queue": "a number from 0 to 10000",
    "messages_per_second": "a number from 1 to 1000000",
    "news": "one line of text in UTF-8, of at most 500 characters",
    "quotas": "on or off",
    "guests_talk": "on or off",
    "web": "on or off",
    "new_matches": "on or off",
    "silence": "0, or a number of milliseconds from 1000 to 60000",
    "role": "all, match or lobby",
    "tables_per_player": "a number from 0 (for any number) to 10000",
    "tables_per_address": "a number from 0 (for any number) to 10000",
    "spectators_per_match": "a number from 0 (for any number) to 1000000",
    "first_packs": "a number from 0 to 100",
    "packs_per_day": "a number from 0 to 24",
    "packs_per_match": "a number from 0 to 10",
    "packs_account_age": "a number of hours from 0 to 8760",
    "open_trades": "a number from 0 (for no trades) to 200",
    "trades_last": "a number of hours from 1 to 8760",
    "trades_account_age": "a number of hours from 0 to 8760",
    "connections": "a number from 1 to 1000000",
    "connections_per_address": "a number from 0 (for any number) to 1000000",
    "trusted_proxies": "a number from 0 to 8",
    "drain": "a number of seconds from 0 to 600",
    "metrics": "an address and a port, as 127.0.0.1:9464 (or [::1]:9464)",
    "after_data_loss": "adopt or restore",
    "keep_finished": "a number of days from 1 to 365",
    "archive": "file:///… or s3://…",
    "traces": "a number from 0 to 1",
    "test_seed": "a number from 0 to 1000000000",
    "log_level": "debug, info, warning or error",
}
"""What the settings that can be wrong must be."""


class ProcessRole(StrEnum):
    """Which background work a process does."""

    ALL = "all"
    MATCH = "match"
    """The clocks of matches."""

    LOBBY = "lobby"
    """What the lobby does by itself."""

    @property
    def runs_clocks(self) -> bool:
        match self:
            case ProcessRole.ALL | ProcessRole.MATCH:
                return True
            case ProcessRole.LOBBY:
                return False
            case _:
                assert_never(self)

    @property
    def does_the_lobbys_work(self) -> bool:
        match self:
            case ProcessRole.ALL | ProcessRole.LOBBY:
                return True
            case ProcessRole.MATCH:
                return False
            case _:
                assert_never(self)


class Switch(StrEnum):
    """A switch, on or off, in the words of a command line."""

    ON = "on"
    OFF = "off"

    @property
    def is_on(self) -> bool:
        return self is Switch.ON


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of one server."""

    host: str = "127.0.0.1"
    """The address to listen on; `0.0.0.0` for everybody."""

    port: Annotated[int, Meta(ge=0, le=65_535)] = 8765
    """The port; 0 for any that is free."""

    store: Annotated[str, Meta(pattern=r"^(embedded|memory|(rediss?(\+cluster|\+sentinel)?|unix)://.+)$")] = "embedded"
    """`embedded`, `memory`, `redis://…`, `rediss://…` or `unix://…`; `redis+sentinel://…` for the primary that
    Sentinels know, `redis+cluster://…` for a cluster."""

    data: str = "quarterdeck-data"
    """Where the embedded store keeps its files."""

    cards: str = ""
    """The folder with further card sets; empty for none."""

    sets: tuple[str, ...] = ()
    """The shipped card sets that are switched on beside the first one of their game, by their ids: `AB2`."""

    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    """How many processes share the port."""

    durability: Annotated[str, Meta(pattern=PATTERN)] = ""
    """What has to become of a write before it is acknowledged: `fast` for the store's memory, `fsync` for its disk,
    `replica:2` for the memory of two replicas, `unchecked` for whatever the store does. Empty for `fsync` where the
    store is embedded, and `fast` where it is not."""

    bot_delay: Annotated[int, Meta(ge=0, le=60_000)] = 700
    """How many milliseconds a bot of the house thinks about an action, so that people can follow."""

    bot_processes: Annotated[int, Meta(ge=0, le=64)] = 1
    """In how many processes beside this one its bots search, which are started when they are needed; 0 for none: then
    no bot is on offer that does."""

    bot_queue: Annotated[int, Meta(ge=0, le=10_000)] = 32
    """How many decisions of bots may wait for one of them; beyond that they are taken without a search."""

    messages_per_second: Annotated[int, Meta(ge=1, le=1_000_000)] = 100
    """How many commands a second one connection may send over a while; twice as many at once."""

    origins: tuple[str, ...] = ()
    """The web origins whose pages may connect and read what is answered over HTTP; empty for all of them (there are no
    cookies to misuse)."""

    web: Switch = Switch.ON
    """Whether the browser client is served at `/`."""

    news: Annotated[str, Meta(max_length=500, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*\Z")] = ""
    """What everybody is told who comes: on the first page, and in the terminal's lobby. Bytes of a command line that
    are not UTF-8 come as halves of characters, which nothing could send to anybody."""

    quotas: Switch = Switch.ON
    """Whether it is counted how often addresses and players do what costs more than a frame: sign in, register, open
    tables, ask over HTTP."""

    new_matches: Switch = Switch.ON
    """Whether matches begin at this process; without, it serves those that run, until a signal says otherwise."""

    silence: Annotated[int, Meta(ge=0, le=60_000)] = 3_000
    """After how many milliseconds without a word clients take a connection for dead on which one is due; 0: never by
    themselves."""

    guests_talk: Switch = Switch.ON
    """Whether guests say words of their own; phrases they always may."""

    tables_per_player: Annotated[int, Meta(ge=0, le=10_000)] = 8
    """At how many tables one player may sit at the same time; 0 for any number."""

    tables_per_address: Annotated[int, Meta(ge=0, le=10_000)] = 100
    """How many tables opened from one address there may be at the same time; 0 for any number."""

    spectators_per_match: Annotated[int, Meta(ge=0, le=1_000_000)] = 5_000
    """About how many may watch one match at the same time, on all servers together; 0 for any number."""

    first_packs: Annotated[int, Meta(ge=0, le=100)] = 5
    """How many packs of cards a player is given once; 0 for none."""

    packs_per_day: Annotated[int, Meta(ge=0, le=24)] = 1
    """How many packs a player is given for each day on which they ask for them."""

    packs_per_match: Annotated[int, Meta(ge=0, le=10)] = 1
    """How many packs a player is given for a rated match that has ended, for at most ten matches a day."""

    packs_account_age: Annotated[int, Meta(ge=0, le=8_760)] = 24
    """How many hours old an account has to be before it is given any."""

    open_trades: Annotated[int, Meta(ge=0, le=200)] = 20
    """How many trades of one player may wait for others' answers at the same time, and how many offers of others for
    theirs; 0 if nobody is to trade."""

    trades_last: Annotated[int, Meta(ge=1, le=8_760)] = 72
    """For how many hours an offer can be accepted, and each counter-offer."""

    trades_account_age: Annotated[int, Meta(ge=0, le=8_760)] = 24
    """How many hours old the accounts of both have to be who trade."""

    connections: Annotated[int, Meta(ge=1, le=1_000_000)] = 10_000
    """How many connections one process holds at most; fewer if it may not open so many files."""

    connections_per_address: Annotated[int, Meta(ge=0, le=1_000_000)] = 500
    """How many of them one address holds at most, and never more than half; 0 for any number."""

    venues: tuple[str, ...] = ()
    """Networks where many people share an address, each with how many times as much such an address may do as others:
    hold connections, open tables, and everything that quotas count for each address."""

    role: ProcessRole = ProcessRole.ALL
    """Which background work this process does: the clocks of matches, what the lobby does by itself, or both. It serves
    everything in any case."""

    trusted_proxies: Annotated[int, Meta(ge=0, le=8)] = 0
    """How many proxies of one's own stand in front: their `X-Forwarded-For` says where a request comes from."""

    drain: Annotated[float, Meta(ge=0, le=600)] = 0.0
    """Over how many seconds, after being told to stop, those who are connected are told to go elsewhere."""

    metrics: Annotated[str, Meta(pattern=r"^$|^(\[[0-9A-Fa-f:.]+\]|[^\[\]:/]+):[0-9]{1,5}$")] = ""
    """Where the first process answers Prometheus, as `127.0.0.1:9464`; the second worker on the port after that, and so
    on. Empty for nowhere."""

    metrics_token: str = ""
    """What has to be brought there as `Authorization: Bearer …`; empty for nothing."""

    after_data_loss: Literal["adopt", "restore"] = "adopt"
    """What becomes of matches of which the store has forgotten entries that were acknowledged: `adopt` what it still
    has, or `restore` what a process remembers."""

    keep_finished: Annotated[int, Meta(ge=1, le=365)] = 30
    """How many days the logs of finished matches stay in the store; then they go into the archive, or are forgotten."""

    archive: Annotated[str, Meta(pattern=r"^$|^(file|s3)://.+")] = ""
    """Where finished matches go then: `file:///srv/matches`, or `s3://bucket/prefix`. Empty for nowhere."""

    traces: Annotated[float, Meta(ge=0, le=1)] = 0.0
    """Which part of all actions is traced for OpenTelemetry; 0 for none, and then nothing of it has to be installed."""

    test_seed: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = None
    """For servers that test clients, on this machine and in memory alone: from this number come the seeds of matches
    and of packs, one after the other, and what bots like, the same in every run. A deal and a pack are the same where
    the players give the same entropy as well, and a match where the commands come in the same order. Whoever knows it
    knows every card."""

    inherited_socket: int | None = None
    """For workers only: the listening socket that they share."""

    inherited_metrics_socket: int | None = None
    """For workers only: the listening socket for Prometheus."""

    inherited_handover: tuple[str, ...] = ()
    """For workers only: where each of them is handed connections over, itself first."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        host, _, port = self.metrics.rpartition(":")
        return (host.strip("[]"), int(port)) if host else None

    @property
    def cards_directory(self) -> Path | None:
        return Path(self.cards).expanduser().resolve() if self.cards else None

    @property
    def data_directory(self) -> Path:
        return Path(self.data).expanduser().resolve()


def _check_origins(settings: Settings) -> None:
    for origin in settings.origins:
        check_origin(origin)


def _check_silence(settings: Settings) -> None:
    """Refuse values that may be meant as seconds: clients would reconnect in the middle of every answer."""
    if 0 < settings.silence < 1_000:
        raise ValueError(f"{settings.silence} is not {RIGHT['silence']}")


def _check_archive(settings: Settings) -> None:
    if settings.archive:
        check_address(settings.archive)


def _check_durability(settings: Settings) -> None:
    try:
        durability_of(settings.store, settings.durability)
    except ValueError as error:
        raise ValueError(f"{settings.durability!r}: {error}") from error


CHECKS: Mapping[str, Callable[[Settings], object]] = {
    "store": lambda settings: address_of(settings.store),
    "venues": lambda settings: Venues(settings.venues),
    "origins": _check_origins,
    "silence": _check_silence,
    "durability": _check_durability,
    "archive": _check_archive,
}
"""What has to be right of a setting beside its shape; each raises `ValueError` with what would be right."""


def listed(text: str) -> list[str]:
    """Return the parts between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def settings_from(environment: Mapping[str, str], given: Mapping[str, Any]) -> Settings:
    """Return the settings: given values go before the environment, and that before the defaults.

    Raises `ValueError` with a sentence that names the setting and the right values.
    """
    names = {field.upper(): field for field in Settings.__struct_fields__}
    set_by_hosts = ", ".join(PREFIX + name for name, field in names.items() if field not in FOR_WORKERS)
    found: dict[str, Any] = {}
    for variable, value in environment.items():
        if not variable.startswith(PREFIX) or variable in CLIENT_VARIABLES:
            continue
        name = names.get(variable.removeprefix(PREFIX))
        if name is None:
            raise ValueError(f"{variable} is not a setting; there are: {set_by_hosts}")
        found[name] = value
    found.update({name: value for name, value in given.items() if value is not None})
    for name in LISTS:
        if isinstance(text := found.get(name), str):
            found[name] = listed(text)
            # An empty list of origins opens the server to all of them: nobody shall come to that by a slip.
            if name == "origins" and not found[name]:
                raise ValueError(
                    f"--origins (or {PREFIX}ORIGINS) is {text!r}, which names no origin; it must be a list as"
                    " https://cards.example.org,https://example.org, or be left out for all origins."
                )
    try:
        settings = msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(_what_would_be_right(found, error)) from error
    for name, check in CHECKS.items():
        try:
            check(settings)
        except ValueError as error:
            raise ValueError(f"--{name} (or {PREFIX}{name.upper()}): {str(error).rstrip('.')}.") from error
    if settings.test_seed is not None:
        _raise_unless_for_tests(settings)
    return settings


def _raise_unless_for_tests(settings: Settings) -> None:
    """Raise `ValueError` where others could meet matches that can be foreseen, or where they would be kept."""
    wrong = [
        text
        for is_right, text in (
            (settings.host in LOOPBACK, f"--host {settings.host} (only {' or '.join(LOOPBACK)})"),
            (settings.store == "memory", f"--store {settings.store} (only memory)"),
            (settings.workers == 1, f"--workers {settings.workers} (only 1)"),
            (settings.trusted_proxies == 0, f"--trusted-proxies {settings.trusted_proxies} (only 0)"),
        )
        if not is_right
    ]
    if wrong:
        names = f"--test-seed (or {PREFIX}TEST_SEED)"
        raise ValueError(f"{names} makes every deal foreseeable, so it does not go with {', '.join(wrong)}.")


def _what_would_be_right(found: Mapping[str, Any], error: msgspec.ValidationError) -> str:
    text, _, path = str(error).partition(" - at `$.")
    name = path.rstrip("`").partition("[")[0]
    if name not in RIGHT:
        return f"a setting is wrong: {text}"
    return f"--{name.replace('_', '-')} (or {PREFIX}{name.upper()}) is {found[name]!r}; it must be {RIGHT[name]}."
