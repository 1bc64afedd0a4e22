"""Guides for authors of games, as the packages that they build: their blocks are files, and commands to type."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

GUIDES = Path(__file__).parents[2] / "server" / "quarterdeck_games"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of the guide: a file of the package, or commands to type."""

    language: str
    file: str
    text: str


class Package:
    """The package that a guide builds, in a folder of its own, and what is installed of it."""

    def __init__(self, guide: Path, folder: Path) -> None:
        self.folder = folder / "package"
        self.site = folder / "site"
        self.blocks = [Block(*found.groups(default="")) for found in BLOCK.finditer(guide.read_text("utf-8"))]
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")},
            "HYPOTHESIS_PROFILE": "short",
            "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_NO_BUILD_ISOLATION": "0",  # as the option: what builds it is here, and nothing is fetched
            "PIP_NO_DEPS": "1",
            "PIP_NO_INDEX": "1",
            "PIP_TARGET": str(self.site),
            "PYTEST_ADDOPTS": "-p no:cacheprovider -p quarterdeck_testing.plugin",  # whenever this was installed
            "PYTHONPATH": str(self.site),
        }

    def write(self) -> None:
        for block in self.blocks:
            if block.file:
                path = self.folder / block.file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")

    def type(self, commands: str, folder: Path | None = None, **environment: str) -> str:
        """Type commands as the guide has them, and return what was said."""
        done = subprocess.run(
            ["sh", "-ec", commands],
            cwd=folder or self.folder,
            env={**self.environment, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout}"
        return done.stdout

    @property
    def typed(self) -> list[str]:
        return [block.text for block in self.blocks if block.language == "sh"]
