"""What a start imports: nine tenths of what it takes are imports, so they are counted here, whatever else the machine
does."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

NOT_FOR_SERVING = frozenset(
    {
        "hypothesis",
        "jsonschema",
        "markdown_it",  # only a rule book that somebody reads
        "obstore",  # only an archive in S3
        "opentelemetry.sdk.metrics._internal",
        "opentelemetry.sdk.trace",  # only traces
        "quarterdeck_server.docs_build",
        "quarterdeck_server.evaluation",
        "quarterdeck_server.storage.archive.s3_archive",
        "quarterdeck_server.verification",
        "rich.traceback",
        "segno",
        "textual",
    }
)
BEFORE_THE_STORE_HAS_BEEN_STARTED = frozenset(
    {"aiohttp", "prometheus_client", "quarterdeck_games", "quarterdeck_server.app", "redis"}
)
"""What is imported while the embedded store loads, and not before."""

IMPORT = re.compile(r"^import time: +\d+ \| +\d+ \| +(\S+)$", re.MULTILINE)


def test_serving_imports_nothing_that_no_setting_has_asked_for(tmp_path: Path) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    program = [sys.executable, "-X", "importtime", "-m", "quarterdeck_server", "serve", "--store", "memory"]
    imports = tmp_path / "imports"
    with (
        imports.open("w") as stderr,
        subprocess.Popen(
            [*program, "--port", "0"], stdout=subprocess.PIPE, stderr=stderr, text=True, env=clean, cwd=tmp_path
        ) as process,
    ):
        assert process.stdout is not None
        try:
            assert any('"event": "listening"' in line for line in process.stdout)
        finally:
            process.send_signal(signal.SIGTERM)
    imported = set(IMPORT.findall(imports.read_text()))
    assert {"aiohttp", "quarterdeck_games", "quarterdeck_server.app"} <= imported
    assert NOT_FOR_SERVING & imported == set()


def test_anything_that_serves_is_imported_after_the_store_has_been_started() -> None:
    script = "import sys, quarterdeck_server.commands.serve, quarterdeck_server.process.supervisor; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=600, check=True)
    imported = set(done.stdout.split())
    assert "quarterdeck_server.storage.redis.embedded" in imported
    assert BEFORE_THE_STORE_HAS_BEEN_STARTED & imported == set()
