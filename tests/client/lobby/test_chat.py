"""The SDK talks: what is said is heard once, and reports reach the moderators."""

import pytest
from quarterdeck_client.client import Client
from quarterdeck_client.errors import LostError, RefusedError
from quarterdeck_client.lobby.moderation import Moderators
from quarterdeck_protocol.lobby.chat import Phrase, Reason, Where
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.refusals import RefusalCode
from servers import live_server

PASSWORD = "a long walk by the sea"


async def test_anything_that_is_said_is_heard() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        await bo.chat.say(Where.LOBBY, "before")
        assert [line.text for line in await ada.chat.join_chat(Where.LOBBY)] == ["before"]
        await bo.chat.say(Where.LOBBY, "hello")
        await bo.chat.say_phrase(Where.LOBBY, Phrase.GOOD_LUCK)
        heard = []
        async for line in ada.chat.lines(Where.LOBBY):
            heard.append((line.player.name, line.text, line.phrase))
            if len(heard) == 2:
                await ada.chat.leave_chat(Where.LOBBY)
        assert heard == [("Bo", "hello", None), ("Bo", None, Phrase.GOOD_LUCK)]


async def test_a_place_that_may_not_be_heard_is_refused_and_not_asked_for_again() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        with pytest.raises(RefusedError) as refused:
            await ada.chat.join_chat(Where.TABLE, "nowhere")
        assert refused.value.code is RefusalCode.UNKNOWN_TABLE
        assert [line async for line in ada.chat.lines(Where.TABLE, "nowhere")] == []


async def test_a_moderator_reads_a_report_and_bans() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada, Client(server.url, name="Bo") as bo:
        await ada.account.register("Ada", PASSWORD)
        await server.services.moderation.make_first_admin("Ada")
        await bo.chat.say(Where.LOBBY, "buy my cards")
        report = await ada.chat.report(bo.player.id, Reason.SPAM, "again", Where.LOBBY)
        moderators = Moderators(server.url, ada.token)
        (filed,) = (await moderators.reports()).reports
        assert (filed.id, filed.lines[0].text) == (report, "buy my cards")
        await bo.chat.join_chat(Where.LOBBY)
        deed = await moderators.sanction(bo.player.id, SanctionKind.BAN, "enough", seconds=60, ref="one")
        assert await moderators.sanction(bo.player.id, SanctionKind.BAN, "enough", seconds=60, ref="one") == deed
        with pytest.raises(LostError, match="a moderator has banned this player"):
            async for _ in bo.chat.lines(Where.LOBBY):
                pass
        await moderators.resolve(report, "banned")
        assert [each.what for each in (await moderators.audit(most=2)).deeds] == ["resolve", "ban"]
        assert (await moderators.named("Ada")).roles == ("admin",)


async def test_without_the_role_nothing_is_read() -> None:
    async with live_server() as server, Client(server.url, name="Ada") as ada:
        with pytest.raises(RefusedError) as refused:
            await Moderators(server.url, ada.token).reports()
        assert refused.value.code is RefusalCode.MISSING_ROLE
    with pytest.raises(LostError):
        await Moderators(server.url, "token").reports()
