"""Settings of a server: on the command line, or as `QUARTERDECK_…` in the environment."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, assert_never

import msgspec
from msgspec import Meta

from quarterdeck_server.setting_declarations import PREFIX, Declaration, Help, declarations
from quarterdeck_server.storage.archive.archive_address import check_address
from quarterdeck_server.storage.durability import PATTERN, durability_of
from quarterdeck_server.storage.store_url import address_of
from quarterdeck_server.venues import Venues
from quarterdeck_server.web.http.web_origins import check_origin

LOOPBACK = ("127.0.0.1", "::1", "localhost")

CLIENT_VARIABLES = frozenset({"QUARTERDECK_URL", "QUARTERDECK_TOKEN", "QUARTERDECK_LANGUAGE"})
"""Environment variables of the client's commands; it may be set where a server is started."""


class ProcessRole(StrEnum):
    """Kinds of background work that a server process can do."""

    ALL = "all"
    MATCH = "match"
    """The clocks of matches."""

    LOBBY = "lobby"
    """The background work of the lobby."""

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
    """Values of a setting that is on or off."""

    ON = "on"
    OFF = "off"

    @property
    def is_on(self) -> bool:
        return self is Switch.ON


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings of one server. Each is declared only here: `Meta` has its limits, `Help` its help text."""

    host: Annotated[
        str,
        Help("Address to listen on; `0.0.0.0` for all interfaces.", more="The image sets `0.0.0.0`.", example="::1"),
    ] = "127.0.0.1"

    port: Annotated[int, Meta(ge=0, le=65_535), Help("Port to listen on; 0 for any free one.")] = 8765

    store: Annotated[
        str,
        Meta(pattern=r"^(embedded|memory|(rediss?(\+cluster|\+sentinel)?|unix)://.+)$"),
        Help(
            "Store of everything that the server keeps; `memory` is lost when it ends.",
            more="For Sentinels `redis+sentinel://host:port,…/service`, for a cluster `redis+cluster://host:port,…`.",
            right="embedded, memory, or an address that begins with redis://, rediss://, unix://, redis+sentinel:// or"
            " redis+cluster://",
            example="redis://localhost",
        ),
    ] = "embedded"

    data: Annotated[str, Help("Folder for the files of the embedded store.", example="/srv/store")] = "quarterdeck-data"

    cards: Annotated[
        str, Help("Folder with further card sets.", more="[How to write them](cards/README.md).", example="/srv/cards")
    ] = ""

    site: Annotated[
        str,
        Help(
            "Folder with the name, logo, colours, texts and legal pages of the host.",
            more="[How to write it](SITE.md). A change is in force within five seconds.",
            example="/srv/site",
        ),
    ] = ""

    webhooks: Annotated[
        str,
        Help(
            "File with the webhooks of the host: addresses to which the server sends what happens.",
            more="[How to write it](WEBHOOKS.md). It is read at the start.",
            example="/srv/webhooks.toml",
        ),
    ] = ""

    discord: Annotated[
        str,
        Meta(pattern=r"^([0-9]{1,20}:[0-9a-f]{64})?$"),
        Help(
            "Id and public key of the host's application at Discord, where players may play by buttons.",
            more="[How to switch it on](DISCORD.md).",
            default="none",
            right="the id of an application, a colon, and its public key of 64 hexadecimal digits",
            example=f"1234567890:{'0a' * 32}",
        ),
    ] = ""

    sign_on: Annotated[
        str,
        Help(
            "File with the providers of identities by which players may sign in (OpenID Connect).",
            more="[How to write it](SIGN_ON.md). It is read at the start.",
            example="/srv/sign-on.toml",
        ),
    ] = ""

    mail: Annotated[
        str,
        Help(
            "File with the mail server of the host, for players who want a way back to a lost account by e-mail.",
            more="[How to write it](SIGN_ON.md#e-mail). It is read at the start.",
            example="/srv/mail.toml",
        ),
    ] = ""

    sets: Annotated[
        tuple[str, ...],
        Help(
            "Shipped card sets to add to the first set of their game, separated by commas; empty for none.",
            more="[What switching one off does](cards/README.md#the-second-set-of-amiibart-tcg).",
        ),
    ] = ("AB2",)

    workers: Annotated[int, Meta(ge=1, le=64), Help("Processes that share the port; one for each core is plenty.")] = 1

    durability: Annotated[
        str,
        Meta(pattern=PATTERN),
        Help(
            "Level that a write must reach before it is acknowledged: the memory of the store (`fast`), its disk"
            " (`fsync`), or the memory of two replicas (`replica:2`).",
            more="[What each loses](#what-is-lost-when).",
            right="fast, fsync, replica, replica:2 (or another number up to 9), or unchecked",
            default="`fsync` if the store is embedded, else `fast`",
            example="fsync",
        ),
    ] = ""

    bot_delay: Annotated[
        int,
        Meta(ge=0, le=60_000),
        Help("Least time that a bot of the house takes for an action, so that people can follow.", unit="milliseconds"),
    ] = 700

    bot_processes: Annotated[
        int,
        Meta(ge=0, le=64),
        Help(
            "Processes in which bots search, beside each serving process; without any, no searching bot is offered.",
            more="They start when the first such bot (`club`, `expert`, `master`) sits down: 45 MB each, nice 10.",
            zero="for none",
        ),
    ] = 1

    bot_queue: Annotated[
        int,
        Meta(ge=0, le=10_000),
        Help("Decisions of bots that may wait for a search; further ones are made at once, as `greedy` makes them."),
    ] = 32

    messages_per_second: Annotated[
        int,
        Meta(ge=1, le=1_000_000),
        Help("Commands that one connection may send each second; for a moment twice as many."),
    ] = 100

    origins: Annotated[
        tuple[str, ...],
        Help(
            "Web origins whose pages may connect and read HTTP answers, separated by commas:"
            " `https://cards.example.org`.",
            more="Write each as browsers send it. All may by default: there are no cookies to misuse.",
            default="all",
            example="https://a.example",
        ),
    ] = ()

    frame_origins: Annotated[
        tuple[str, ...],
        Help(
            "Web origins whose pages may show embedded replays, matches and the lobby in a frame, separated by commas.",
            more="`*` for all. [What they show](../protocol/docs/http.md#embedded-pages). By default none may.",
            default="none",
            example="https://blog.example",
        ),
    ] = ()

    public_url: Annotated[
        str,
        Meta(max_length=300),
        Help(
            "Address under which players reach this server, without a path: links and previews name it.",
            more="Without it, they name the host of each request. Behind a proxy with TLS it is needed.",
            default="that of the request",
            right="scheme and host, such as `https://cards.example.org`",
            example="https://cards.example.org",
        ),
    ] = ""

    web: Annotated[
        Switch, Help("Browser client at `/`.", more="With `off`, a few lines of text are there instead.")
    ] = Switch.ON

    # Bytes of a command line that are not UTF-8 come as halves of characters, and no frame can carry those.
    news: Annotated[
        str,
        Meta(max_length=500, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*\Z"),
        Help(
            "News for all players, shown on the first page and in the terminal's lobby.",
            right="one line of text in UTF-8, of at most 500 characters",
            example="Cup on Sunday at eight.",
        ),
    ] = ""

    quotas: Annotated[
        Switch,
        Help(
            "Limits on how often an address or player connects, signs in, registers, opens tables and asks over HTTP.",
            more="`protocol/docs/limits.md` lists them.",
        ),
    ] = Switch.ON

    new_matches: Annotated[
        Switch,
        Help(
            "Permission for matches to begin at this server; with `off`, only running matches go on.",
            more="SIGUSR1 and SIGUSR2 change it later.",
        ),
    ] = Switch.ON

    silence: Annotated[
        int,
        Meta(ge=0, le=60_000),
        Help(
            "Silence after which clients reconnect, if they wait for an answer or play a match; 0 for never.",
            more="After half of it they send a `ping`. Choose more for slow networks.",
            right="0, or a number of milliseconds from 1000 to 60000",
            example="5000",
        ),
    ] = 3_000

    guests_talk: Annotated[
        Switch, Help("Permission for guests to write chat messages of their own; phrases are always allowed.")
    ] = Switch.ON

    private_messages: Annotated[
        Switch,
        Help("Private messages between players who follow each other. Off, stored ones can be read and deleted."),
    ] = Switch.ON

    undo: Annotated[
        Switch,
        Help(
            "Undo and recess by consent: players of unrated matches take an action back, or pause, if all agree.",
            more="[Off while a server of 0.1.0 shares the store](UPGRADE.md#from-010-to-020).",
        ),
    ] = Switch.ON

    tables_per_player: Annotated[
        int,
        Meta(ge=0, le=10_000),
        Help("Tables at which one player may sit at the same time; finished ones do not count.", zero="for any number"),
    ] = 8

    tables_per_address: Annotated[
        int,
        Meta(ge=0, le=10_000),
        Help("Tables opened from one address that may exist at the same time.", zero="for any number"),
    ] = 100

    spectators_per_match: Annotated[
        int,
        Meta(ge=0, le=1_000_000),
        Help("Spectators of one match at the same time, about, on all servers together.", zero="for any number"),
    ] = 5_000

    first_packs: Annotated[
        int,
        Meta(ge=0, le=100),
        Help("Packs of cards that each player gets once.", more="From one address, one player a day gets them."),
    ] = 5

    packs_per_day: Annotated[
        int, Meta(ge=0, le=24), Help("Packs that a player gets for each day on which they ask for them.")
    ] = 1

    packs_per_match: Annotated[
        int, Meta(ge=0, le=10), Help("Packs that a player gets for a finished rated match, at most ten times a day.")
    ] = 1

    packs_account_age: Annotated[
        int, Meta(ge=0, le=8_760), Help("Age that an account needs before it gets packs.", unit="hours")
    ] = 24

    open_trades: Annotated[
        int,
        Meta(ge=0, le=200),
        Help(
            "Trades of one player that may wait for others, and offers of others that may wait for them.",
            zero="for no trades",
        ),
    ] = 20

    trades_last: Annotated[
        int, Meta(ge=1, le=8_760), Help("Time in which an offer or a counter-offer can be accepted.", unit="hours")
    ] = 72

    trades_account_age: Annotated[
        int, Meta(ge=0, le=8_760), Help("Age that the accounts of both sides of a trade need.", unit="hours")
    ] = 24

    connections: Annotated[
        int,
        Meta(ge=1, le=1_000_000),
        Help(
            "Connections that one process holds.",
            more="It holds fewer, and logs that, if it may not open that many files and 128 more.",
        ),
    ] = 10_000

    connections_per_address: Annotated[
        int,
        Meta(ge=0, le=1_000_000),
        Help("Connections that one address holds in a process, never more than half of all.", zero="for any number"),
    ] = 500

    venues: Annotated[
        tuple[str, ...],
        Help(
            "Networks where many people share an address, separated by commas: `203.0.113.0/24=20` may do 20 times as"
            " much as others.",
            more="That counts for connections, tables and all quotas of an address.",
            example="203.0.113.0/24=20",
        ),
    ] = ()

    role: Annotated[
        ProcessRole,
        Help(
            "Background work of this process: clocks of matches (`match`), pairing and care of tables (`lobby`), or"
            " both (`all`). Every process serves everything."
        ),
    ] = ProcessRole.ALL

    trusted_proxies: Annotated[
        int,
        Meta(ge=0, le=8),
        Help(
            "Proxies of your own in front of the server: their `X-Forwarded-For` names the client's address.",
            more="Without it, all clients behind them count as one address.",
        ),
    ] = 0

    drain: Annotated[
        float,
        Meta(ge=0, le=600),
        Help(
            "Time after SIGTERM in which clients are asked one after the other to reconnect elsewhere.",
            more="New clients are refused meanwhile.",
            unit="seconds",
        ),
    ] = 0.0

    metrics: Annotated[
        str,
        Meta(pattern=r"^$|^(\[[0-9A-Fa-f:.]+\]|[^\[\]:/]+):[0-9]{1,5}$"),
        Help(
            "Address of `/metrics` for Prometheus; further workers use the ports after it.",
            right="an address and a port, as 127.0.0.1:9464 (or [::1]:9464)",
            example="[::1]:9464",
        ),
    ] = ""

    metrics_token: Annotated[
        str, Help("Token that Prometheus must send: `Authorization: Bearer …`.", example="open sesame")
    ] = ""

    after_data_loss: Annotated[
        Literal["adopt", "restore"],
        Help(
            "Repair of matches whose acknowledged entries the store has lost: `adopt` what the store still has, or"
            " `restore` what processes remember."
        ),
    ] = "adopt"

    keep_finished: Annotated[
        int,
        Meta(ge=1, le=365),
        Help(
            "Time that the logs of finished matches stay in the store.",
            more="[What they take](#finished-matches).",
            unit="days",
        ),
    ] = 30

    archive: Annotated[
        str,
        Meta(pattern=r"^$|^(file|s3)://.+"),
        Help(
            "Archive for finished matches after that time: `file:///srv/matches` or `s3://bucket/prefix`. Without one"
            " they are deleted.",
            right="file:///… or s3://…",
            example="s3://bucket/matches",
        ),
    ] = ""

    traces: Annotated[
        float,
        Meta(ge=0, le=1),
        Help(
            "Part of all actions that is traced for OpenTelemetry.",
            more="It needs the extra `otel`, and `OTEL_EXPORTER_OTLP_ENDPOINT` names the collector.",
        ),
    ] = 0.0

    # Two deals are the same if the players give the same entropy as well, and two matches if commands also come in the
    # same order.
    test_seed: Annotated[
        Annotated[int, Meta(ge=0, le=1_000_000_000)] | None,
        Help(
            "For tests of clients only: seed of all deals, packs and bots' choices, the same in every run."
            " It makes every card foreseeable, so it needs a local host, the store `memory` and one process."
        ),
    ] = None

    inherited_socket: Annotated[int | None, Help("The listening socket that workers share.", of_workers=True)] = None

    inherited_metrics_socket: Annotated[
        int | None, Help("The worker's listening socket for Prometheus.", of_workers=True)
    ] = None

    inherited_handover: Annotated[
        tuple[str, ...],
        Help("Addresses at which workers take connections over, the own one first.", example="/run/1", of_workers=True),
    ] = ()

    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Help("Lowest level of messages that are logged.")
    ] = "info"

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        host, _, port = self.metrics.rpartition(":")
        return (host.strip("[]"), int(port)) if host else None

    @property
    def cards_directory(self) -> Path | None:
        return Path(self.cards).expanduser().resolve() if self.cards else None

    @property
    def webhooks_file(self) -> Path | None:
        """The file with the webhooks of the host; `None` if there is none."""
        return Path(self.webhooks).expanduser().resolve() if self.webhooks else None

    @property
    def sign_on_file(self) -> Path | None:
        """The file with the providers of identities; `None` if there is none."""
        return Path(self.sign_on).expanduser().resolve() if self.sign_on else None

    @property
    def mail_file(self) -> Path | None:
        """The file with the mail server; `None` if this server sends no mails."""
        return Path(self.mail).expanduser().resolve() if self.mail else None

    @property
    def site_directory(self) -> Path | None:
        return Path(self.site).expanduser().resolve() if self.site else None

    @property
    def data_directory(self) -> Path:
        return Path(self.data).expanduser().resolve()


DECLARATIONS: Mapping[str, Declaration] = declarations(Settings)

FOR_WORKERS = frozenset(name for name, declared in DECLARATIONS.items() if declared.help.of_workers)
"""Settings that only a server gives to its own workers."""


def _check_origins(settings: Settings) -> None:
    for origin in settings.origins:
        check_origin(origin)


def _check_frame_origins(settings: Settings) -> None:
    for origin in settings.frame_origins:
        if origin != "*":
            check_origin(origin)


def _check_public_url(settings: Settings) -> None:
    if settings.public_url:
        check_origin(settings.public_url)


def _check_silence(settings: Settings) -> None:
    """Refuse values that were probably meant as seconds. With such a value, clients would reconnect in the middle of
    every answer."""
    if 0 < settings.silence < 1_000:
        raise ValueError(f"{settings.silence} is not {DECLARATIONS['silence'].right}")


def _check_archive(settings: Settings) -> None:
    if settings.archive:
        check_address(settings.archive)


def _check_durability(settings: Settings) -> None:
    try:
        durability_of(settings.store, settings.durability)
    except ValueError as error:
        raise ValueError(f"{settings.durability!r}: {error}") from error


def _check_mail(settings: Settings) -> None:
    if settings.mail and not settings.public_url:
        raise ValueError("links in mails need the public address of the server; set `public_url` too")


CHECKS: Mapping[str, Callable[[Settings], object]] = {
    "store": lambda settings: address_of(settings.store),
    "venues": lambda settings: Venues(settings.venues),
    "origins": _check_origins,
    "frame_origins": _check_frame_origins,
    "public_url": _check_public_url,
    "mail": _check_mail,
    "silence": _check_silence,
    "durability": _check_durability,
    "archive": _check_archive,
}
"""The rules of settings beside their types; each raises `ValueError` with the right form."""


def listed(text: str) -> list[str]:
    """Return the parts of a text that are separated by commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def settings_from(environment: Mapping[str, str], given: Mapping[str, Any]) -> Settings:
    """Return the settings. Values in `given` take precedence over the environment, and those over the defaults.

    Raises `ValueError` with a sentence that names the setting and the valid values.
    """
    names = {declared.variable: name for name, declared in DECLARATIONS.items()}
    set_by_hosts = ", ".join(variable for variable, name in names.items() if name not in FOR_WORKERS)
    found: dict[str, Any] = {}
    for variable, value in environment.items():
        if not variable.startswith(PREFIX) or variable in CLIENT_VARIABLES:
            continue
        if variable not in names:
            similar = get_close_matches(
                variable.removeprefix(PREFIX), [name.removeprefix(PREFIX) for name in names], n=1
            )
            meant = f" Did you mean {PREFIX}{similar[0]}?" if similar else ""
            raise ValueError(f"{variable} is not a setting.{meant} There are: {set_by_hosts}")
        found[names[variable]] = value
    found.update({name: value for name, value in given.items() if value is not None})
    for name, declared in DECLARATIONS.items():
        if declared.is_list and isinstance(text := found.get(name), str):
            found[name] = listed(text)
            # An empty list of origins opens the server to all of them: nobody shall come to that by a slip.
            if name == "origins" and not found[name]:
                raise ValueError(
                    f"{names_of(name)} is {text!r}, which names no origin; it must be a list as"
                    " https://cards.example.org,https://example.org, or be left out for all origins."
                )
    try:
        settings = msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise ValueError(_correction(found, error)) from error
    for name, check in CHECKS.items():
        try:
            check(settings)
        except ValueError as error:
            raise ValueError(f"{names_of(name)}: {str(error).rstrip('.')}.") from error
    if settings.test_seed is not None:
        _raise_unless_for_tests(settings)
    return settings


def _raise_unless_for_tests(settings: Settings) -> None:
    """Raise `ValueError` if other people could play matches with predictable cards, or if such matches would be
    stored."""
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
        raise ValueError(
            f"{names_of('test_seed')} makes every deal foreseeable, so it does not go with {', '.join(wrong)}."
        )


def names_of(name: str) -> str:
    """Return the option and the environment variable of a setting, for errors."""
    return f"{DECLARATIONS[name].option} (or {DECLARATIONS[name].variable})"


def _correction(found: Mapping[str, Any], error: msgspec.ValidationError) -> str:
    text, _, path = str(error).partition(" - at `$.")
    name = path.rstrip("`").partition("[")[0]
    if name not in DECLARATIONS or not DECLARATIONS[name].right:
        return f"a setting is wrong: {text}"
    return f"{names_of(name)} is {found[name]!r}; it must be {DECLARATIONS[name].right}."
