"""The command `quarterdeck schema`: prints or writes the protocol's JSON Schema."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import click
from quarterdeck_client.commands.output import Failure, echo, echo_json
from quarterdeck_protocol.schema import protocol_schema

CHECKOUT = ""
"""The value of `--write` without a folder."""


@click.command()
@click.option(
    "--write",
    metavar="[FOLDER]",
    is_flag=False,
    flag_value=CHECKOUT,
    help="Write all schemas, OpenAPI and AsyncAPI into a folder. Without one, in a checkout: write everything in "
    "`protocol/` anew that is made from the code, and the settings in deploy/README.md.",
)
@click.option(
    "--freeze",
    is_flag=True,
    help="The same, and freeze version 1 of the protocol: the current baseline cannot change afterwards.",
)
def schema(write: str | None, freeze: bool) -> None:
    """Print the JSON Schema of the protocol's messages, or write all schemas into a folder."""
    if write is None and not freeze:
        echo_json(protocol_schema(), indent=2)
    elif write in (None, CHECKOUT):
        _write_checkout(freeze=freeze)
    elif freeze:
        raise Failure("--freeze changes `protocol/` of a checkout; it is not combined with --write FOLDER.")
    else:
        _write_schemas(Path(write))


def _write_schemas(folder: Path) -> None:
    from quarterdeck_server.docs_build.files import schema_files
    from quarterdeck_server.web.http.routes.docs_routes import published

    documents = {name: (published() / name).read_bytes() for name in ("openapi.json", "asyncapi.json")}
    for path, content in {**schema_files(), **documents}.items():
        try:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        except OSError as error:
            raise Failure(f"The schemas cannot be written into {folder}: {error.strerror}.") from error
        echo(str(folder / path))


def _write_checkout(*, freeze: bool) -> None:
    from quarterdeck_server.docs_build import files, settings_table
    from quarterdeck_server.docs_build.baseline import BaselineError
    from quarterdeck_server.docs_build.frozen_additions import SCRIPTS
    from quarterdeck_server.docs_build.frozen_conversation import written_steps
    from quarterdeck_server.docs_build.frozen_script import recorded as said
    from quarterdeck_server.docs_build.scene_steps import SceneError

    if not files.is_checkout(files.PROTOCOL):
        raise Failure("This installation has no source tree, so there is no `protocol/` to write to.")
    made = asyncio.run(files.made(files.PROTOCOL))
    changed = files.write(files.PROTOCOL, made)
    try:
        recorded = dict(files.baseline_of(files.PROTOCOL, made, freeze=freeze))
        for name in SCRIPTS:
            if not (files.PROTOCOL / name).is_file():
                recorded[name] = written_steps(asyncio.run(said(SCRIPTS[name]())))
        recorded |= asyncio.run(_further(files.PROTOCOL, recorded))
    except (BaselineError, SceneError) as error:
        raise Failure(*str(error).split("\n")) from error
    for path, content in recorded.items():
        (files.PROTOCOL / path).write_bytes(content)
    documents = settings_table.write(files.PROTOCOL.parent)
    files.build_in(files.PROTOCOL, made)  # last: they are up to date with the documents
    for path in [*(f"protocol/{path}" for path in [*changed, *recorded]), *documents]:
        echo(path)
    if not changed and not recorded and not documents:
        echo("All files are up to date.")


async def _further(protocol: Path, recorded: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return a recorded conversation for each documented scene with a new command, and the list of their digests if it
    has grown."""
    from quarterdeck_server.docs_build import scene_steps
    from quarterdeck_server.docs_build.baseline import FRAMES
    from quarterdeck_server.docs_build.conversation import converse
    from quarterdeck_server.docs_build.frozen_conversation import written_steps
    from quarterdeck_server.docs_build.frozen_script import recorded as said

    known = scene_steps.known_commands(protocol)
    made: dict[str, bytes] = {}
    if scene_steps.are_all_known(known) and FRAMES not in recorded:
        return made
    for name, steps in scene_steps.new_conversations(protocol, (await converse()).scenes):
        answered = await said(steps)
        scene_steps.check_answers(answered, known)
        made[name] = written_steps(answered)
    frames = recorded.get(FRAMES, (protocol / FRAMES).read_bytes())
    sums = (protocol / scene_steps.SUMS).read_text(encoding="utf-8")
    listed = scene_steps.sums_with(sums, {**made, **dict([scene_steps.frames_so_far(frames)])})
    return {**made, scene_steps.SUMS: listed.encode()}
