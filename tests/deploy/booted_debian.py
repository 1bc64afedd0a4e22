"""Debian's own systemd, booted in namespaces of this machine, in which shipped settings run as Debian's services.

Nothing outside of it is written: its root is this machine's, under an overlay in memory. It takes root, Debian, and a
kernel that lets root make namespaces; where one of these is missing, tests are named as not run.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from absent_programs import needs_root, not_run, program
from servers import SOON

BOOT = Path(__file__).parent / "boot_debian.sh"
TOP = Path(__file__).parents[2]
NAMESPACES = ("--mount", "--pid", "--net", "--ipc", "--uts", "--cgroup", "--fork")
HERE = "/srv/quarterdeck"
"""Where the working tree is in it."""

LEFT_OUT = (".*", "node_modules", "__pycache__", "build", "dist", "quarterdeck-data")
"""What of the working tree is not copied: nothing of it is in a fresh clone."""

SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class BootedDebian:
    """A running systemd, and everything below it."""

    def __init__(self, init: int) -> None:
        self._init = init
        self.root = Path(f"/proc/{init}/root")
        """Its root, as it is seen from here."""

    def run(self, script: str, *, status: int | None = 0, online: bool = False, **variables: str) -> str:
        """Run a script of bash as root, in the working tree, and return all that it says. `online` is for pip: that has
        this machine's network and settings."""
        completed = subprocess.run(
            [*self._entered(online=online), "bash", "-euo", "pipefail", "-c", script],
            env={**_environment(online=online), **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        said = completed.stdout
        print(f"$ {script}\n{said}")
        assert status in (None, completed.returncode), f"{script}\nended with {completed.returncode}:\n{said}"
        return said

    def begin(self, *words: str, **variables: str) -> "subprocess.Popen[str]":
        """Start a program, and return it as it runs."""
        return subprocess.Popen(
            [*self._entered(online=False), *words],
            env={**_environment(online=False), **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def journal(self, unit: str) -> str:
        """Return what a service has said."""
        return self.run(f"journalctl --unit {unit} --output cat --no-pager")

    def _entered(self, *, online: bool) -> list[str]:
        network = [] if online else ["--net"]
        where = ["--mount", "--pid", "--ipc", "--uts", "--cgroup", f"--root=/proc/{self._init}/root"]
        return ["nsenter", f"--target={self._init}", *where, *network, f"--wd={self.root}{HERE}"]


def _environment(*, online: bool) -> Mapping[str, str]:
    kept = os.environ if online else {}
    own = {
        name: value for name, value in kept.items() if not name.startswith(("QUARTERDECK_", "PYTHON", "VIRTUAL_ENV"))
    }
    return {**own, "PATH": SYSTEM_PATH, "HOME": "/root", "LANG": "C.UTF-8"}


@contextmanager
def booted_debian(folder: Path) -> Iterator[BootedDebian]:
    """Boot it, with the working tree in it; the test is not run where that cannot be."""
    _check_machine()
    log = folder / "boot.log"
    with log.open("wb") as said:
        booting = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "bash", str(BOOT), str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
    try:
        machine = BootedDebian(_init_of(booting, log))
        machine.root.joinpath(HERE.lstrip("/")).mkdir(parents=True)
        shutil.copytree(
            TOP, f"{machine.root}{HERE}", ignore=shutil.ignore_patterns(*LEFT_OUT), dirs_exist_ok=True, symlinks=True
        )
        state = machine.run("systemctl is-system-running --wait", status=None).strip()
        assert state == "running", machine.run("systemctl --failed --no-pager; journalctl --no-pager -p err")
        yield machine
    finally:
        with suppress(ProcessLookupError, LookupError):
            os.kill(_first_of(booting), 9)
        booting.wait(SOON)


def _check_machine() -> None:
    needs_root("to boot a systemd in namespaces")
    if not Path("/etc/debian_version").exists():
        not_run("Debian's services are looked at on Debian alone")
    if not Path("/lib/systemd/systemd").exists():
        not_run("there is no systemd: `apt-get install systemd`")
    for name, package in (("nginx", "nginx-light"), ("haproxy", "haproxy"), ("caddy", "caddy"), ("redis-server",) * 2):
        program(name, package)
    tried = subprocess.run(["unshare", *NAMESPACES, "true"], capture_output=True, text=True, check=False)
    if tried.returncode:
        not_run(f"root may not make namespaces here ({tried.stderr.strip()})", in_ci=False)


def _init_of(booting: "subprocess.Popen[bytes]", log: Path) -> int:
    """Return the process that has become systemd, once it can be asked."""
    until = time.monotonic() + SOON
    while time.monotonic() < until:
        with suppress(LookupError, OSError):
            init = _first_of(booting)
            there = Path(f"/proc/{init}/root/run/systemd/private").is_socket()
            if there and Path(f"/proc/{init}/comm").read_text().strip() == "systemd":
                return init
        assert booting.poll() is None, f"systemd did not boot: {log.read_text()}"
        time.sleep(0.05)
    raise TimeoutError(log.read_text())


def _first_of(booting: "subprocess.Popen[bytes]") -> int:
    """Return the first process of the new namespaces: a child of the script's child. Raises `LookupError`."""
    for child in _children(booting.pid):
        for init in _children(child):
            return init
    raise LookupError("there are no namespaces yet, or no longer")


def _children(process: int) -> list[int]:
    try:
        return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except FileNotFoundError:
        return []
