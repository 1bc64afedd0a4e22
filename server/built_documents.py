"""Build hook of the server's Python package: it adds the documents that the server shows, which are generated from the
code.

In a checkout they are generated for each build. A source distribution contains them already.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = "protocol/published"
PACKAGED = {"wheel": "quarterdeck_server/published", "sdist": BUILT}
"""The place of the documents in each kind of package."""

PACKAGES = ("protocol", "server", "client")
CLIENT = "quarterdeck-client"
"""The other distribution of the repository, which is not installed to build this one."""

REVISION = {
    "wheel": "quarterdeck_server/revision.txt",
    "sdist": "server/quarterdeck_server/revision.txt",
}
"""The place of the file with the revision of the source code in each kind of package."""


class BuiltDocuments(BuildHookInterface[Any]):
    """Build step of the package: generates the documents that are not in git, such as schemas, with the server's
    libraries."""

    def dependencies(self) -> list[str]:
        """Return the server's libraries as build requirements, unless the documents exist already."""
        if self._is_archive():
            return []
        core = self.metadata.core
        libraries: list[str] = [*core.dependencies, *core.optional_dependencies["server"]]
        return [each for each in libraries if not each.startswith(CLIENT)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if self._is_archive():
            built = root / BUILT
        elif version == "editable":
            self._build()
            return
        else:
            self._temporary = tempfile.TemporaryDirectory(prefix="quarterdeck-documents-")
            self._build(self._temporary.name)
            built = Path(self._temporary.name, Path(BUILT).name)
        build_data["force_include"][str(built)] = PACKAGED[self.target_name]
        if not self._is_archive() and (revision := self._revision()):
            (Path(self._temporary.name) / "revision.txt").write_text(f"{revision}\n", "utf-8")
            build_data["force_include"][str(Path(self._temporary.name) / "revision.txt")] = REVISION[self.target_name]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if not self._is_archive() and version != "editable":
            self._temporary.cleanup()

    def _is_archive(self) -> bool:
        """True if this is an unpacked source distribution, not a checkout."""
        return (Path(self.root) / "PKG-INFO").is_file()

    def _revision(self) -> str:
        """Return the revision of the source code: `SOURCE_REVISION`, or that of git; empty without both. A
        checkout with changes has `+` at its end."""
        if given := os.environ.get("SOURCE_REVISION", "").strip():
            return given
        command = ("git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+")
        with contextlib.suppress(OSError):
            found = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)  # noqa: S603 - fixed words
            return found.stdout.strip() if found.returncode == 0 else ""
        return ""

    def _build(self, *folder: str) -> None:
        with tempfile.TemporaryDirectory(prefix="quarterdeck-metadata-") as metadata:
            self._describe(Path(metadata))
            packages = [str(Path(self.root) / package) for package in PACKAGES]
            path = [metadata, *packages, *filter(None, [os.environ.get("PYTHONPATH")])]
            subprocess.run(  # noqa: S603 - this Python, with words of its own
                [sys.executable, "-m", "quarterdeck_server.docs_build", *folder],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
                check=True,
            )

    def _describe(self, folder: Path) -> None:
        """Write the metadata of both packages, which are not installed yet, because a server reads its version from
        there."""
        for name in ("quarterdeck", "quarterdeck_client"):
            described = folder / f"{name}-{self.metadata.version}.dist-info"
            described.mkdir()
            text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {self.metadata.version}\n"
            (described / "METADATA").write_text(text, "utf-8")
