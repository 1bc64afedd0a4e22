"""The address of an archive in the settings."""

from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from quarterdeck_server.storage.archive.archive import Archive


def archive_at(address: str) -> Archive:
    """Return the archive at an address: `file:///srv/matches`, or `s3://bucket/matches`, with `?endpoint=http://…` and
    `&region=…` for services other than Amazon's. Raises `ValueError` with a sentence for a wrong address."""
    check_address(address)
    parts = urlsplit(address)
    if parts.scheme == "file":
        from quarterdeck_server.storage.archive.file_archive import (
            FileArchive,  # so that no address needs it to be looked at
        )

        return FileArchive(Path(unquote(parts.path)))
    try:
        from quarterdeck_server.storage.archive.s3_archive import S3Archive
    except ImportError as error:
        raise ValueError("an archive in S3 needs `pip install 'quarterdeck[s3]'`") from error
    said = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    prefix = unquote(parts.path.strip("/"))
    return S3Archive(parts.netloc, prefix, endpoint=said.get("endpoint"), region=said.get("region"))


def check_address(address: str) -> None:
    """Raise `ValueError`, with a sentence, if this is not the address of an archive."""
    parts = urlsplit(address)
    match parts.scheme:
        case "file":
            if parts.netloc or not parts.path.startswith("/") or parts.query:
                raise ValueError(f"{address} names no folder; write file:///srv/matches, with three slashes")
        case "s3":
            if not parts.netloc or "@" in parts.netloc or ":" in parts.netloc:
                raise ValueError(
                    "an archive in S3 is s3://bucket/prefix; its keys come from AWS_ACCESS_KEY_ID and related variables"
                )
            unknown = sorted(set(parse_qs(parts.query, keep_blank_values=True)) - {"endpoint", "region"})
            if unknown:
                raise ValueError(f"an archive in S3 has only the options endpoint and region, not {', '.join(unknown)}")
        case _:
            raise ValueError(f"{address!r} is neither file:///… nor s3://…")
