"""Checks that cannot run on this machine: each is named at the end of a test run, and is an error where `CI` is set.

Everything that pip and npm bring is there. A browser, the proxies, systemd and a C compiler are the system's.
"""

import os
import shutil
from collections import Counter
from collections.abc import Iterable
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


def summary(skipped: Iterable[pytest.TestReport]) -> list[str]:
    """Return a line for each reason for which tests were not run."""
    reasons = Counter(
        said.partition(NOT_RUN)[2]
        for report in skipped
        if isinstance(report.longrepr, tuple) and NOT_RUN in (said := report.longrepr[2])
    )
    return [f"{number} {'check' if number == 1 else 'checks'}: {reason}" for reason, number in reasons.most_common()]
