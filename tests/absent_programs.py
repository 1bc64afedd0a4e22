"""Checks that cannot run on this machine: each is named at the end of a test run, and is an error where `CI` is set.

Everything that pip and npm bring is there. A browser, the proxies, systemd and a C compiler are the system's;
`tests/install_programs.sh` installs them where it can.
"""

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NoReturn

import pytest

NOT_RUN = "not run: "
"""How the reason of each such test begins."""

PATH = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}/usr/sbin"
"""Where programs are looked for: a user who is not root may lack the folder of Debian's servers."""


def program(name: str, package: str) -> str:
    """Return the path of a program, or end the test if there is none; `package` is Debian's that has it."""
    found = shutil.which(name, path=PATH)
    if found is None:
        not_run(f"there is no {name}: `apt-get install {package}`")
    return found


def compiler() -> str:
    """Return the path of a C compiler, or end the test if there is none."""
    found = next((path for path in map(shutil.which, ("cc", "gcc", "clang")) if path), None)
    if found is None:
        not_run("there is no C compiler: `apt-get install gcc libc6-dev`")
    return found


def needs_root(purpose: str) -> None:
    """End the test unless it runs as root, which it needs for this purpose."""
    if os.geteuid() != 0:
        not_run(f"it takes root {purpose}")


def not_run(reason: str, *, in_ci: bool = True) -> NoReturn:
    """End the test as one that cannot run here. Where `CI` is set that is a failure, unless nothing could be installed
    `in_ci` to cure it."""
    if in_ci and os.environ.get("CI"):
        pytest.fail(f"{NOT_RUN}{reason}. CI is set, so this is an error.")
    pytest.skip(NOT_RUN + reason)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Name at the very end what was not run."""
    yield
    lines = list(_summary(terminalreporter.getreports("skipped")))
    if lines:
        terminalreporter.section("not run on this machine", yellow=True)
        for line in lines:
            terminalreporter.line(line)


def _summary(skipped: Iterable[pytest.TestReport]) -> Iterator[str]:
    said = [report.longrepr[2] for report in skipped if isinstance(report.longrepr, tuple)]
    reasons = Counter(reason.partition(NOT_RUN)[2] for reason in said if NOT_RUN in reason)
    for reason, number in reasons.most_common():
        yield f"{number} {'test' if number == 1 else 'tests'}: {reason}"
