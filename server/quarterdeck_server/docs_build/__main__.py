"""`python -m quarterdeck_server.docs_build [FOLDER]`: build the schemas and the served documents.

Git does not keep them. Without a folder they are written into `protocol/` of the checkout. `make` and the packaging
(`server/built_documents.py`) run it. It changes no file that git keeps: `quarterdeck schema --write` does.
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
    """Drop a line of the recorded server's log."""
    raise structlog.DropEvent


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else PROTOCOL)
