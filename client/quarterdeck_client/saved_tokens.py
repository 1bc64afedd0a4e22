"""A file with the tokens of this machine's players, so that a returning user is the same player again."""

import contextlib
import os
import tempfile
from pathlib import Path

import msgspec
from quarterdeck_protocol.encoding.file_kinds import MARK
from quarterdeck_protocol.names import TableId, Token

MOST_PLAYERS = 50


class SavedToken(msgspec.Struct, frozen=True, kw_only=True):
    """The saved token of one player on one server."""

    url: str
    name: str
    token: Token
    table: TableId | None = None
    """The table where this player last took a seat."""

    refresh: str | None = None
    """The secret that renews the token of a player who signed in by a code."""

    until: int = 0
    """The time in seconds at which such a token expires."""


class _Page(msgspec.Struct, frozen=True, kw_only=True):
    players: tuple[SavedToken, ...] = ()
    """The saved players, the last used first."""


class SavedTokens:
    """The file of saved tokens, with read permission only for its owner."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def find(self, url: str, name: str | None) -> SavedToken | None:
        """Return the last used player on a server, or the last used with this name; `None` if there is none."""
        return next((each for each in self._read().players if each.url == url and name in (None, each.name)), None)

    def known_by(self, token: Token) -> SavedToken | None:
        """Return the saved player with this token; `None` if there is none."""
        return next((each for each in self._read().players if each.token == token), None)

    def note(self, player: SavedToken) -> None:
        """Save this player as the last used one, and remove an older entry with the same name. Raises `OSError`."""
        others = [each for each in self._read().players if not _is_same(each, player)]
        self._write((player, *others)[:MOST_PLAYERS])

    def _write(self, players: tuple[SavedToken, ...]) -> None:
        page = _Page(players=players)
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, fresh = tempfile.mkstemp(dir=self.path.parent, prefix=self.path.name)  # made with 0600
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(page)))
        Path(fresh).replace(self.path)

    def renewing(self, before: Token | None, now: Token) -> None:
        """Replace the token `before`, if it is saved, by the renewed token `now`. Errors of the file are ignored, so
        that they end no match."""
        known = next((each for each in self._read().players if each.token == before), None)
        if known is not None:
            with contextlib.suppress(OSError):
                self._write(tuple(_renewed(each, before, now) for each in self._read().players))

    def rename(self, player: SavedToken, name: str) -> None:
        """Save a player's token under another name of the player. Raises `OSError`."""
        self.forget(player)
        self.note(msgspec.structs.replace(player, name=name))

    def forget(self, player: SavedToken) -> None:
        """Remove a player's saved token. Raises `OSError`."""
        self._write(tuple(each for each in self._read().players if each != player))

    def _read(self) -> _Page:
        try:
            return msgspec.json.decode(self.path.read_bytes().removeprefix(MARK), type=_Page)
        except (OSError, msgspec.DecodeError):  # there is none yet, or it is unreadable: begin again
            return _Page()


def _is_same(one: SavedToken, other: SavedToken) -> bool:
    return one.token == other.token or (one.url, one.name) == (other.url, other.name)


def _renewed(each: SavedToken, before: Token | None, now: Token) -> SavedToken:
    return msgspec.structs.replace(each, token=now) if each.token == before else each


def usual_path() -> Path:
    """Return the default path of the file, in the user's state directory."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "quarterdeck" / "players.json"
