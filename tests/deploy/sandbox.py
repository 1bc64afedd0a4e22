"""A program within the walls of a unit that the kernel keeps for each process, without systemd: run as a script.

`python sandbox.py UNIT PROGRAM …` takes from the unit which system calls there are (`SystemCallFilter=`), whether
memory may become executable (`MemoryDenyWriteExecute=`) and which families of addresses there are
(`RestrictAddressFamilies=`), shuts itself in as systemd does, by libseccomp, and becomes the program. It may open as
many files as the unit says.
"""

import ctypes
import errno
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ALLOW = 0x7FFF0000
REFUSE = 0x00050000 | errno.EPERM
EQUAL, MASKED_EQUAL = 4, 7
LAST_FAMILY = 45
"""Linux has no family of addresses with a higher number."""

PROT_WRITE, PROT_EXEC = 2, 4


class Comparison(ctypes.Structure):
    """libseccomp's `scmp_arg_cmp`: an argument of a system call, and what it is compared with."""

    _fields_ = (
        ("number", ctypes.c_uint),
        ("how", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


class Filter:
    """A filter of system calls in the making."""

    def __init__(self, otherwise: int) -> None:
        self._library = ctypes.CDLL("libseccomp.so.2", use_errno=True)
        self._library.seccomp_init.restype = ctypes.c_void_p
        self._context = ctypes.c_void_p(self._library.seccomp_init(ctypes.c_uint32(otherwise)))

    def add(self, action: int, call: str, *comparisons: Comparison) -> None:
        """Say what comes of a system call with such arguments, if this processor has it."""
        number = self._library.seccomp_syscall_resolve_name(call.encode())
        if number < 0:
            return
        listed = (Comparison * len(comparisons))(*comparisons)
        status = self._library.seccomp_rule_add_array(
            self._context, ctypes.c_uint32(action), number, len(comparisons), listed
        )
        if status:
            raise OSError(-status, f"no rule for {call}")

    def load(self) -> None:
        """Put it over this process, and over all that come of it."""
        if status := self._library.seccomp_load(self._context):
            raise OSError(-status, "no filter")


def settings_of(unit: Path) -> Iterator[tuple[str, str]]:
    for line in unit.read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            yield key, value


def calls_of(words: Sequence[str]) -> set[str]:
    """Return the system calls of groups, as systemd has them."""
    found: set[str] = set()
    for word in words:
        if not word.startswith("@"):
            found.add(word)
            continue
        listed = subprocess.run(
            ["systemd-analyze", "--no-pager", "syscall-filter", word], capture_output=True, text=True, check=True
        ).stdout.splitlines()[1:]
        inner = [line.strip() for line in listed]
        found |= calls_of([line for line in inner if line and not line.startswith("#")])
    return found


def allowed_calls(unit: Path) -> set[str]:
    allowed: set[str] = set()
    for key, value in settings_of(unit):
        if key == "SystemCallFilter" and value.startswith("~"):
            allowed -= calls_of(value.removeprefix("~").split())
        elif key == "SystemCallFilter":
            allowed |= calls_of(value.split())
    return allowed


def shut_in(unit: Path) -> None:
    """Put the walls of a unit around this process."""
    chosen = dict(settings_of(unit))
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = int(chosen["LimitNOFILE"]) if hard == resource.RLIM_INFINITY else min(hard, int(chosen["LimitNOFILE"]))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    walls: list[Filter] = []
    if chosen["MemoryDenyWriteExecute"] == "yes":
        memory = Filter(ALLOW)
        both = PROT_WRITE | PROT_EXEC
        memory.add(REFUSE, "mmap", Comparison(2, MASKED_EQUAL, both, both))
        memory.add(REFUSE, "mprotect", Comparison(2, MASKED_EQUAL, PROT_EXEC, PROT_EXEC))
        memory.add(REFUSE, "pkey_mprotect", Comparison(2, MASKED_EQUAL, PROT_EXEC, PROT_EXEC))
        walls.append(memory)
    families = {getattr(socket, name) for name in chosen["RestrictAddressFamilies"].split()}
    addresses = Filter(ALLOW)
    for family in set(range(LAST_FAMILY + 1)) - families:
        addresses.add(REFUSE, "socket", Comparison(0, EQUAL, family, 0))
    walls.append(addresses)
    calls = Filter(REFUSE)
    for call in sorted(allowed_calls(unit)):
        calls.add(ALLOW, call)
    walls.append(calls)  # the last one: it has no call to make another
    for wall in walls:
        wall.load()


if __name__ == "__main__":
    shut_in(Path(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606 - what a test starts
