"""Firefox and WebKitGTK, as Debian has them: a page is opened, pressed, asked and photographed over WebDriver.

Playwright drives Chromium alone here: its own builds of the other two are none that people use. Firefox is driven over
WebDriver BiDi, WebKitGTK over WebDriver, on a display of Xvfb.
"""

import asyncio
import base64
import contextlib
import os
import re
import signal
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlencode

import aiohttp
import msgspec
from absent_programs import program
from aiohttp import web
from browsers import PATIENCE, SAME_ENTROPY
from clusters import free_ports
from servers import SOON, live_server

FIREFOX = {
    "app.normandy.enabled": "false",
    "app.update.enabled": "false",
    "browser.shell.checkDefaultBrowser": "false",
    "datareporting.policy.dataSubmissionEnabled": "false",
    "intl.accept_languages": '"en"',
    "network.captive-portal-service.enabled": "false",
    "network.connectivity-service.enabled": "false",
    "services.settings.server": '"data:,"',
    "toolkit.telemetry.reportingpolicy.firstRun": "false",
    "ui.systemUsesDarkTheme": "1",
}
"""Preferences: nobody but the server of a test is asked anything."""

GTK = "[Settings]\ngtk-application-prefer-dark-theme=1\n"

WATCH = """const { to, keep, luck } = Object.fromEntries(new URLSearchParams(location.search));
history.replaceState(null, "", to);
for (const [key, value] of Object.entries(JSON.parse(keep))) {
  localStorage.setItem(`quarterdeck/${key}`, JSON.stringify(value));
}
globalThis.luck = Number(luck);
globalThis.complaints = [];
const complain = (...words) => complaints.push(words.join(" "));
for (const kind of ["error", "warn"]) {
  const say = console[kind].bind(console);
  console[kind] = (...words) => { complain(kind, ...words); say(...words); };
}
addEventListener("error", (event) => complain("error", event.message ?? event.target.src ?? event.target.href), true);
addEventListener("unhandledrejection", (event) => complain("rejection", event.reason, event.reason?.stack));
addEventListener("securitypolicyviolation", (event) => complain("policy", event.violatedDirective, event.blockedURI));
"""
"""What a page runs before its own modules: it keeps what an earlier visit has kept, and collects all complaints. WebKit
tells its driver nothing of its console."""

POINT = """(selector, text) => {
  document.querySelectorAll(".moment").forEach((each) => each.click());
  document.querySelectorAll("dialog.finale, dialog.details").forEach((each) => each.close());
  const target = [...document.querySelectorAll(selector)].find((each) =>
    each.checkVisibility() && !each.matches(":disabled, [aria-disabled=true]") && each.innerText.includes(text));
  if (target === undefined) return null;
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
  const boxes = [target.getBoundingClientRect(), ...target.getClientRects()];
  for (const { left, top, width, height } of boxes) {
    for (const share of [0.5, 0.25, 0.75]) {
      const [x, y] = [left + width * share, top + height * share];
      const hit = document.elementFromPoint(x, y);
      if (hit === target || target.contains(hit)) return [Math.round(x), Math.round(y)];
    }
  }
  return null;
}"""
"""Where something is pressed that is seen and not covered."""

SIZED = """(width) => new Promise((done) => {
  const look = () => (innerWidth === width ? done() : requestAnimationFrame(look));
  look();
})"""


class Engine(Protocol):
    """A browser with one page."""

    async def go(self, url: str) -> None:
        """Open an address."""

    async def run(self, function: str, *arguments: Any) -> Any:
        """Return what a function of the page returns, or what its promise brings."""

    async def click(self, x: int, y: int) -> None:
        """Press the mouse at a point."""

    async def resize(self, width: int, height: int) -> None:
        """Give the page another size."""

    async def picture(self) -> bytes:
        """Return the visible page as PNG."""

    def said(self) -> list[str]:
        """Return the errors and warnings that the browser itself tells of."""


class Firefox:
    """Firefox over WebDriver BiDi."""

    def __init__(self, socket: "aiohttp.ClientWebSocketResponse[bool]") -> None:
        self._socket = socket
        self._number = 0
        self._context = ""
        self._said: list[str] = []

    async def begin(self) -> None:
        """Open a session and a page."""
        await self._ask("session.new", capabilities={})
        await self._ask("session.subscribe", events=["log.entryAdded"])
        self._context = (await self._ask("browsingContext.create", type="tab"))["context"]

    async def end(self) -> None:
        """Close the browser."""
        await self._ask("browser.close")

    async def _ask(self, method: str, **parameters: Any) -> Any:
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters})
        async with asyncio.timeout(SOON):
            while (answer := await self._socket.receive_json()).get("id") != self._number:
                if answer.get("method") == "log.entryAdded" and answer["params"]["level"] in ("error", "warn"):
                    self._said.append(f"{answer['params']['level']}: {answer['params']['text']}")
        assert answer["type"] == "success", answer
        return answer["result"]

    async def go(self, url: str) -> None:
        await self._ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    async def run(self, function: str, *arguments: Any) -> Any:
        answer = await self._ask(
            "script.callFunction",
            functionDeclaration=f"async (given) => JSON.stringify(await ({function})(...JSON.parse(given)) ?? null)",
            arguments=[{"type": "string", "value": msgspec.json.encode(arguments).decode()}],
            target={"context": self._context},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return msgspec.json.decode(answer["result"]["value"])

    async def click(self, x: int, y: int) -> None:
        await self._ask("input.performActions", context=self._context, actions=_press(x, y))

    async def resize(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        await self._ask("browsingContext.setViewport", context=self._context, viewport=viewport)

    async def picture(self) -> bytes:
        return base64.b64decode((await self._ask("browsingContext.captureScreenshot", context=self._context))["data"])

    def said(self) -> list[str]:
        return self._said


class WebKit:
    """WebKitGTK's small browser over WebDriver."""

    def __init__(self, http: aiohttp.ClientSession, session: str) -> None:
        self._http = http
        self._session = session

    async def _ask(self, path: str, **body: Any) -> Any:
        return await _posted(self._http, f"/session/{self._session}/{path}", body)

    async def go(self, url: str) -> None:
        await self._ask("url", url=url)

    async def run(self, function: str, *arguments: Any) -> Any:
        awaited = f"async (given) => JSON.stringify(await ({function})(...JSON.parse(given)) ?? null)"
        given = [msgspec.json.encode(arguments).decode()]
        return msgspec.json.decode(
            await self._ask("execute/sync", script=f"return ({awaited})(arguments[0])", args=given)
        )

    async def click(self, x: int, y: int) -> None:
        await self._ask("actions", actions=_press(x, y))

    async def resize(self, width: int, height: int) -> None:
        bars = await self.run("() => [outerWidth - innerWidth, outerHeight - innerHeight]")
        window = await self._ask("window/rect", width=width + bars[0], height=height + bars[1])
        await self.run(SIZED, window["width"] - bars[0])  # a window has a least width

    async def picture(self) -> bytes:
        async with self._http.get(f"/session/{self._session}/screenshot") as answer:
            return base64.b64decode((await answer.json())["value"])

    def said(self) -> list[str]:
        return []


def _press(x: int, y: int) -> list[dict[str, Any]]:
    moved = {"type": "pointerMove", "x": x, "y": y, "duration": 0}
    pressed = [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
    return [{"type": "pointer", "id": "mouse", "actions": [moved, *pressed]}]


async def _posted(http: aiohttp.ClientSession, path: str, body: Mapping[str, Any]) -> Any:
    async with http.post(path, json=body) as answer:
        value = (await answer.json())["value"]
    assert answer.status == 200, value
    return value


@contextlib.asynccontextmanager
async def _started(*command: str, **environment: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a program that is ended with everything that it has started."""
    process = await asyncio.create_subprocess_exec(
        *command,
        env={**os.environ, "MOZ_CRASHREPORTER_DISABLE": "1", **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


async def _line(process: asyncio.subprocess.Process, pattern: str) -> re.Match[str]:
    """Wait for a line that a program writes."""
    assert process.stdout is not None
    written = []
    async with asyncio.timeout(SOON):
        while line := (await process.stdout.readline()).decode():
            if found := re.search(pattern, line):
                return found
            written.append(line)
    raise AssertionError(f"no line like {pattern}:\n{''.join(written)}")


@contextlib.asynccontextmanager
async def _unread(process: asyncio.subprocess.Process) -> AsyncIterator[None]:
    """Take away what a program writes, so that it never waits for its reader."""
    assert process.stdout is not None
    reading = asyncio.create_task(process.stdout.read())
    try:
        yield
    finally:
        reading.cancel()


@contextlib.asynccontextmanager
async def firefox() -> AsyncIterator[Engine]:
    """Run Debian's Firefox without a display."""
    path = program("firefox-esr", "firefox-esr")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        preferences = "".join(f'user_pref("{name}", {value});\n' for name, value in FIREFOX.items())
        write(Path(profile, "user.js"), preferences.encode())
        command = (path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0")
        async with _started(*command, HOME=profile) as process, aiohttp.ClientSession() as http:
            url = (await _line(process, r"BiDi listening on (ws://\S+)"))[1]
            async with _unread(process), http.ws_connect(f"{url}/session", max_msg_size=0) as socket:
                engine = Firefox(socket)
                await engine.begin()
                try:
                    yield engine
                finally:
                    await engine.end()


@contextlib.asynccontextmanager
async def webkit() -> AsyncIterator[Engine]:
    """Run Debian's WebKitGTK on a display that nobody sees."""
    driver, display = program("WebKitWebDriver", "webkit2gtk-driver"), program("Xvfb", "xvfb")
    (port,) = free_ports(1)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        write(Path(home, "gtk-3.0", "settings.ini"), GTK.encode())
        screen = ("-screen", "0", "2000x1300x24", "-nolisten", "tcp")
        async with _started(display, "-displayfd", "1", *screen) as shown:
            number = (await _line(shown, r"^([0-9]+)$"))[1]
            place = {"DISPLAY": f":{number}", "GDK_BACKEND": "x11", "LANG": "en_US.UTF-8"}
            own = {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home, "XDG_DATA_HOME": home}
            async with (
                _unread(shown),
                _started(driver, f"--port={port}", **place, **own) as process,
                _unread(process),
                aiohttp.ClientSession(f"http://127.0.0.1:{port}") as http,
            ):
                while not await _listens(port):  # noqa: ASYNC110 - another process has to hear
                    await asyncio.sleep(0.05)
                wanted = {"alwaysMatch": {"timeouts": {"script": int(PATIENCE)}}}
                session = (await _posted(http, "/session", {"capabilities": wanted}))["sessionId"]
                try:
                    yield WebKit(http, session)
                finally:
                    await http.delete(f"/session/{session}")


def write(file: Path, content: bytes) -> None:
    """Write a file, and make its folder."""
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(content)


async def _listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


ENGINES: Mapping[str, Callable[[], contextlib.AbstractAsyncContextManager[Engine]]] = {
    "firefox": firefox,
    "webkit": webkit,
}


class Visit:
    """A page of the browser client in an engine."""

    def __init__(self, engine: Engine, url: str) -> None:
        self.engine = engine
        self.url = url

    async def open(self, path: str, *, luck: int, **kept: Any) -> None:
        """Go to a path with what an earlier visit has kept; the cards are the same for the same luck."""
        query = {"to": path, "keep": msgspec.json.encode(kept).decode(), "luck": luck}
        await self.engine.go(f"{self.url}/watched?{urlencode(query)}")

    async def press(self, selector: str, text: str = "") -> None:
        """Press something that says this as soon as it is there, seen, and not covered."""
        async with asyncio.timeout(SOON):
            while (point := await self.engine.run(POINT, selector, text)) is None:
                await self.engine.run("() => new Promise(requestAnimationFrame)")
        await self.engine.click(*point)

    async def complaints(self) -> list[str]:
        """Return all that the page and the browser have complained of."""
        return [*await self.engine.run("() => complaints"), *self.engine.said()]


@contextlib.asynccontextmanager
async def visit(engine: Engine, luck: int | None = None) -> AsyncIterator[Visit]:
    """Run a server whose page an engine opens, watched: what it complains of fails the test."""

    async def page(request: web.Request) -> web.Response:
        asked = {name: request.headers[name] for name in ("Accept", "Accept-Language")}
        async with aiohttp.ClientSession() as http, http.get(request.url.origin(), headers=asked) as answer:
            headers = {name: answer.headers[name] for name in ("Content-Security-Policy", "Content-Type")}
            text = (await answer.text()).replace("<link", '<script src="/watch.js"></script><link', 1)
        return web.Response(text=text, headers=headers)

    async def watch(_: web.Request) -> web.Response:
        return web.Response(text=WATCH + SAME_ENTROPY, content_type="text/javascript")

    async with live_server(routes=[web.get("/watched", page), web.get("/watch.js", watch)], luck=luck) as server:
        opened = Visit(engine, server.url)
        yield opened
        complaints = await opened.complaints()
        assert not complaints, "\n".join(complaints)
