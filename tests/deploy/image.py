"""The long form of packaging: the image is built, without a daemon, and does what an orchestrator asks of it.

Not part of the usual run, because it downloads Debian: `make image`, as root on Debian, with its packages `buildah` and
`mmdebstrap`. What came of it last stands in deploy/README.md.
"""

import asyncio
import gzip
import json
import os
import random
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import aiohttp
import pytest
from absent_programs import program
from clusters import Server, free_ports, until
from deploy.bill_of_materials import Component, components_of
from deploy.container import Image, inspected
from deploy.test_deploy import pins
from quarterdeck_client import Client
from quarterdeck_server.process.supervisor import SECONDS_UNTIL_A_WORKER_IS_KILLED
from servers import SOON, line_to

TOP = Path(__file__).parents[2]
NAME = "quarterdeck"
DRAIN = 2
MOST_BYTES = 215_000_000
"""How large the unpacked image may be. It is half Debian with Python, half libraries and server."""

pytestmark = pytest.mark.timeout(3600)


def note(line: str) -> None:
    print(f"\n  {line}", flush=True)


def _program(name: str) -> str:
    return program(name, "buildah mmdebstrap")


class Buildah:
    """Debian's buildah, with a store of its own that is gone afterwards."""

    def __init__(self, folder: Path) -> None:
        settings = folder / "storage.conf"
        settings.write_text(f'[storage]\ndriver = "vfs"\ngraphroot = "{folder}/images"\nrunroot = "{folder}/run"\n')
        self.environment = {**os.environ, "CONTAINERS_STORAGE_CONF": str(settings), "TMPDIR": str(folder)}
        # A machine on which somebody reads what is sent has told its tools whom to trust; what is built hears it, too.
        if trusted := os.environ.get("PIP_CERT"):
            self.environment["BUILD_ARGS"] = f"--volume {trusted}:/etc/ssl/certs/ca-certificates.crt:ro"

    def __call__(self, *words: str) -> str:
        command = [_program("buildah"), *words]
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True).stdout.strip()

    def build(self) -> None:
        _program("mmdebstrap")
        began = time.monotonic()
        subprocess.run(["/bin/sh", str(TOP / "deploy" / "image.sh"), NAME], env=self.environment, check=True)
        note(f"built in {time.monotonic() - began:.0f} s")


@pytest.fixture(scope="module")
def buildah(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Buildah]:
    folder = tmp_path_factory.mktemp("buildah")
    buildah = Buildah(folder)
    buildah.build()
    yield buildah
    buildah("rmi", "--all", "--force")
    shutil.rmtree(folder)  # a gigabyte, which pytest would keep


@pytest.fixture(scope="module")
def image(buildah: Buildah) -> Iterator[Image]:
    container = buildah("from", NAME)
    root = Path(buildah("mount", container))
    yield Image(root, inspected(buildah("inspect", "--type", "image", NAME)))
    buildah("umount", container)
    buildah("rm", container)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    [port] = free_ports(1)
    server = Server(tmp_path_factory.mktemp("store") / "data", port, appendonly="yes", appendfsync="always")
    server.start()
    until(server.is_there)
    yield f"redis://{server.place}/0"
    server.stop()


def test_it_is_small_and_says_what_an_orchestrator_asks(image: Image, buildah: Buildah, tmp_path: Path) -> None:
    files = [os.lstat(path) for path in image.root.rglob("*") if path.is_file() and not path.is_symlink()]
    size = sum({(file.st_dev, file.st_ino): file.st_size for file in files}.values())
    archive = tmp_path / "image.tar"
    buildah("push", "--quiet", NAME, f"docker-archive:{archive}")
    with archive.open("rb") as unpacked, gzip.open(tmp_path / "image.tar.gz", "wb", compresslevel=6) as packed:
        shutil.copyfileobj(unpacked, packed)
    note(f"image: {size / 1e6:.0f} MB, {(tmp_path / 'image.tar.gz').stat().st_size / 1e6:.0f} MB compressed")
    assert size < MOST_BYTES
    assert image.config["User"] == "10001:10001"
    assert image.config["StopSignal"] == "SIGTERM"
    assert list(image.config["ExposedPorts"]) == ["8765/tcp"]
    assert image.start == ["quarterdeck", "serve"]
    labels = image.config["Labels"]
    assert labels["org.opencontainers.image.version"] == version("quarterdeck")
    assert re.fullmatch(r"[0-9a-f]{40}", labels["org.opencontainers.image.revision"])
    assert not (image.root / "usr/bin/apt-get").exists()
    assert not list(image.root.glob("opt/quarterdeck/lib/python3*/site-packages/pip"))


LOADS = """
import importlib, io, pathlib, sys
[packages] = [path for path in map(pathlib.Path, sys.path) if path.name == "site-packages"]
for file in packages.rglob("*.so"):
    if "__mypyc" not in file.name:
        importlib.import_module(".".join(file.relative_to(packages).with_name(file.name.split(".")[0]).parts))
from PIL import Image, ImageDraw, ImageFont
picture = Image.new("RGB", (60, 30))
ImageDraw.Draw(picture).text((1, 1), "Ada", font=ImageFont.load_default(20))
picture.save(io.BytesIO(), "PNG")
"""


def test_each_library_still_loads_without_its_symbols(image: Image) -> None:
    done = image.run(["python", "-c", LOADS], {})
    assert done.returncode == 0, done.stderr


def test_nothing_in_it_belongs_to_its_user_but_the_folder_for_a_store(image: Image) -> None:
    found = [path for path in image.root.rglob("*") if os.lstat(path).st_uid == 10001]
    assert found == [image.root / "var/lib/quarterdeck"]
    program = image.root / "opt/quarterdeck/bin/quarterdeck"
    assert program.stat().st_uid == 0
    assert not program.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def test_it_can_write_nowhere_but_to_its_tmp(image: Image) -> None:
    def writes(path: str) -> bool:
        return image.run(["python", "-c", f"open({path!r}, 'w')"], {}).returncode == 0

    assert writes("/tmp/x")  # noqa: S108 - of the container
    assert not writes("/var/lib/quarterdeck/x")
    assert not writes("/x")


async def _ready(url: str) -> None:
    async with asyncio.timeout(SOON), aiohttp.ClientSession() as http:
        while True:
            try:
                async with http.get(f"{url}/readyz") as response:
                    if response.status == 200:
                        return
            except aiohttp.ClientConnectionError:
                pass
            await asyncio.sleep(0.01)


async def _play(url: str, game: str, bots: int) -> int:
    """Play a match to its end; return how many decisions that took."""
    choice, decisions = random.Random(1), 0
    async with Client(url, name="Ada") as me:
        seat = await me.play(game, bots=bots)
        async for turn in seat.turns():
            await turn.act(choice.choice(turn.choices))
            decisions += 1
        assert seat.result is not None
    return decisions


async def test_it_serves_a_match_to_its_end_and_leaves_when_it_is_asked_to(image: Image, store: str) -> None:
    port, metrics = free_ports(2)
    url = f"http://127.0.0.1:{port}"
    settings = {
        "QUARTERDECK_STORE": store,
        "QUARTERDECK_DURABILITY": "fsync",
        "QUARTERDECK_PORT": str(port),
        "QUARTERDECK_METRICS": f"127.0.0.1:{metrics}",
        "QUARTERDECK_BOT_DELAY": "0",
        "QUARTERDECK_DRAIN": str(DRAIN),
    }
    began = time.monotonic()
    async with image.started(settings) as container:
        await _ready(url)
        took, memory = time.monotonic() - began, container.memory() / 1e6
        note(f"ready after {took:.1f} s, {container.processor():.1f} of them on a core, with {memory:.0f} MB of memory")
        assert image.run(image.healthcheck, settings).returncode == 0
        taken = {game: await _play(url, game, bots) for game, bots in (("density-deck", 3), ("amfibido", 1))}
        note(f"played to their ends, with so many decisions of one seat: {taken}")
        note(f"after two matches {container.memory() / 1e6:.0f} MB")
        async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{metrics}/metrics") as response:
            assert "quarterdeck_" in await response.text()
        async with line_to(url) as line:
            await line.sign_in()
            asked = time.monotonic()
            container.signal(signal.SIGTERM)
            assert await line.closed() == aiohttp.WSCloseCode.SERVICE_RESTART
        status, log = await container.ended()
        took = time.monotonic() - asked
        note(f"ended {took:.1f} s after SIGTERM, {DRAIN} of them to send everybody on")
        assert (status, log) == (0, "")
        assert took < DRAIN + SECONDS_UNTIL_A_WORKER_IS_KILLED
    assert image.run(image.healthcheck, settings).returncode != 0


def test_anything_that_it_is_made_of_is_what_is_pinned(image: Image, tmp_path: Path) -> None:
    [packages] = image.root.glob("opt/quarterdeck/lib/python3*/site-packages")
    bill = _environment_of(packages, tmp_path)
    found = components_of(bill)
    ours = {"quarterdeck", "quarterdeck-client"}
    pinned = pins(TOP / "deploy" / "requirements-server.txt")
    assert {one.name for one in found} >= ours
    others = [one for one in found if one.name not in ours]
    assert others
    assert {one.name: str(pinned[one.name]) for one in others} == {one.name: one.version for one in others}
    assert [one.name for one in others if not one.licenses] == []
    (TOP / "dist").mkdir(exist_ok=True)
    (TOP / "dist" / "quarterdeck-image.cdx.json").write_text(bill)
    note(f"{len(found)} Python packages, in dist/quarterdeck-image.cdx.json")
    note(f"their licences: {', '.join(sorted(_licenses(others)))}")


def _environment_of(packages: Path, folder: Path) -> str:
    """Return the bill of materials of an environment in an unpacked image, licences and who needs whom included."""
    interpreter = folder / "python"
    interpreter.write_text(f"#!/bin/sh\necho '{json.dumps([str(packages)])}'\n")
    interpreter.chmod(0o755)
    made = folder / "image.cdx.json"
    words = ["environment", "--output-reproducible", "--validate", "--output-file", str(made), str(interpreter)]
    subprocess.run([sys.executable, "-m", "cyclonedx_py", *words], check=True)
    # Some packages name their licence where that program does not look.
    script = [sys.executable, "-W", "ignore", str(TOP / "deploy" / "sbom_licences.py"), str(made)]
    subprocess.run(script, check=True)
    return made.read_text()


def _licenses(components: list[Component]) -> set[str]:
    return {license_name for one in components for license_name in one.licenses}
