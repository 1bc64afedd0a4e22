"""Applies the patches that a connection receives, so that readers get complete updates."""

from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_protocol.messages import UpdatePatch
from quarterdeck_protocol.names import MatchId
from quarterdeck_protocol.patch import PatchError, patched

CHANGING = ("players", "waiting", "result", "view", "choices", "outlooks", "watching")
"""The fields of an update that a patch can change. The other fields are sent with the patch, or keep their values."""

STAYING_OUT = {*CHANGING, "recess"}
"""The fields that an update does not take over from the one before: a recess is in each update while there is one."""


class _FrameKind(msgspec.Struct):
    """The fields of a message that are needed to tell its type and its match."""

    type: str
    match: Any = None


_kind_decoder = msgspec.json.Decoder(_FrameKind)
_patch = msgspec.json.Decoder(UpdatePatch[Raw])


class WholeUpdates:
    """Turns the patches of one connection into complete updates."""

    __slots__ = ("_latest",)

    def __init__(self) -> None:
        self._latest: dict[MatchId, dict[str, Any]] = {}

    def whole(self, frame: bytes | str) -> bytes | str:
        """Return the frame unchanged, or for a patch the complete `update` that results from the previous one. Raises
        `PatchError` if the patch does not fit the previous update, and `msgspec.DecodeError`."""
        message = _kind_decoder.decode(frame)
        if not isinstance(message.match, str):
            return frame
        followed = MatchId(message.match)
        match message.type:
            case "update":
                self._latest[followed] = msgspec.json.decode(frame)
            case "update_patch":
                return self._made_whole(followed, frame)
            case "match_unwatched":
                self._latest.pop(followed, None)
            case _:
                pass
        return frame

    def _made_whole(self, match: MatchId, frame: bytes | str) -> bytes:
        patch = _patch.decode(frame)
        before = self._latest.pop(match, None)  # a misfit leaves no base for later patches
        if before is None or before["version"] != patch.since:
            raise PatchError(f"a patch follows version {patch.since}, which was not sent on this connection")
        said = {key: value for key, value in msgspec.json.decode(frame).items() if key not in ("type", "patch")}
        changing = patched({key: before[key] for key in CHANGING if key in before}, patch.patch)
        update = {**{key: before[key] for key in before if key not in STAYING_OUT}, **said, **changing}
        if update.get("undo", patch) is None:
            del update["undo"]  # `null` says that there is none any more
        self._latest[match] = update
        return msgspec.json.encode(update)
