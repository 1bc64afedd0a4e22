"""The proxies for servers at fixed addresses: Debian's programs, with the settings that are shipped."""

import asyncio
import contextlib
import getpass
import os
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from absent_programs import program

ANSWERED = " /healthz 200 "
"""What stands in a line about a question that was answered: others tell of a server that is down, or of conversations
that end with it."""

FOLDER = Path(__file__).parents[2] / "deploy" / "proxy"

NGINX_FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
"""What nginx writes aside, which Debian's keeps where only root may."""


@dataclass(frozen=True)
class Proxy:
    """A program, and how it is started with the settings that are shipped for it."""

    program: str
    package: str
    """What Debian calls it."""

    file: str
    """Its settings in `deploy/proxy`."""

    arguments: tuple[str, ...]
    """How it is started in the foreground; `{}` stands for the file with its settings."""

    asks_another_when_refused: bool = True
    """Whether it asks the other server when one says that it is leaving, or lets its client hear it."""

    logs_as: tuple[str, ...] = ()
    """What it calls each server in its log, if it takes a second to find one that has come back."""

    places: tuple[tuple[str, str], ...] = ()
    """What stands in the settings that names a place of the machine, and what a test puts there instead: `{folder}` is
    the folder of the test, `{user}` whoever runs it. Braces of their own are doubled."""

    haste: tuple[tuple[str, str], ...] = ()
    """What stands in the settings about the time after which a server that does not answer is taken for frozen, and
    instead a time in which it gets a core however busy the machine is."""

    def patient(self) -> "Proxy":
        """Return one that takes no server for frozen that others keep from the cores."""
        return replace(self, places=self.places + self.haste)

    def settings(self, folder: Path, here: int, servers: Sequence[int]) -> str:
        """Return the shipped settings with other places in them, and nothing else: it listens on the port `here`, and
        the two servers have theirs."""
        settings = (FOLDER / self.file).read_text()
        own = [(old.format(), new.format(folder=folder, user=getpass.getuser(), here=here)) for old, new in self.places]
        for old, new in (
            *own,
            ("127.0.0.1:8765", f"127.0.0.1:{servers[0]}"),
            ("127.0.0.1:8766", f"127.0.0.1:{servers[1]}"),
        ):
            assert settings.count(old) >= 1, old
            settings = settings.replace(old, new)
        return settings

    @contextlib.asynccontextmanager
    async def running(self, folder: Path, here: int, servers: Sequence[int]) -> AsyncIterator[None]:
        """Run it, with a folder of its own; what it logs is in the file `requests` there."""
        path, file = program(self.program, self.package), folder / self.file
        file.write_text(self.settings(folder, here, servers))
        with (folder / "requests").open("ab") as requests:
            running = await asyncio.create_subprocess_exec(
                path,
                *(argument.format(file) for argument in self.arguments),
                stdout=requests,
                stderr=DEVNULL,
                env={**os.environ, "HOME": str(folder)},
            )
        try:
            yield
        finally:
            assert running.returncode is None, f"{self.program} has ended by itself"
            running.terminate()
            await running.wait()

    def log_of(self, folder: Path) -> Callable[[int], bool]:
        """Return what says whether it has passed something on to a server since it was last asked, according to its
        log. One that asks every server there is needs not to find any."""
        at = 0

        def has_passed_on_to(number: int) -> bool:
            nonlocal at
            if not self.logs_as:
                return True
            said = (folder / "requests").read_text()[at:]
            at += len(said)
            return any(self.logs_as[number] in line and ANSWERED in line for line in said.splitlines())

        return has_passed_on_to


NGINX = Proxy(
    "nginx",
    "nginx-light",
    "nginx-debian.conf",
    ("-c", "{}", "-g", "daemon off;"),
    places=(
        ("user www-data;", "user {user};"),
        ("/run/nginx.pid", "{folder}/nginx.pid"),
        ("/var/log/nginx/error.log", "{folder}/errors"),
        ("/var/log/nginx/access.log", "{folder}/requests"),
        ("http {{", "http {{\n" + "".join(f"    {kind}_temp_path {{folder}}/{kind};\n" for kind in NGINX_FOLDERS)),
        ("listen 8080;", "listen 127.0.0.1:{here};"),
    ),
    haste=(("proxy_read_timeout 3s", "proxy_read_timeout 120s"),),
)
HAPROXY = Proxy(
    "haproxy",
    "haproxy",
    "haproxy.cfg",
    ("-f", "{}"),
    logs_as=("match/match-1 ", "match/match-2 "),
    places=(
        ("bind :8080", "bind 127.0.0.1:{here}"),
        # Who runs the tests may not be root, and then cannot become somebody else.
        ("    user haproxy\n    group haproxy\n    chroot /var/lib/haproxy\n", ""),
    ),
    haste=(("timeout check 1s", "timeout check 120s"), ("timeout server 2s", "timeout server 120s")),
)
CADDY = Proxy(
    "caddy",
    "caddy",
    "Caddyfile",
    ("run", "--config", "{}", "--adapter", "caddyfile"),
    asks_another_when_refused=False,
    places=(
        ("{{$DOOR::8080}} {{", "http://127.0.0.1:{here} {{"),
        ("unix//var/lib/caddy/admin.sock", "unix/{folder}/admin.sock"),
    ),
    haste=(("import match 3s", "import match 120s"),),
)
PROXIES = (NGINX, HAPROXY, CADDY)
