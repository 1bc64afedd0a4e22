"""Servers whose power can be cut: what they had not made sure of on their disk is gone.

A process that is killed loses nothing that it has handed to the system; a machine without power does. So a small
library in C (`storage/noted_syncs.c`), compiled here and preloaded, notes how much of each file was there when a sync
of it ended, and a power cut shortens the files to that. It needs Linux and a C compiler.
"""

import os
import signal
import subprocess
from pathlib import Path

import clusters
import pytest
from absent_programs import compiler

SOURCE = Path(__file__).parent / "storage" / "noted_syncs.c"


@pytest.fixture(scope="session")
def noted_syncs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that notes syncs."""
    library = tmp_path_factory.mktemp("library") / "noted_syncs.so"
    flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror"]
    subprocess.run([compiler(), *flags, "-o", str(library), str(SOURCE), "-ldl"], check=True)
    return library


class PoweredServer(clusters.Server):
    """A server on a port of its own with a disk that can be held, and power that can be cut."""

    def __init__(self, folder: Path, library: Path, **settings: str) -> None:
        """`settings` are its own, as in its configuration, with _ for -."""
        (port,) = clusters.free_ports(1)
        folder.mkdir(parents=True)
        super().__init__(folder / "store", port, appendonly="yes", repl_diskless_sync_delay="0", **settings)
        self._notes, self._held = folder / "notes", folder / "held"
        self._notes.touch()
        self.environment = {
            "LD_PRELOAD": str(library),
            "NOTED_SYNCS": str(self._notes),
            "NOTED_SYNCS_HELD": str(self._held),
        }

    @property
    def url(self) -> str:
        return f"redis://{self.place}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        super().start()
        clusters.until(self.is_there)
        self.number = self.process()

    def wait_for_the_disk(self) -> None:
        """Return when the disk has all that was written. While a sync goes on, the server holds back what it would
        write next."""
        clusters.until(lambda: self.client.info("persistence")["aof_buffer_length"] == 0)
        clusters.until(lambda: all(size == path.stat().st_size for path, size in self._sizes().items()))

    def hold_the_disk(self) -> None:
        """Let no sync end from now on."""
        self._held.touch()

    def wait_until_it_waits_for_the_disk(self) -> None:
        """Return when a sync waits for a disk that is held."""
        clusters.until(lambda: "held" in self._notes.read_text().splitlines())

    def cut_the_power(self) -> None:
        """End it, and let the disk have what it has; then the disk is itself again. Nobody may be asked for anything
        meanwhile: a server that waits for its disk does not answer."""
        os.kill(self.number, signal.SIGKILL)
        assert self._keeper is not None
        assert self._keeper.stdin is not None
        self._keeper.stdin.close()
        self._keeper.wait()
        self.client.close()
        for path, size in self._sizes().items():
            os.truncate(path, min(size, path.stat().st_size))
        self._held.unlink(missing_ok=True)

    def _sizes(self) -> dict[Path, int]:
        """Return how much of each of its files the disk has."""
        noted = dict(line.split() for line in self._notes.read_text().splitlines() if line != "held")
        files = [path for path in (self.folder / "appendonlydir").iterdir() if path.is_file()]
        return {path: int(noted.get(str(path.stat().st_ino), 0)) for path in files}
