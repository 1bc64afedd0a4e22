"""`quarterdeck schema`."""

import asyncio

import click
from quarterdeck_client.commands.output import Failure, echo, echo_json
from quarterdeck_protocol.schema import protocol_schema


@click.command()
@click.option(
    "--write",
    is_flag=True,
    help="Write everything in `protocol/` anew that is made from the code, and the settings in deploy/README.md.",
)
@click.option(
    "--freeze",
    is_flag=True,
    help="The same, and version 1 of the protocol is frozen: whatever stands in the baseline now stays for ever.",
)
def schema(write: bool, freeze: bool) -> None:
    """Print the JSON Schema of the protocol's messages."""
    if not write and not freeze:
        echo_json(protocol_schema(), indent=2)
        return
    from quarterdeck_server.docs_build import files, settings_table
    from quarterdeck_server.docs_build.baseline import BaselineError
    from quarterdeck_server.docs_build.frozen_additions import SCRIPTS
    from quarterdeck_server.docs_build.frozen_conversation import CONVERSATIONS, written_steps
    from quarterdeck_server.docs_build.frozen_script import recorded as said

    if not files.is_checkout(files.PROTOCOL):
        raise Failure("This is installed without its source; there is no `protocol/` to write to.")
    made = asyncio.run(files.made(files.PROTOCOL))
    changed = files.write(files.PROTOCOL, made)
    try:
        recorded = dict(files.baseline_of(files.PROTOCOL, made, freeze=freeze))
        for name in CONVERSATIONS:
            if not (files.PROTOCOL / name).is_file():
                recorded[name] = written_steps(asyncio.run(said(SCRIPTS[name]())))
    except BaselineError as error:
        raise Failure(*str(error).split("\n")) from error
    for path, content in recorded.items():
        (files.PROTOCOL / path).write_bytes(content)
    documents = settings_table.write(files.PROTOCOL.parent)
    for path in [*(f"protocol/{path}" for path in [*changed, *recorded]), *documents]:
        echo(path)
    if not changed and not recorded and not documents:
        echo("Everything is as it should be.")
