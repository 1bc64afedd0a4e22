"""Commands over plain HTTP."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.sides import ShortRef


class PostedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command in the body of `POST /v1/commands`: the same JSON as a frame on the WebSocket. Its other fields are
    those of the command, as the schema of messages from clients has them."""

    type: Annotated[str, Meta(min_length=1, max_length=64)]
    """The name of the command."""

    ref: ShortRef
    """The client's name for this command. The same command with the same `ref` is carried out once."""
