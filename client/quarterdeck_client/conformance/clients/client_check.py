"""Conformance check of a client program: it plays against one scripted server for each requirement ("point")."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence

from aiohttp import web

from quarterdeck_client.conformance.clients.client_points import SCRIPTS
from quarterdeck_client.conformance.clients.client_program import Play
from quarterdeck_client.conformance.clients.script import Patience, Script
from quarterdeck_client.conformance.clients.scripted_server import ScriptedServer
from quarterdeck_client.conformance.points import Finding, Point, Report, Verdict, found

POINTS: tuple[Point, ...] = tuple(script.point for script in SCRIPTS)
DEFAULT_GAME = "density-deck"


async def check_client(
    play: Play,
    *,
    only: Sequence[str] = (),
    game: str = DEFAULT_GAME,
    patience: Patience | None = None,
    at_once: int = 1,
    show: Callable[[Finding], None] = lambda finding: None,
) -> Report:
    """Check a client program and return the report. `only` names the requirements to check; if empty, all are checked.
    `at_once` is the number of requirements checked at the same time. `show` is called with each finding as soon as it
    is known."""
    room = asyncio.Semaphore(at_once)

    async def checked(kind: type[Script]) -> Finding:
        async with room:
            finding = await _checked(kind(patience or Patience()), play, game)
        show(finding)
        return finding

    wanted = [kind for kind in SCRIPTS if not only or kind.point.name in only]
    return Report(checked="client", findings=tuple(await asyncio.gather(*map(checked, wanted))))


async def _checked(script: Script, play: Play, game: str) -> Finding:
    server = script.server = ScriptedServer(script, game)
    async with _listening(server) as url:
        ended = ""
        for number in range(script.runs):
            if number > 0 and not server.is_played_out:
                break
            server.ended.clear()
            server.forget_refs()
            script.starts.append(len(server.received))
            ended = await _run(script, server, play, url)
        script.stop()
        await script.concluded()
    if script.is_played_out and not script.faults and not server.is_played_out:
        script.faults.append(f"The client did not play its match to the end: {ended}.")
    if script.not_asked is not None and not script.faults:
        return Finding(point=script.point, verdict=Verdict.NOT_ASKED, words=(script.not_asked,))
    return found(script.point, script.faults)


async def _run(script: Script, server: ScriptedServer, play: Play, url: str) -> str:
    """Let the client program play until it exits or the script is over. Return a short text that says how the run
    ended."""
    running = asyncio.ensure_future(play(url))
    over = asyncio.create_task(_over(script, server))
    try:
        done, _ = await asyncio.wait(
            (running, over), timeout=script.patience.whole, return_when=asyncio.FIRST_COMPLETED
        )
        if running in done:
            return running.result() or "it ended before"
        return "nothing more was to be found out" if over in done else "its time was up"
    finally:
        for task in (running, over):
            task.cancel()
        await asyncio.gather(running, over, return_exceptions=True)


async def _over(script: Script, server: ScriptedServer) -> None:
    """Wait until the script is over, or until a client does not exit by itself after its matches have ended."""
    while True:
        either = [asyncio.create_task(event.wait()) for event in (script.over, server.ended)]
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in either:
                task.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(script.patience.quiet):
                await script.over.wait()
        if script.over.is_set() or server.is_played_out:
            return
        server.ended.clear()


@contextlib.asynccontextmanager
async def _listening(server: ScriptedServer) -> AsyncIterator[str]:
    runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        yield f"http://{host}:{port}"
    finally:
        for connection in server.connections:
            connection.cut()
        await runner.cleanup()
