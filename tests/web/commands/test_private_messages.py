"""Commands about private messages: nothing is there for programs, and nothing for players without a conversation."""

from lobby.people import people
from servers import live_server
from web.challenge_cases import me


async def test_programs_do_not_read_private_messages() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        made = await ada.ask({"type": "make_token", "scopes": ["play", "lobby:read"], "label": "a program"})
        async with server.line() as program:
            await program.sign_in(token=made["token"])
            for command in ("get_conversation", "delete_conversation"):
                answer = await program.ask({"type": command, "player": await me(bo)})
                assert answer["code"] == "missing_scope"
            assert (await program.ask({"type": "get_conversations"}))["code"] == "missing_scope"


async def test_a_conversation_without_messages_is_empty() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        his = await me(bo)
        assert (await ada.ask({"type": "get_conversation", "player": his}))["messages"] == []
        assert (await ada.ask({"type": "read_conversation", "player": his, "up_to": "5"}))["read"] == "0"
        assert (await ada.ask({"type": "delete_conversation", "player": his}))["player"] == his
