"""Challenges through the SDK: what the documents print accepts by policy, and declines the rest."""

import asyncio
import re
from pathlib import Path

import pytest
from quarterdeck_client import Client, ClientError
from quarterdeck_protocol.lobby.challenges import ChallengedBy, ChallengeStage, DeclineReason
from servers import PASSWORD, live_server

PAGE = (Path(__file__).parents[3] / "protocol" / "docs" / "challenges.md").read_text()
[PRINTED] = re.findall(r"```py\n(.*?)```", PAGE, re.DOTALL)


async def test_a_bot_of_fifteen_lines_accepts_and_declines() -> None:
    assert len(PRINTED.splitlines()) <= 15
    program = "async def run(bot):\n" + "".join(f"    {line}\n" for line in PRINTED.splitlines())
    names: dict[str, object] = {"DeclineReason": DeclineReason}
    exec(program, names)  # noqa: S102 - the program that the document prints
    run = names["run"]
    async with live_server() as server, Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bot:
        for client, name in ((ada, "Ada L"), (bot, "Bo L")):
            await client.account.register(name, PASSWORD)
        running = asyncio.ensure_future(run(bot))  # type: ignore[operator]
        answers = ada.notices.follow()
        declined = await ada.challenges.create(bot.player.id, "tiny")
        notice = (await anext(answers)).challenge
        assert notice is not None
        assert (notice.id, notice.reason) == (declined.id, DeclineReason.GAME)
        await ada.challenges.create(bot.player.id, "density-deck", options={"lives": 1})
        notice = (await anext(answers)).challenge
        assert notice is not None
        assert notice.stage is ChallengeStage.ACCEPTED
        assert notice.match is not None
        match = await ada.watch_match(notice.match)
        async for turn in match.turns():
            await turn.act(turn.choices[0])
        assert match.result is not None
        running.cancel()


async def test_challenges_are_listed_cancelled_and_limited_to_some() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        await ada.account.register("Ada L", PASSWORD)
        assert (await bo.challenges.set_challengers(ChallengedBy.EVERYBODY)).challenged_by is ChallengedBy.EVERYBODY
        made = await ada.challenges.create(bo.player.id, "tiny", seat=0, time_limit=90_000)
        assert (await bo.challenges.list()).received == (await ada.challenges.list()).sent == (made,)
        assert (await ada.challenges.cancel(made.id)).stage is ChallengeStage.CANCELLED


async def test_a_server_without_challenges_is_asked_for_nothing() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        welcome = ada.welcome
        fields = {name: getattr(welcome, name) for name in welcome.__struct_fields__}
        ada._connection.welcome = type(welcome)(**fields | {"capabilities": ()})
        for asked in (ada.challenges.list(), ada.challenges.accept("1")):
            with pytest.raises(ClientError, match="no challenges"):
                await asked
