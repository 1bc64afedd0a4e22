"""What a server is made of is written down, the same for everybody, and is what is pinned: `make sbom`."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from deploy.bill_of_materials import components_of
from deploy.test_deploy import PYPROJECT, pins

TOP = Path(__file__).parents[2]
LOCK = TOP / "deploy" / "requirements-server.txt"


def made(**environment: str) -> str:
    """Return the bill as `make sbom` makes it, which looks at its form as well."""
    [recipe] = re.findall(r"\$\(RUN\)/(python -W ignore -m cyclonedx_py .*?)\n\n", (TOP / "Makefile").read_text(), re.S)
    words = recipe.replace("\\\n", " ").replace("--validate", "--no-validate").split()
    at = words.index("--output-file")
    del words[at : at + 2]
    command = [sys.executable, *words[1:]]
    return subprocess.run(
        command, cwd=TOP, env={**os.environ, **environment}, check=True, capture_output=True, text=True
    ).stdout


@pytest.fixture(scope="module")
def bill() -> str:
    return made(PYTHONHASHSEED="1")


def test_the_same_requirements_make_the_same_bytes(bill: str) -> None:
    assert made(PYTHONHASHSEED="2", TZ="Asia/Tokyo") == bill


def test_it_names_what_is_pinned_with_every_hash(bill: str) -> None:
    components = components_of(bill)
    assert {one.name: one.version for one in components} == {name: str(at) for name, at in pins(LOCK).items()}
    pinned = re.findall(r"--hash=sha256:(\w+)", LOCK.read_text())
    assert sorted(digest for one in components for digest in one.hashes) == sorted(pinned)


def test_it_is_about_this_version_of_the_server(bill: str) -> None:
    project = PYPROJECT["project"]
    assert f'"name": "{project["name"]}"' in bill
    assert re.search(rf'"type": "application",\s+"version": "{re.escape(project["version"])}"', bill)
