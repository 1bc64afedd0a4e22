"""Private messages: between players who follow each other, with one answer for every reason of the recipient."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from lobby.people import Noting, follow, people
from quarterdeck_protocol.lobby.social.private_messages import MOST_UNANSWERED, SendPrivateMessage
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.notices.inbox import INBOXES
from quarterdeck_server.lobby.private_messages.conversation_records import CONVERSATIONS, conversations_of, name_of
from quarterdeck_server.lobby.private_messages.service import PrivateMessages
from servers import PASSWORD, Line, LiveServer, Message, live_server
from web.challenge_cases import me


async def sent(line: Line, player: str, text: str = "Hello!", **fields: object) -> Message:
    return await line.ask({"type": "send_private_message", "player": player, "text": text, **fields})


async def texts(line: Line, player: str) -> list[str]:
    shown = await line.ask({"type": "get_conversation", "player": player})
    return [each["text"] for each in shown["messages"]]


@asynccontextmanager
async def friends(**settings: Any) -> AsyncIterator[tuple[LiveServer, Line, Line]]:
    """Connect two players who follow each other."""
    async with live_server(**settings) as server, people(server, "Ada", "Bo") as (ada, bo):
        await follow(ada, bo)
        await follow(bo, ada)
        yield server, ada, bo


async def test_a_message_arrives_with_a_notice_without_its_text_and_is_sent_once() -> None:
    async with friends() as (_, ada, bo):
        hers, his = await me(ada), await me(bo)
        await bo.ask({"type": "watch_notices"})
        first = await sent(ada, his, "Shall we play?", ref="one")
        assert await sent(ada, his, "Shall we play?", ref="one") == first
        assert (await sent(ada, his, "Another text", ref="one"))["code"] == "ref_reused"
        notice = (await bo.until(lambda heard: heard["type"] == "noticed"))["notice"]
        assert (notice["kind"], notice["player"]["id"]) == ("private_message", hers)
        assert "Shall we play?" not in str(notice)
        assert await texts(bo, hers) == ["Shall we play?"] == await texts(ada, his)
        (listed,) = (await bo.ask({"type": "get_conversations"}))["conversations"]
        assert (listed["player"]["name"], listed["unread"]) == ("Ada", 1)
        read = await bo.ask({"type": "read_conversation", "player": hers, "up_to": listed["last"]["id"]})
        assert read["read"] == listed["last"]["id"]
        assert (await bo.ask({"type": "get_notices"}))["notices"] == []
        assert (await ada.ask({"type": "get_conversation", "player": his}))["read"] == "0"
        assert await ada.quiet() == []


async def test_many_messages_of_one_sender_are_one_notice() -> None:
    async with friends() as (_, ada, bo):
        for number in range(3):
            await sent(ada, await me(bo), f"line {number}")
        assert len((await bo.ask({"type": "get_notices"}))["notices"]) == 1


async def no_following(_: LiveServer, ada: Line, bo: Line) -> None:
    await bo.ask({"type": "unfollow", "player": await me(ada)})


async def a_block(_: LiveServer, ada: Line, bo: Line) -> None:
    await bo.ask({"type": "avoid", "player": await me(ada), "how": "block"})
    await follow(bo, ada)
    await follow(ada, bo)


async def a_mute(_: LiveServer, ada: Line, bo: Line) -> None:
    await bo.ask({"type": "avoid", "player": await me(ada), "how": "mute"})


async def test_all_reasons_of_the_recipient_are_one_answer_after_the_same_work() -> None:
    found = []
    for reason in (no_following, a_block, a_mute):
        async with friends() as (server, ada, bo):
            await reason(server, ada, bo)
            account = await server.services.players.find(PlayerId(await me(ada)))
            assert account is not None
            documents = Noting(server.services.standings._documents)
            service = PrivateMessages(cast("DocumentStore", documents), server.services.matches.clock.now)
            identity = Identity(player=account.player, token="", session="")
            with pytest.raises(CommandRefused) as refused:
                await service.send(identity, SendPrivateMessage(player=PlayerId(await me(bo)), text="Hello!"))
            answer = refused.value.refused(None)
            found.append((answer, documents.requests, (await sent(ada, await me(bo), ref="one"))))
    assert found[0][0].code == "not_accepting"
    assert found[0] == found[1] == found[2]


async def test_an_unanswered_sender_waits() -> None:
    async with friends() as (_, ada, bo):
        hers, his = await me(ada), await me(bo)
        for number in range(MOST_UNANSWERED):
            assert (await sent(ada, his, f"line {number}"))["type"] == "private_message_sent"
        refused = await sent(ada, his)
        assert (refused["code"], refused["where"]) == ("too_many", "$.player")
        await sent(bo, hers)
        assert (await sent(ada, his))["type"] == "private_message_sent"


async def test_deletion_is_for_oneself_and_by_both_for_good() -> None:
    async with friends() as (server, ada, bo):
        hers, his = PlayerId(await me(ada)), PlayerId(await me(bo))
        await sent(ada, his)
        await ada.ask({"type": "delete_conversation", "player": his})
        assert await texts(ada, his) == []
        assert (await ada.ask({"type": "get_conversations"}))["conversations"] == []
        assert await texts(bo, hers) == ["Hello!"]
        await bo.ask({"type": "delete_conversation", "player": hers})
        documents = server.services.standings._documents
        (kept,) = await CONVERSATIONS.read(documents, [name_of(hers, his)])
        assert kept is not None
        assert (kept.messages, kept.removed) == ((), (hers, 1)), "for the limit of unanswered messages"
        assert [await documents.count(conversations_of(each)) for each in (hers, his)] == [1, 1]
        assert (await bo.ask({"type": "get_notices"}))["notices"] == []


async def test_a_deleted_account_takes_its_messages_and_notices_with_it() -> None:
    async with friends() as (server, ada, bo):
        hers, his = PlayerId(await me(ada)), PlayerId(await me(bo))
        await sent(ada, his)
        await ada.ask({"type": "delete_conversation", "player": his})
        gone = await ada.ask({"type": "delete_account", "password": PASSWORD})
        assert gone["type"] == "signed_out", gone
        documents = server.services.standings._documents
        assert await CONVERSATIONS.read(documents, [name_of(hers, his)]) == [None]
        assert (await bo.ask({"type": "get_conversations"}))["conversations"] == []
        (inbox,) = await INBOXES.read(documents, [his])
        assert inbox is not None
        assert inbox.notices == ()
        assert (await bo.ask({"type": "get_conversation", "player": hers}))["code"] == "unknown_player"


async def test_a_report_has_the_messages_and_only_those_of_the_reported_player() -> None:
    async with friends() as (server, ada, bo):
        hers = await me(ada)
        await sent(ada, await me(bo), "An insult")
        report: Message = {"type": "report", "player": hers, "reason": "abuse", "where": "conversation"}
        refused = await bo.ask({**report, "id": "another"})
        assert (refused["code"], refused["where"]) == ("malformed", "$.id")
        assert (await bo.ask({**report, "id": hers}))["type"] == "reported"
        (made,) = await server.services.reports.made_by(PlayerId(await me(bo)))
        assert [(line.player.id, line.text) for line in made.lines] == [(hers, "An insult")]
        for command in ("join_chat", "say"):
            text = {"text": "Hello!"} if command == "say" else {}
            refused = await bo.ask({"type": command, "where": "conversation", "id": hers, **text})
            assert (refused["code"], refused["where"]) == ("malformed", "$.where")


async def test_a_host_turns_messages_off_and_they_can_still_be_read_and_deleted() -> None:
    async with friends(private_messages="off") as (_, ada, bo):
        his = await me(bo)
        assert "private_messages" not in (await ada.ask({"type": "hello"}))["capabilities"]
        assert (await sent(ada, his))["code"] == "messages_off"
        assert await texts(ada, his) == []
        assert (await ada.ask({"type": "delete_conversation", "player": his}))["type"] == "conversation_deleted"


async def test_the_export_has_the_messages() -> None:
    async with friends() as (_, ada, bo):
        await sent(ada, await me(bo), "Shall we play?")
        for line, other in ((ada, "Bo"), (bo, "Ada")):
            (conversation,) = (await line.ask({"type": "get_export"}))["conversations"]
            assert conversation["player"]["name"] == other
            assert [each["text"] for each in conversation["messages"]] == ["Shall we play?"]
