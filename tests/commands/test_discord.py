"""`quarterdeck discord commands` prints what is registered, or sends it with a token that nobody else sees."""

import asyncio
import json
from pathlib import Path

from aiohttp import web
from aiohttp.test_utils import TestServer
from click.testing import CliRunner, Result
from discord_simulator import APPLICATION, SETTING, check
from quarterdeck_server.commands.hosts.discord import discord

SECRET = "a bot token"


def run(*options: str) -> Result:
    return CliRunner().invoke(discord, ["commands", *options])


def test_the_commands_are_printed_as_json_without_any_token() -> None:
    body = json.loads(run().output)
    for command in body:
        check("ApplicationCommandUpdateRequest", command)
    assert run("--register").exit_code == 1


async def test_the_commands_are_registered_with_the_token_of_a_file(tmp_path: Path) -> None:
    heard: list[tuple[str, str, object]] = []

    async def put(request: web.Request) -> web.Response:
        heard.append((request.path, request.headers["Authorization"], await request.json()))
        return web.json_response([], status=200 if len(heard) == 1 else 401)

    app = web.Application()
    app.router.add_put("/applications/{application}/commands", put)
    file = tmp_path / "token"
    file.write_text(f"{SECRET}\n")
    async with TestServer(app) as api:
        options = (
            "--register",
            "--discord",
            SETTING,
            "--token-file",
            str(file),
            "--api",
            str(api.make_url("")).rstrip("/"),
        )
        done, refused = [await asyncio.to_thread(run, *options) for _ in range(2)]
    path, authorization, body = heard[0]
    assert (path, authorization) == (f"/applications/{APPLICATION}/commands", f"Bot {SECRET}")
    assert body == json.loads(run().output)
    assert (done.exit_code, done.output) == (0, f"{len(json.loads(run().output))} commands are registered.\n")
    assert (refused.exit_code, "status 401" in refused.output) == (1, True)
    assert SECRET not in done.output + refused.output
