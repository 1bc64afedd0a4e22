"""The client as a distribution of its own: built, put into an empty environment without the server, and used there."""

import asyncio
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from servers import SOON, served

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "client"
PROJECT = tomllib.loads((CLIENT / "pyproject.toml").read_text())["project"]
EXAMPLES = CLIENT / "examples"


def needed(requirements: list[str]) -> Iterator[Distribution]:
    """Return what is installed here of these requirements, and of what they require."""
    left, met = [Requirement(line) for line in requirements], set[str]()
    while left:
        requirement = left.pop()
        applies = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if applies and canonicalize_name(requirement.name) not in met:
            met.add(canonicalize_name(requirement.name))
            found = distribution(requirement.name)
            left += [Requirement(line) for line in found.requires or ()]
            yield found


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment in which there is the built wheel, what it declares to need, and nothing else."""
    folder = tmp_path_factory.mktemp("distribution")
    pip = [sys.executable, "-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", folder, CLIENT], check=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "environment"], check=True)
    python = folder / "environment" / "bin" / "python"
    where = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip())
    for each in needed(PROJECT["dependencies"]):
        for file in each.files or ():
            if ".." not in file.parts and file.suffix != ".pyc":  # not the programs, nor what was compiled here
                (packages / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(Path(str(each.locate_file(file))), packages / file)
    [wheel] = folder.glob("*.whl")
    subprocess.run([*pip, "--python", python, "install", "--no-deps", "--no-index", wheel], check=True)
    subprocess.run([*pip, "--python", python, "check"], check=True)
    return python


async def output_of(python: Path, program: Path, *arguments: str) -> str:
    process = await asyncio.create_subprocess_exec(
        *(str(python), "-I", "-W", "error", str(program), *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=python.parent,
    )
    async with asyncio.timeout(3 * SOON):
        written, complaints = await process.communicate()
    assert (process.returncode, complaints.decode()) == (0, "")
    return written.decode()


def test_it_is_installed_without_the_server(python: Path) -> None:
    asked = (
        "import quarterdeck_client as client, quarterdeck_protocol; print(client.__file__)\nimport quarterdeck_server"
    )
    ended = subprocess.run([python, "-I", "-c", asked], capture_output=True, text=True, check=False)
    assert Path(ended.stdout.strip()).is_relative_to(python.parents[1])
    assert "No module named 'quarterdeck_server'" in ended.stderr


def test_it_sets_no_upper_bound_on_what_it_shares_with_others() -> None:
    for line in PROJECT["dependencies"]:
        assert {one.operator for one in Requirement(line).specifier} <= {">=", "!="}, line


def test_its_licence_is_that_of_the_server() -> None:
    assert (CLIENT / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


@pytest.mark.parametrize("program", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_the_readme_shows_exactly_these_programs(program: Path) -> None:
    assert f"```python\n{program.read_text()}```\n" in (CLIENT / "README.md").read_text()


async def test_the_examples_play_think_and_look_on(python: Path) -> None:
    async with served("--store", "memory", environment={"QUARTERDECK_BOT_DELAY": "0"}) as server:
        for name in ("random_bot", "outlook_bot"):
            written = await output_of(python, EXAMPLES / f"{name}.py", server.url)
            assert written.splitlines()[-1].startswith("Result(places=(")
        match = await output_of(python, watched_by(python), server.url)
        match = match.splitlines()[-1]
        seen = await output_of(python, EXAMPLES / "spectator.py", server.url, match.strip())
    assert "Deal 1" in seen
    assert seen.splitlines()[-1].startswith("1. ")


def watched_by(python: Path) -> Path:
    """Return a program that plays a match, so that there is one to look at, and says which."""
    program = python.parent / "played.py"
    text = (EXAMPLES / "random_bot.py").read_text()
    program.write_text(text.replace("print(seat.result)", "print(seat.match)"))
    return program
