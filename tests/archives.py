"""The archives that tests run against: a folder, and a bucket of moto's server, which speaks S3."""

import itertools
import logging
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from moto.server import ThreadedMotoServer

NUMBERS = itertools.count(1)
KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_REGION": "us-east-1"}


@pytest.fixture(scope="session")
def s3_server() -> Iterator[str]:
    """The address of a server that speaks S3, for all tests of this worker."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(s3_server: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of an archive in an empty bucket."""
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    name = f"bucket-{next(NUMBERS)}"
    with urlopen(Request(f"{s3_server}/{name}", method="PUT")):  # noqa: S310 - this machine's
        return f"s3://{name}/matches?endpoint={s3_server}"


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """The address of an archive in an empty folder."""
    (tmp_path / "an archive").mkdir()
    return f"file://{tmp_path}/an%20archive"


@pytest.fixture(params=["folder", "bucket"])
def archive_address(request: pytest.FixtureRequest) -> str:
    """The address of an empty archive, of either kind."""
    return str(request.getfixturevalue(request.param))
