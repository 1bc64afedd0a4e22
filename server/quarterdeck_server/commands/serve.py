"""The command `quarterdeck serve`: runs a match server."""

import asyncio
import gc
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from quarterdeck_client.commands.output import Failure

from quarterdeck_server.commands.setting_options import setting_options
from quarterdeck_server.process.lean_imports import import_lean
from quarterdeck_server.settings import Settings, names_of, settings_from


@click.command()
@setting_options
def serve(**given: Any) -> None:
    """Run a match server.

    Every option can also be set in the environment: QUARTERDECK_HOST, QUARTERDECK_PORT and so on. An option takes
    precedence. deploy/README.md says more about each.
    """
    gc.disable()  # until it serves: imported objects live on
    try:
        _serve(given)
    finally:
        gc.enable()


def _serve(given: Mapping[str, Any]) -> None:
    import_lean("quarterdeck_server.process.logs", "quarterdeck_server.process.supervisor")
    from quarterdeck_server.process.logs import begin_logging
    from quarterdeck_server.process.loops import fastest_loop
    from quarterdeck_server.process.supervisor import serve as serve_until_stopped
    from quarterdeck_server.storage.redis.embedded import EmbeddedError

    settings = Settings()
    try:
        settings = settings_from(os.environ, given)
        begin_logging(settings.log_level)
        with asyncio.Runner(loop_factory=fastest_loop()) as runner:
            runner.run(serve_until_stopped(settings))
    except (ValueError, EmbeddedError) as error:
        raise Failure(*str(error).split("\n")) from error
    except OSError as error:
        said = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        if isinstance(error, NotADirectoryError) and not error.filename:
            said = f"{names_of('cards')}: {said}."
        elif error.filename and Path(settings.data) in (Path(str(error.filename)), *Path(str(error.filename)).parents):
            said = f"{names_of('data')}: {said}. It must be a folder that this user may write to."
        raise Failure(*said.split("\n")) from error
