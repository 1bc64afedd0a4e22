"""`python -m quarterdeck_server.docs_build [FOLDER]`: builds the schemas and the documents that the server shows.

These files are not in git. Without an argument they are written into `protocol/` of the checkout. `make` and the
packaging (`server/built_documents.py`) run this module. It changes no file that is in git; `quarterdeck schema --write`
does that.
"""

import asyncio
import sys
from pathlib import Path

import structlog

from quarterdeck_server.docs_build.files import PROTOCOL, build_in, is_checkout, made


def main(folder: Path) -> None:
    if not is_checkout(PROTOCOL):
        sys.exit(f"The documents cannot be built: {PROTOCOL} has no PROTOCOL.md. Run this from a checkout.")
    structlog.configure(processors=[_drop])
    build_in(folder, asyncio.run(made(PROTOCOL)))


def _drop(*_: object) -> str:
    """Drop every line that a recorded server writes to its log."""
    raise structlog.DropEvent


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else PROTOCOL)
