"""Challenges through the SDK: what the documents print accepts by policy, and declines the rest."""

import asyncio
import re
from pathlib import Path

import pytest
from node import NODE, PACKAGE
from quarterdeck_client import Client, ClientError
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.lobby.social.challenges import ChallengedBy, ChallengeStage, DeclineReason
from servers import PASSWORD, SOON, live_server

PAGE = (Path(__file__).parents[3] / "protocol" / "docs" / "challenges.md").read_text()
[PRINTED] = re.findall(r"```py\n(.*?)```", PAGE, re.DOTALL)
[IN_JAVASCRIPT] = re.findall(r"```js\n(.*?)```", PAGE, re.DOTALL)


async def challenge_it(ada: Client, bot: str) -> None:
    """Challenge the bot that the page prints to what it declines, and play with it what it accepts."""
    declined = await ada.challenges.create(bot, "tiny")
    assert (await ada.challenges.answer(declined.id)).reason is DeclineReason.GAME
    declined = await ada.challenges.create(bot, "density-deck", rated=True)
    assert (await ada.challenges.answer(declined.id)).reason is DeclineReason.UNRATED
    made = await ada.challenges.create(bot, "density-deck", options={"lives": 1})
    answer = await ada.challenges.answer(made.id)
    assert answer.stage is ChallengeStage.ACCEPTED
    assert answer == await ada.challenges.answer(made.id)  # it is told again
    assert answer.match is not None
    match = await ada.watch_match(answer.match)
    async for turn in match.turns():
        await turn.act(turn.choices[0])
    assert match.result is not None


async def test_a_bot_of_fifteen_lines_accepts_and_declines() -> None:
    assert len(PRINTED.splitlines()) <= 15
    program = "async def run(bot):\n" + "".join(f"    {line}\n" for line in PRINTED.splitlines())
    names: dict[str, object] = {"ChallengedBy": ChallengedBy, "DeclineReason": DeclineReason}
    exec(program, names)  # noqa: S102 - the program that the document prints
    run = names["run"]
    async with live_server() as server, Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bot:
        running = asyncio.ensure_future(run(bot))  # type: ignore[operator]
        while (await bot.challenges.list()).challenged_by is not ChallengedBy.EVERYBODY:
            pass
        await challenge_it(ada, bot.player.id)
        running.cancel()


async def test_a_bot_of_fifteen_lines_in_javascript_accepts_and_declines(tmp_path: Path) -> None:
    assert len(IN_JAVASCRIPT.splitlines()) <= 15
    (tmp_path / "node_modules" / "@quarterdeck").mkdir(parents=True)
    (tmp_path / "node_modules" / "@quarterdeck" / "client").symlink_to(PACKAGE)
    file = tmp_path / "bot.mjs"
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        file.write_text(
            'import { connect } from "@quarterdeck/client";\n'
            f'const bot = await connect("{server.url}", {{ name: "Bo" }});\n'
            f"await (await bot.challenges()).setChallengers('everybody');\nconsole.log(bot.player.id);\n{IN_JAVASCRIPT}"
        )
        process = await asyncio.create_subprocess_exec(str(NODE), str(file), stdout=asyncio.subprocess.PIPE)
        try:
            assert process.stdout is not None
            async with asyncio.timeout(SOON):
                bot = (await process.stdout.readline()).decode().strip()
                await challenge_it(ada, bot)
        finally:
            process.kill()
            await process.wait()


async def test_challenges_that_wait_come_first_and_those_that_are_over_are_left_out() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        await ada.account.register("Ada L", PASSWORD)
        await bo.account.register("Bo L", PASSWORD)
        first = await ada.challenges.create(bo.player.id, "tiny")
        received = bo.challenges.received()
        assert await anext(received) == first
        await ada.challenges.cancel(first.id)
        gone = await ada.challenges.create(bo.player.id, "tiny")
        await ada.challenges.cancel(gone.id)
        last = await ada.challenges.create(bo.player.id, "density-deck")
        assert await anext(received) == last


async def test_challenges_are_listed_cancelled_and_limited_to_some() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        await ada.account.register("Ada L", PASSWORD)
        assert (await bo.challenges.set_challengers(ChallengedBy.EVERYBODY)).challenged_by is ChallengedBy.EVERYBODY
        made = await ada.challenges.create(bo.player.id, "tiny", seat=0, time_limit=90_000)
        assert (await bo.challenges.list()).received == (await ada.challenges.list()).sent == (made,)
        assert (await ada.challenges.cancel(made.id)).stage is ChallengeStage.CANCELLED


async def test_a_link_is_shown_cancelled_and_accepted_once() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        made, kept = [await ada.challenges.create_link("tiny", seat=1, time_limit=90_000) for _ in range(2)]
        assert made.token is not None
        assert kept.token is not None
        shown = (await bo.challenges.get_link(made.token)).link
        assert (shown.id, shown.seat, shown.unrated) == (made.link.id, 1, Unrated.UNRATED_TABLE)
        assert (await ada.challenges.cancel_link(made.link.id)).link.stage is ChallengeStage.CANCELLED
        accepted = await bo.challenges.accept_link(kept.token)
        assert (accepted.stage, accepted.challenger.id) == (ChallengeStage.ACCEPTED, ada.player.id)
        assert (await ada.challenges.list()).links == ()


async def test_a_server_without_challenges_is_asked_for_nothing() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        welcome = ada.welcome
        fields = {name: getattr(welcome, name) for name in welcome.__struct_fields__}
        ada._connection.welcome = type(welcome)(**fields | {"capabilities": ()})
        for asked in (ada.challenges.list(), ada.challenges.accept("1")):
            with pytest.raises(ClientError, match="no challenges"):
                await asked
