"""The command `quarterdeck serve`: it starts the embedded store if needed, one or several server processes, prints the
start message, and shuts down in order.

With several workers, this process opens the listening socket, runs the store, and restarts every worker that dies. The
workers share the socket. Each worker holds the reading end of a pipe from this process, so it ends when this process
ends for any reason.

The serving modules are imported after the start of the store was requested. Nine tenths of a start are imports, and the
store loads in the meantime.
"""

import asyncio
import errno
import gc
import os
import re
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib import import_module
from tempfile import TemporaryDirectory

import msgspec
import structlog

from quarterdeck_server.process.lean_imports import import_lean
from quarterdeck_server.process.pause_signals import PauseSignals
from quarterdeck_server.process.startup_message import StartupMessage
from quarterdeck_server.process.systemd import READY, STOPPING, notify_systemd
from quarterdeck_server.setting_declarations import PREFIX
from quarterdeck_server.settings import DECLARATIONS, Settings, Switch
from quarterdeck_server.storage.durability import Durability, durability_of
from quarterdeck_server.storage.redis.embedded import EmbeddedStore
from quarterdeck_server.store_errors import AccessDenied, Unavailable
from quarterdeck_server.web.open_files import raise_the_limit

SECONDS_UNTIL_A_WORKER_IS_KILLED = 10.0
SECONDS_BEFORE_A_WORKER_IS_REPLACED = 0.5
SECONDS_BETWEEN_LOOKS = 0.5
"""Seconds between attempts to reach a store that was unreachable at the start."""

SECONDS_FOR_THE_ARCHIVE = 10.0
"""Seconds for which the start waits for an archive that does not answer."""

BACKLOG = 4096
SEND_BUFFER = 64 * 1024
"""Small, so that a client that does not read is noticed before the kernel has swallowed megabytes for it."""

_log = structlog.get_logger()


async def serve(settings: Settings) -> None:
    """Run the server until it is told to stop. Raises `EmbeddedError`, `ValueError` or `OSError` with a message for the
    operator."""
    raise_the_limit()
    _check_traces(settings)
    _check_extensions()
    _check_cards(settings)
    _check_site(settings)
    _check_webhooks(settings)
    _check_providers(settings)
    _check_mail(settings)
    await _check_archive(settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_log_uncaught)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    pausing = PauseSignals(is_on=not settings.new_matches.is_on)
    pausing.listen(loop)
    listening = listening_socket(settings)
    metrics_sockets = list(_metrics_sockets(settings))
    async with _store_address(settings) as address:
        is_there = settings.inherited_socket is not None or await _is_there(settings, address)
        if settings.inherited_socket is not None:
            _stop_with_parent(stop)
        if settings.workers > 1:
            await _serve_with_workers(settings, address, listening, metrics_sockets, stop, pausing, is_there=is_there)
        else:
            import_lean("quarterdeck_server.process.server_process")
            from quarterdeck_server.process.server_process import serve_here

            startup_message = _startup_message(settings, address, listening, metrics_sockets, is_there=is_there)
            await serve_here(settings, address, listening, metrics_sockets, stop, pausing, startup_message)


async def _serve_with_workers(
    settings: Settings,
    address: str,
    listening: socket.socket,
    metrics_sockets: Sequence[socket.socket],
    stop: asyncio.Event,
    pausing: PauseSignals,
    *,
    is_there: bool,
) -> None:
    if address == "memory":
        raise ValueError("several workers need a shared store: `embedded` or the address of a Redis")
    gc.enable()  # this process has nothing more to import
    with _meeting_places(settings.workers) as places:
        workers = []
        for number in range(settings.workers):
            own = msgspec.structs.replace(settings, inherited_handover=tuple(places))
            keeping = _keep_worker(own, address, listening, metrics_sockets[number : number + 1], pausing)
            workers.append(asyncio.ensure_future(keeping))
            places.rotate(-1)
        try:
            async with _startup_message(settings, address, listening, metrics_sockets, is_there=is_there):
                await stop.wait()
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)


@contextmanager
def _meeting_places(workers: int) -> Iterator[deque[str]]:
    """Yield the paths of the sockets over which workers hand connections to each other, in a private folder. Yield none
    if no folder can be made."""
    try:
        folder = TemporaryDirectory(prefix="quarterdeck-")
    except OSError as error:
        _log.warning("connections are not handed over between workers", why=str(error))
        yield deque()
        return
    with folder as path:
        if "," in path:  # workers are told of places with commas between them
            _log.warning("connections are not handed over between workers", why=f"a comma in {path}")
            yield deque()
            return
        yield deque(f"{path}/{number}" for number in range(workers))


async def _keep_worker(
    settings: Settings,
    address: str,
    listening: socket.socket,
    metrics_sockets: Sequence[socket.socket],
    pausing: PauseSignals,
) -> None:
    """Start a worker process, and restart it whenever it ends, until this task is cancelled."""
    while True:
        settings = msgspec.structs.replace(settings, new_matches=Switch.OFF if pausing.is_on else Switch.ON)
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "quarterdeck_server",
            "serve",
            stdin=subprocess.PIPE,
            pass_fds=[each.fileno() for each in (listening, *metrics_sockets)],
            env=_environment_of(settings, address, listening, metrics_sockets),
            start_new_session=True,  # so that Ctrl-C reaches us, and only us
        )
        try:
            with pausing.passed_on(worker, started_as=not settings.new_matches.is_on):
                await worker.wait()
            _log.error("a worker has ended", pid=worker.pid, status=worker.returncode)
            await asyncio.sleep(SECONDS_BEFORE_A_WORKER_IS_REPLACED)
        finally:
            await _end(worker, settings.drain + SECONDS_UNTIL_A_WORKER_IS_KILLED)


async def _end(worker: asyncio.subprocess.Process, patience: float) -> None:
    if worker.returncode is not None:
        return
    worker.terminate()
    try:
        async with asyncio.timeout(patience):
            await worker.wait()
    except TimeoutError:
        worker.kill()
        await worker.wait()


def _environment_of(
    settings: Settings, address: str, listening: socket.socket, metrics_sockets: Sequence[socket.socket]
) -> dict[str, str]:
    own = msgspec.structs.replace(
        settings,
        store=address,
        durability=str(_durability(settings)),
        workers=1,
        inherited_socket=listening.fileno(),
        inherited_metrics_socket=next((each.fileno() for each in metrics_sockets), None),
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    for field, value in msgspec.structs.asdict(own).items():
        if value != DECLARATIONS[field].value:  # so an empty list is given only where the default has entries
            environment[PREFIX + field.upper()] = ",".join(value) if isinstance(value, tuple) else str(value)
    return environment


def _log_uncaught(_: asyncio.AbstractEventLoop, what: dict[str, object]) -> None:
    """Log an uncaught error of the event loop without the objects involved: their `repr` could show a player's hand."""
    error = what.get("exception")
    _log.error("unhandled exception", what=what.get("message"), exc_info=error)


def listening_socket(settings: Settings) -> socket.socket:
    """Return the socket that accepts client connections. Raises `OSError` with a message for the operator."""
    if settings.inherited_socket is not None:
        return socket.socket(fileno=settings.inherited_socket)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        listening.bind((settings.host, settings.port))
    except OSError as error:
        listening.close()
        raise OSError(_why_not_there(settings, error)) from error
    listening.listen(BACKLOG)
    listening.setblocking(False)
    return listening


def _metrics_sockets(settings: Settings) -> Iterator[socket.socket]:
    """Yield one listening socket for metrics for each serving process, if metrics are enabled. Raises `OSError` with a
    message."""
    if settings.inherited_metrics_socket is not None:
        yield socket.socket(fileno=settings.inherited_metrics_socket)
        return
    if settings.metrics_address is None or settings.inherited_socket is not None:
        return
    host, port = settings.metrics_address
    for number in range(settings.workers):
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        own = port + number if port else 0
        try:
            listening.bind((host, own))
        except (OSError, OverflowError) as error:
            listening.close()
            why = getattr(error, "strerror", None) or str(error)
            said = f"Metrics cannot be served at {host}:{own} ({why}); choose another address with --metrics."
            raise OSError(f"{said} Each server on a machine needs its own port for metrics.") from error
        listening.listen()
        listening.setblocking(False)
        yield listening


async def _check_archive(settings: Settings) -> None:
    """Raise `ValueError` with a message if the archive can never accept a match. If the archive is only unreachable,
    the server starts: matches stay in the store meanwhile. The checks are those of `quarterdeck doctor`."""
    if not settings.archive or settings.inherited_socket is not None:
        return
    from quarterdeck_server.storage.archive.archive import ArchiveAway, ArchiveRefuses, try_archive
    from quarterdeck_server.storage.archive.archive_address import archive_at

    archive = archive_at(settings.archive)
    try:
        async with asyncio.timeout(SECONDS_FOR_THE_ARCHIVE):
            await try_archive(archive)
    except ArchiveRefuses as refusal:
        said = f"--archive (or {PREFIX}ARCHIVE): the archive accepts no matches: {refusal}."
        raise ValueError(f"{said} It must exist, and the server's user must be able to write to it.") from refusal
    except (ArchiveAway, TimeoutError) as away:
        _log.error("the archive accepts no matches; they stay in the store", why=str(away) or "no answer in time")


def _check_extensions() -> None:
    """Raise `ExtensionError`, a `ValueError` with the name of its package, if an installed extension cannot be used."""
    from quarterdeck_games import installed_games

    from quarterdeck_server.extensions import check_extensions

    installed_games()
    check_extensions()


def _check_cards(settings: Settings) -> None:
    """Raise `ValueError` or `OSError` with a message if the host's card sets cannot be used. Called before anything is
    started."""
    if settings.cards_directory is not None or settings.sets:
        from quarterdeck_server.cards.host_sets import games_with

        games_with(settings.cards_directory, settings.sets)


def _check_site(settings: Settings) -> None:
    """Raise `ValueError`, with file and line, if the folder of the site has a fault. A worker that is started later
    serves without a site then, and takes it as soon as it is right."""
    if settings.site_directory is None or settings.inherited_socket is not None:
        return
    from quarterdeck_server.site.site import read_site

    declared = DECLARATIONS["site"]
    try:
        read_site(settings.site_directory)
    except ValueError as error:
        raise ValueError(f"{declared.option} (or {declared.variable}): {error}") from error


def _check_webhooks(settings: Settings) -> None:
    """Raise `ValueError` with a message if the file of webhooks cannot be used."""
    if settings.webhooks_file is None:
        return
    from quarterdeck_server.lobby.webhooks.hooks import read_hooks

    declared = DECLARATIONS["webhooks"]
    try:
        read_hooks(settings.webhooks_file)
    except (OSError, ValueError) as error:
        raise ValueError(f"{declared.option} (or {declared.variable}): {error}") from error


def _check_providers(settings: Settings) -> None:
    """Raise `ValueError` with a message if the file of providers of identities cannot be used."""
    if settings.sign_on_file is None:
        return
    from quarterdeck_server.lobby.sign_on.provider_file import read_providers

    declared = DECLARATIONS["sign_on"]
    try:
        read_providers(settings.sign_on_file)
    except (OSError, ValueError) as error:
        raise ValueError(f"{declared.option} (or {declared.variable}): {error}") from error


def _check_mail(settings: Settings) -> None:
    """Raise `ValueError` with a message if the file of the mail server cannot be used."""
    if settings.mail_file is None:
        return
    from quarterdeck_server.lobby.mail.mail_file import read_mail_file

    declared = DECLARATIONS["mail"]
    try:
        read_mail_file(settings.mail_file)
    except (OSError, ValueError) as error:
        raise ValueError(f"{declared.option} (or {declared.variable}): {error}") from error


def _check_traces(settings: Settings) -> None:
    """Raise `ValueError` with a message if tracing is enabled but its packages are not installed, or OpenTelemetry's
    variables name no receiver of traces."""
    if not settings.traces:
        return
    try:
        import_module("quarterdeck_server.telemetry.traces")
    except ImportError as error:
        raise ValueError("--traces needs OpenTelemetry: `pip install 'quarterdeck[otel]'`.") from error
    for variable in ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"):
        endpoint = os.environ.get(variable, "")
        if endpoint and not re.match(r"https?://[^/:]", endpoint):
            raise ValueError(f"{variable} is {endpoint!r}; it must be an address as http://collector:4318.")
    for variable in ("OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"):
        protocol = os.environ.get(variable, "")
        if protocol not in ("", "http/protobuf"):
            raise ValueError(f"{variable} is {protocol!r}; it must be http/protobuf, usually on port 4318.")


def _why_not_there(settings: Settings, error: OSError) -> str:
    place = f"{settings.host}:{settings.port}"
    if error.errno == errno.EADDRINUSE:
        return (
            f"{place} is in use, perhaps by another Quarterdeck. A second server needs its own port and "
            "folder: `quarterdeck serve --port 8766 --data other-data`, or `make serve QUARTERDECK_PORT=8766 "
            "QUARTERDECK_DATA=other-data`."
        )
    return f"Cannot listen on {place} ({error.strerror}); choose another address with --host and --port."


@asynccontextmanager
async def _store_address(settings: Settings) -> AsyncIterator[str]:
    """Yield the address of the store. If it is the embedded store, it runs as long as this context is open."""
    if settings.store != "embedded":
        yield settings.store
        return
    embedded = EmbeddedStore(settings.data_directory, fsync=_durability(settings).appendfsync)
    starting = asyncio.ensure_future(embedded.start())
    await asyncio.sleep(0)  # it is under way now, and loads while this process imports
    fitness, serving = "quarterdeck_server.storage.redis.fitness", "quarterdeck_server.process.server_process"
    import_lean(fitness if settings.workers > 1 else serving)
    await starting
    watching = asyncio.ensure_future(embedded.keep_running())
    try:
        yield embedded.url
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        await embedded.stop()


async def _is_there(settings: Settings, address: str) -> bool:
    """Return true if the store answers. Raises `ValueError`, with the settings to change, if the store does not keep
    its data."""
    if address == "memory":
        return True
    from quarterdeck_server.storage.redis.fitness import why_unfit_at

    try:
        unfit = await why_unfit_at(address, _durability(settings))
    except AccessDenied as refusal:
        raise ValueError(str(refusal)) from refusal
    except Unavailable as away:
        _log.warning("the store cannot be reached", why=str(away))
        return False
    if unfit is not None:
        raise ValueError(unfit)
    return True


def _durability(settings: Settings) -> Durability:
    return durability_of(settings.store, settings.durability)


def _stop_with_parent(stop: asyncio.Event) -> None:
    """Set `stop` when the parent process of this worker is gone, which closes the pipe from it."""
    loop, pipe = asyncio.get_running_loop(), sys.stdin.fileno()

    def ended() -> None:
        loop.remove_reader(pipe)  # a pipe that has ended can be read for ever
        stop.set()

    loop.add_reader(pipe, ended)


@asynccontextmanager
async def _startup_message(
    settings: Settings,
    address: str,
    listening: socket.socket,
    metrics_sockets: Sequence[socket.socket],
    *,
    is_there: bool,
) -> AsyncIterator[None]:
    """Print the start message as soon as clients can connect, and notify systemd then and at the end. A worker prints
    nothing."""
    if settings.inherited_socket is not None:
        yield
        return
    startup_message = StartupMessage(settings, listening, metrics_sockets)
    if is_there:
        _print_listening(startup_message)
        yield
    else:
        startup_message.print_waiting()
        waiting = asyncio.ensure_future(_print_when_it_is_there(settings, address, startup_message))
        try:
            yield
        finally:
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
    notify_systemd(STOPPING)


def _print_listening(startup_message: StartupMessage) -> None:
    startup_message.print_listening()
    notify_systemd(READY)


async def _print_when_it_is_there(settings: Settings, address: str, startup_message: StartupMessage) -> None:
    from quarterdeck_server.storage.redis.fitness import why_unfit_at

    reported = None
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        try:
            unfit = await why_unfit_at(address, _durability(settings))
        except Unavailable:
            continue
        if unfit is None:
            _print_listening(startup_message)
            return
        if unfit != reported:  # readiness says it too
            _log.error("nobody can play yet: the store cannot save matches", why=unfit)
            reported = unfit
