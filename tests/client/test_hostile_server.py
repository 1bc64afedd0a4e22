"""Whatever a server, a file or a player has written, nothing of it reaches a terminal but what can be read.

The server here is a real one behind a relay that puts into every text what a terminal would obey: escape sequences,
control characters, marks that turn the direction, markup. The program runs on a real terminal, and what counts is what
comes out of it.
"""

import asyncio
import contextlib
import fcntl
import os
import pty
import re
import struct
import sys
import termios
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import msgspec
import pytest
from forked_programs import ForkedProcess, forked
from relay import Relay, run
from servers import SOON, LiveServer, live_server
from transcripts import relinked, tiny, with_text

PASSWORD = "a long walk by the sea"
MARKUP = "[bold red]x[/bold red]"
POISON = (
    (
        "\x1b[32mValid: "
        f"match\x1b[0m\x1b]0;pwned\x07\x9b31m\u202e\u2066\u200f\u061c\u2028\r\nFORGED\x08\x7f\x00\ud83d{MARKUP}"
    )
    .encode(errors="ignore")
    .decode()
)
"""Colours, the title of the window, the same in one character, marks of direction, new lines, rubbing out."""

TEXTS = frozenset({"id", "name", "title", "text", "label", "why", "match", "table", "verdict", "detail", "reason"})
"""The fields that hold texts, names and ids."""

ALL_TEXTS = frozenset({"phrases", "faults", "bots"})
"""The fields in which every word is one."""

HARMFUL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def poisoned(said: Any, spared: frozenset[str], *, is_text: bool = False, all_of_it: bool = False) -> Any:
    """Return what a server says with poison in all texts but in the fields that are spared."""
    if isinstance(said, dict):
        return {
            key: poisoned(
                value, spared, is_text=key in TEXTS - spared, all_of_it=all_of_it or key in ALL_TEXTS - spared
            )
            for key, value in said.items()
        }
    if isinstance(said, list):
        return [poisoned(each, spared, is_text=is_text, all_of_it=all_of_it) for each in said]
    return said + POISON if isinstance(said, str) and (is_text or all_of_it) else said


def cleansed(said: bytes) -> bytes:
    """Return what a client says without the poison that it was given."""
    return said.replace(msgspec.json.encode(POISON)[1:-1], b"")


class Poisoner(Relay):
    """A server that is after the terminals of those who come."""

    spared: frozenset[str] = frozenset()

    def __init__(self, behind: str) -> None:
        super().__init__(behind)
        self.to_clients = lambda message: poisoned(message, self.spared)
        self.to_server = lambda message: msgspec.json.decode(cleansed(msgspec.json.encode(message)))

    def http_to_server(self, path: str, body: bytes) -> tuple[str, bytes]:
        return quote(unquote(path).replace(POISON, ""), safe="/?&=:-+"), cleansed(body)

    def http_to_clients(self, body: bytes) -> bytes:
        return msgspec.json.encode(poisoned(msgspec.json.decode(body), self.spared))


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=10_000) as server:
        yield server


@pytest.fixture
async def hostile(server: LiveServer) -> AsyncIterator[Poisoner]:
    async with run(Poisoner(server.url)) as relay:
        yield relay


class OnATerminal:
    """The program on a terminal of 80 by 24, and all that it has written there."""

    def __init__(self, process: asyncio.subprocess.Process | ForkedProcess, terminal: int) -> None:
        self.process = process
        self.written = b""
        self._terminal = terminal
        self._news = asyncio.Event()
        self._let_go = asyncio.Event()
        """Set as soon as nobody holds the other side any more, and everything has been read."""

        os.set_blocking(terminal, False)
        asyncio.get_running_loop().add_reader(terminal, self._read)

    def _read(self) -> None:
        try:
            read = os.read(self._terminal, 65_536)
        except BlockingIOError:
            return
        except OSError:  # what Linux says at the end
            read = b""
        if not read:
            asyncio.get_running_loop().remove_reader(self._terminal)
            self._let_go.set()
        self.written += read
        self._news.set()

    @property
    def text(self) -> str:
        return self.written.decode(errors="replace")

    async def shows(self, words: str, *, anew: bool = False) -> None:
        """Wait until these have been written, `anew` if they were before; any words, if they are empty."""
        start = len(self.text) if anew else 0
        async with asyncio.timeout(SOON):
            while words not in self.text[start:] or len(self.text) == start:
                self._news.clear()
                await self._news.wait()

    def press(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    async def ended(self) -> int:
        async with asyncio.timeout(3 * SOON):
            status = await self.process.wait()
            await self._let_go.wait()
        return status


@contextlib.asynccontextmanager
async def on_a_terminal(*words: str, url: str, home: Path, code: str = "") -> AsyncIterator[OnATerminal]:
    """Run the program on a terminal of its own, or this code in its place."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    settings = {**clean, "QUARTERDECK_URL": url, "XDG_STATE_HOME": str(home), "TERM": "xterm-256color"}
    start = _interpreted(code, settings, theirs) if code else forked(*words, environment=settings, terminal=theirs)
    async with start as process:
        os.close(theirs)
        terminal = OnATerminal(process, ours)
        try:
            yield terminal
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
            asyncio.get_running_loop().remove_reader(ours)
            os.close(ours)


@contextlib.asynccontextmanager
async def _interpreted(
    code: str, settings: Mapping[str, str], terminal: int
) -> AsyncIterator[asyncio.subprocess.Process]:
    yield await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdin=terminal, stdout=terminal, stderr=terminal, env=settings
    )


async def written_by(*words: str, url: str = "http://127.0.0.1:1", home: Path) -> tuple[int, str]:
    """Run a command to its end; gives its status and what it wrote on its terminal."""
    async with on_a_terminal(*words, url=url, home=home) as terminal:
        return await terminal.ended(), terminal.text


def is_harmless(written: str) -> bool:
    """Whether a terminal that gets this does nothing but show it, and no text has made a line of its own."""
    return HARMFUL.search(written) is None and not any(line.startswith("FORGED") for line in written.splitlines())


def in_json(text: str) -> str:
    return msgspec.json.encode(text).decode()[1:-1]


# Transcripts


@pytest.mark.parametrize("flags", [(), ("--json",)])
async def test_a_transcript_that_does_not_follow_cannot_say_that_it_does(tmp_path: Path, flags: Sequence[str]) -> None:
    wrong = tiny()
    result = msgspec.structs.replace(wrong.result, reason=POISON)
    for number, forged in enumerate(
        (
            msgspec.structs.replace(wrong, result=result),
            msgspec.structs.replace(wrong, match=wrong.match + POISON),
            msgspec.structs.replace(wrong, commitment=POISON),
            relinked(with_text(wrong, 1, '"rules":1', '"rules":9,"more":"' + in_json(POISON) + '"')),
        )
    ):
        path = tmp_path / f"{number}.json"
        path.write_bytes(msgspec.json.encode(forged))
        status, written = await written_by("verify", *flags, str(path), home=tmp_path)
        assert status in (1, 2)
        assert is_harmless(written), written


@pytest.mark.parametrize("flags", [(), ("--json",)])
async def test_a_player_who_plays_in_a_transcript_that_follows_writes_nothing_but_a_name(
    tmp_path: Path, flags: Sequence[str]
) -> None:
    named = relinked(with_text(tiny(), 1, '"name":"Ada', '"name":"Ada' + in_json(POISON)))
    path = tmp_path / "named.json"
    path.write_bytes(msgspec.json.encode(named))
    status, written = await written_by("verify", *flags, str(path), home=tmp_path)
    assert status == 0, written
    assert is_harmless(written), written
    if flags:
        assert (
            msgspec.json.decode(written.strip())["players"][0]["name"] == "Ada" + POISON
        )  # to programs it is told whole


# Files


async def test_card_sets_and_decks_from_files_write_nothing_but_their_names(tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    evil = {"game": "amiibart", "id": "EV" + POISON, "name": POISON, "cards": [{"id": POISON}]}
    (folder / "evil.json").write_bytes(msgspec.json.encode(evil))
    (folder / "other.json").write_bytes(msgspec.json.encode({"game": POISON}))
    deck = tmp_path / "deck.txt"
    deck.write_bytes(f"4 {POISON}\n2 alley{POISON}".encode())
    for words in (("cards", "check", str(folder)), ("deck", "check", "amiibart", str(deck))):
        status, written = await written_by(*words, home=tmp_path)
        assert status == 1
        assert HARMFUL.search(written) is None, written


# Servers


async def test_anything_that_the_log_of_a_server_repeats_is_harmless_on_a_terminal(tmp_path: Path) -> None:
    logging = "from quarterdeck_server.process.logs import begin_logging; import structlog; begin_logging('info')"
    says = f"structlog.get_logger().info('a' + {POISON!r}, why={POISON!r})"
    async with on_a_terminal(url="", home=tmp_path, code=f"{logging}; {says}") as terminal:
        assert await terminal.ended() == 0
    shown = re.sub("\x1b\\[[0-9;]*m(?!Everything)", "", terminal.text)  # the log has colours of its own
    assert "Valid: match" in shown
    assert HARMFUL.search(shown) is None, shown


async def test_anything_that_a_server_says_is_harmless_in_every_command(hostile: Poisoner, tmp_path: Path) -> None:
    server = hostile.behind
    account = ("account", "--url", server)
    status, written = await written_by(*account, "register", "Ada", "--password", PASSWORD, url=server, home=tmp_path)
    assert status == 0, written
    # whoever is remembered there is remembered at the hostile address
    notes = tmp_path / "quarterdeck"
    for path in notes.rglob("*"):
        if path.is_file():
            path.write_text(path.read_text().replace(server, hostile.url))
    status, written = await written_by("bots", "--game", "tiny", url=hostile.behind, home=tmp_path)
    assert status == 0, written
    commands: tuple[tuple[str, ...], ...] = (
        ("games",),
        ("games", "--json"),
        ("watch",),
        ("ladder", "tiny"),
        ("ladder", "nosuch"),
        ("profile", "Ada"),
        ("profile", "Ada", "--json"),
        ("profile", "nobody"),
        ("account", "show"),
        ("account", "make-bot", "Engine"),
        ("account", "make-token", "--scope", "play", "--label", "x"),
        ("account", "tokens"),
        ("account", "export"),
        ("account", "make-bot", "Ada"),
        ("admin", "reports"),
        ("bots", "--game", "tiny", "--tell"),
        ("bots", "--game", "nosuch"),
    )
    for words in commands:
        status, written = await written_by(*words, url=hostile.url, home=tmp_path)
        assert written.strip(), words
        assert is_harmless(written), (words, written)
        if words[-1] != "show" and status == 0 and words[0] in ("games", "account"):
            assert "Valid: match" in written or words[1:2] == ("make-token",), (words, written)


async def test_moderators_read_what_strangers_write_and_nothing_more(
    server: LiveServer, hostile: Poisoner, tmp_path: Path
) -> None:
    async with server.line() as ada, server.line() as bo:
        token = (await ada.sign_in("Whoever"))["token"]
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        await server.services.moderation.make_first_admin("Ada")
        await bo.sign_in("Whoever")
        id_ = (await bo.ask({"type": "register", "name": "Bo", "password": PASSWORD}))["player"]["id"]
        await bo.ask({"type": "say", "where": "lobby", "text": "buy my cards"})
        await ada.ask({"type": "report", "player": id_, "reason": "spam", "text": "again", "where": "lobby"})
        hostile.spared = frozenset({"reason"})
        for words in (
            ("reports",),
            ("mute", id_, "--why", "spam"),
            ("show", id_),
            ("audit",),
            ("disconnect", "nobody", "--why", "-"),
        ):
            _, written = await written_by("admin", "--token", token, *words, url=hostile.url, home=tmp_path)
            assert "Valid: match" in written, written
            assert is_harmless(written), (words, written)


LOBBY = (("l", "another game"), ("q", "you are Guest"), ("a", "Esc: back"), ("q", "you are Guest"), ("?", "PageDown"))
MATCH = (("?", "PageDown"), ("\x1b[C", "[Rules]"), ("q", "turn: 0"), ("p", "Esc: back"))


@pytest.mark.parametrize(
    ("words", "first", "steps"),
    [((), "you are Guest", LOBBY), (("--bots", "1"), "turn: 0", MATCH)],
    ids=["lobby", "match"],
)
async def test_the_screens_show_texts_and_obey_none(
    hostile: Poisoner, tmp_path: Path, words: Sequence[str], first: str, steps: Sequence[tuple[str, str]]
) -> None:
    hostile.spared = frozenset({"id", "match", "table", "bots", "reason"})
    async with on_a_terminal("play", "--game", "tiny", *words, url=hostile.url, home=tmp_path) as terminal:
        await terminal.shows(first)
        for key, awaited in steps:
            terminal.press(key)
            await terminal.shows(awaited, anew=True)
    drawn = re.sub("\x1b\\]22;[a-z]+\x07", "", terminal.text)  # the shape of the pointer, which the screens do set
    assert MARKUP in drawn  # a text like any other
    for harmful in ("\x1b[32mEverything", "\x1b]", "\x07", "\x08", "\x7f", "\x00"):
        assert harmful not in drawn
    assert re.search("[\x80-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]", drawn) is None
