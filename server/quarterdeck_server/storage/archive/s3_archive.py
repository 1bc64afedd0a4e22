"""Archive of matches in an S3 service. It uses the library obstore, whose requests run in Rust threads beside the event
loop.

Keys, region and endpoint come from the environment as for every other S3 client (`AWS_ACCESS_KEY_ID`,
`AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`, or the machine's role). Region and endpoint may also be in
the archive's address.
"""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

from obstore.exceptions import BaseError, NotFoundError, PermissionDeniedError, UnauthenticatedError
from obstore.store import S3Store

from quarterdeck_server.storage.archive.archive import ArchiveAway, ArchiveRefuses

TRIES = 3
PATIENCE = timedelta(seconds=10)

REFUSALS = (FileNotFoundError, NotFoundError, PermissionError, PermissionDeniedError, UnauthenticatedError)
"""Errors for a missing bucket, and for keys that are wrong or lack permissions."""


class S3Archive:
    """Archive in the objects of an S3 bucket whose names begin with a prefix."""

    def __init__(self, bucket: str, prefix: str, *, endpoint: str | None = None, region: str | None = None) -> None:
        """Make an archive in an S3 bucket. Raises `ValueError` if the address of the S3 service is invalid."""
        said: dict[str, Any] = {"endpoint": endpoint, "region": region}
        self._where = f"s3://{bucket}"
        try:
            self._store = S3Store(
                bucket,
                prefix=prefix or None,
                config={name: value for name, value in said.items() if value is not None},  # type: ignore[arg-type]  # its own shape
                client_options={"timeout": PATIENCE, "allow_http": True},
                retry_config={"max_retries": TRIES, "retry_timeout": PATIENCE},
            )
        except BaseError as error:
            raise ValueError(f"{self._where}: {_first_line(error)}") from error

    async def put(self, name: str, body: bytes) -> None:
        """Store bytes in the archive under a name."""
        try:
            await self._store.put_async(name, body)
        except (BaseError, OSError) as error:
            raise self._away(error) from error

    async def get(self, name: str) -> bytes | None:
        """Return the bytes under a name; `None` if there are none."""
        try:
            return bytes(await (await self._store.get_async(name)).bytes_async())
        except FileNotFoundError as error:
            if "NoSuchBucket" in str(error):
                raise self._away(error) from error
            return None
        except (BaseError, OSError) as error:
            raise self._away(error) from error

    async def remove(self, name: str) -> None:
        """Remove the bytes under this name from the archive."""
        try:
            await self._store.delete_async(name)
        except (BaseError, OSError) as error:
            raise self._away(error) from error

    async def listed(self) -> AsyncIterator[tuple[str, int]]:
        """Yield the names of all objects with their sizes."""
        try:
            async for found in self._store.list():
                for each in found:
                    yield each["path"], each["size"]
        except (BaseError, OSError) as error:
            raise self._away(error) from error

    def _away(self, error: Exception) -> ArchiveAway:
        away = ArchiveRefuses if isinstance(error, REFUSALS) else ArchiveAway
        return away(f"{self._where} cannot be used: {_first_line(error)}")


def _first_line(error: Exception) -> str:
    """Return the first line of an error, without the service's long text."""
    return (str(error).partition("\n")[0] or type(error).__name__)[:300]
