"""What a server is made of is written down, the same for everybody, and is what is pinned: `make sbom`."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from deploy.bill_of_materials import components_of
from deploy.test_deploy import PYPROJECT, pins

TOP = Path(__file__).parents[2]
LOCK = TOP / "deploy" / "requirements-server.txt"


def made(**environment: str) -> str:
    """Return the bill as `make sbom` makes it, which looks at its form as well."""
    makefile = (TOP / "Makefile").read_text()
    [recipe] = re.findall(r"\$\(RUN\)/(python -W ignore -m cyclonedx_py .*?)\n\t\$\(RUN\)", makefile, re.S)
    words = recipe.replace("\\\n", " ").replace("--validate", "--no-validate").split()
    at = words.index("--output-file")
    del words[at : at + 2]
    command = [sys.executable, *words[1:]]
    bare = subprocess.run(
        command, cwd=TOP, env={**os.environ, **environment}, check=True, capture_output=True, text=True
    ).stdout
    with tempfile.NamedTemporaryFile("w+") as file:
        file.write(bare)
        file.flush()
        script = [sys.executable, "-W", "ignore", str(TOP / "deploy" / "sbom_licences.py"), file.name]
        subprocess.run(script, cwd=TOP, env={**os.environ, **environment}, check=True)
        return Path(file.name).read_text("utf-8")


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


def test_it_names_the_licences_of_everything(bill: str) -> None:
    licences = {one.name: one.licenses for one in components_of(bill)}
    assert [name for name, found in licences.items() if not found] == []
    assert (licences["redis"], licences["msgspec"]) != ((), ())
    assert any("Apache" in each for each in licences["aiohttp"])


def test_a_component_whose_licence_is_not_known_is_named(tmp_path: Path, bill: str) -> None:
    other = json.loads(bill)
    other["components"][0]["version"] = "0.0.1"
    file = tmp_path / "bill.json"
    file.write_text(json.dumps(other))
    before = file.read_bytes()
    script = [sys.executable, "-W", "ignore", str(TOP / "deploy" / "sbom_licences.py"), str(file)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    name = other["components"][0]["name"]
    assert (done.returncode, f"no licence is known of {name} 0.0.1" in done.stderr) == (1, True)
    assert file.read_bytes() == before


def test_a_package_may_write_its_name_as_it_likes(tmp_path: Path, bill: str) -> None:
    file = tmp_path / "bill.json"
    file.write_text(bill.replace('"resvg-py"', '"resvg_py"'))
    script = [sys.executable, "-W", "ignore", str(TOP / "deploy" / "sbom_licences.py"), str(file)]
    subprocess.run(script, check=True)
    [found] = [one for one in components_of(file.read_text()) if one.name == "resvg-py"]
    assert found.licenses == ("MIT",)


def test_it_is_about_this_version_of_the_server(bill: str) -> None:
    project = PYPROJECT["project"]
    assert f'"name": "{project["name"]}"' in bill
    assert re.search(rf'"type": "application",\s+"version": "{re.escape(project["version"])}"', bill)
