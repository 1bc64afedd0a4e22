"""Everything that a private server sends by itself ends when the player of the connection or token is gone."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

import pytest
from quarterdeck_protocol.lobby.site import GuestAccess, Registration
from quarterdeck_protocol.names import MatchId, TableId
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.web.caller import FrameOutput
from quarterdeck_server.web.commands.chat import ExportedChat
from quarterdeck_server.web.commands.matches import ExportedViewing
from quarterdeck_server.web.connection import Connection, ExportedConnection
from servers import PASSWORD, Line, LiveServer, Message, live_server
from web.http.test_spectator_routes import Reader, reading
from web.moderators_office import Office, offices
from web.test_admission import admit
from web.test_object_access import COMMANDS, routes_of

TABLE = {"type": "open_table", "game": "tiny"}

SUBSCRIPTIONS: Mapping[str, Message] = {
    "join_chat": {"where": "lobby"},
    "watch_lobby": {},
    "watch_match": {"match": "match"},
    "watch_notices": {},
    "watch_table": {"table": "table"},
}
"""Every command after which a connection is sent more than its answer."""

SENT = {"said", "lobby_changed", "update", "table_changed"}
"""The messages that follow from them when something happens on the server."""

STREAMS = ("/v1/lobby/events", "/v1/matches/{match}/events", "/v1/me/events")


def test_every_subscription_and_stream_is_in_these_tables() -> None:
    named = {tag for tag in COMMANDS if tag.startswith(("join_", "watch_"))}
    assert named - {"join_tournament", "join_club"} == SUBSCRIPTIONS.keys()


async def test_every_stream_is_in_these_tables() -> None:
    async with live_server() as server:
        paths = {name.partition(" ")[2] for name, _ in routes_of(server)}
    assert {path for path in paths if path.endswith("/events")} == {*STREAMS, "/v1/overlay/events"}


class Harbour:
    """A private server with two members who are at a table and in a match, and a guest who was there before."""

    def __init__(self, server: LiveServer, ids: Mapping[str, str], ada: Line, bo: Line, guest: Message) -> None:
        self.server = server
        self.ids = ids
        self.ada = ada
        self.bo = bo
        self.guest = guest

    async def subscribe(self, line: Line) -> None:
        for tag, said in SUBSCRIPTIONS.items():
            answer = await line.ask({"type": tag} | {name: self.ids.get(text, text) for name, text in said.items()})
            assert answer["type"] != "refused", answer

    async def happen(self, witness: Line) -> None:
        """Let something happen in each subscription, and wait until a member was sent all of it."""
        before = len(witness.heard)
        await self.ada.ask({"type": "say", "where": "lobby", "text": "the secret of the harbour"})
        await self.bo.ask({"type": "sit", "table": self.ids["table"]})
        await self.ada.ask({"type": "resign", "match": self.ids["match"]})
        while not {heard["type"] for heard in witness.heard[before:]} >= SENT:
            await witness.next()


@contextlib.asynccontextmanager
async def harbour() -> AsyncIterator[Harbour]:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        async with server.person("Cy") as cy, server.player("Dee") as dee:
            guest = {"type": "sign_in", "token": await fresh_token(dee)}
            assert (await cy.ask({"type": "sign_out"}))["type"] == "signed_out"
        accounts = [await line.ask({"type": "get_account"}) for line in (ada, bo)]
        await server.begin("match", [account["player"] for account in accounts])
        table = (await ada.ask(dict(TABLE)))["table"]["id"]
        admit(server, Registration.CLOSED, GuestAccess.OFF)
        yield Harbour(server, {"match": "match", "table": table}, ada, bo, guest)


async def fresh_token(line: Line) -> str:
    """Return the token of this line's session."""
    return next(str(heard["token"]) for heard in reversed(line.heard) if heard["type"] == "signed_in")


async def sign_out(world: Harbour, line: Line, elsewhere: Line) -> None:
    await line.ask({"type": "sign_out"})


async def sign_out_elsewhere(world: Harbour, line: Line, elsewhere: Line) -> None:
    await elsewhere.ask({"type": "sign_out", "everywhere": True})
    await line.until(lambda heard: bool(heard["type"] == "signed_out"))


async def delete_elsewhere(world: Harbour, line: Line, elsewhere: Line) -> None:
    await elsewhere.ask({"type": "delete_account", "password": PASSWORD})
    await line.until(lambda heard: bool(heard["type"] == "signed_out"))


async def become_a_guest(world: Harbour, line: Line, elsewhere: Line) -> None:
    assert (await line.ask(dict(world.guest)))["scopes"] == []


@pytest.mark.parametrize("end", [sign_out, sign_out_elsewhere, delete_elsewhere, become_a_guest])
async def test_no_subscription_of_a_connection_outlives_its_player(
    end: Callable[[Harbour, Line, Line], Awaitable[None]],
) -> None:
    async with harbour() as world, world.server.line() as line, world.server.line() as elsewhere:
        for each in (line, elsewhere):
            await each.ask({"type": "sign_in", "name": "Cy", "password": PASSWORD})
        await world.subscribe(line)
        await world.subscribe(world.bo)
        await world.ada.ask(dict(TABLE))
        await line.until(lambda heard: bool(heard["type"] == "lobby_changed"))
        await end(world, line, elsewhere)
        await world.happen(world.bo)
        assert await line.quiet() == []


async def test_a_command_that_was_carried_out_meanwhile_leaves_no_subscription() -> None:
    async with harbour() as world, world.server.line() as line, world.server.line() as elsewhere:
        for each in (line, elsewhere):
            await each.ask({"type": "sign_in", "name": "Cy", "password": PASSWORD})
        board = world.server.services.tables.repository.board
        async with board._reading:  # the list is being read for somebody else
            await line.send({"type": "watch_lobby", "ref": "late"})
            await elsewhere.ask({"type": "sign_out", "everywhere": True})
            await line.until(lambda heard: bool(heard["type"] == "signed_out"))
        await line.answer("late")
        await world.subscribe(world.bo)
        await world.happen(world.bo)
        assert await line.quiet() == []


async def test_a_member_who_signs_in_again_on_the_connection_subscribes_again() -> None:
    async with harbour() as world, world.server.line() as line:
        for _ in range(2):
            await line.ask({"type": "sign_in", "name": "Cy", "password": PASSWORD})
            await world.subscribe(line)
            await line.ask({"type": "sign_out"})


async def ban(office: Office, program: Message) -> None:
    await office.sanction("ban")


async def end_all_sessions(office: Office, program: Message) -> None:
    await office.bo.ask({"type": "sign_out", "everywhere": True})


async def delete(office: Office, program: Message) -> None:
    await office.bo.ask({"type": "delete_account", "password": PASSWORD})


async def revoke(office: Office, program: Message) -> None:
    await office.bo.ask({"type": "revoke_token", "id": program["made"]["id"]})


async def to_the_end(reader: Reader) -> None:
    while True:
        await reader.next()


@pytest.mark.parametrize("path", STREAMS)
@pytest.mark.parametrize("end", [ban, end_all_sessions, delete, revoke])
async def test_no_event_stream_outlives_its_player(
    end: Callable[[Office, Message], Awaitable[None]], path: str
) -> None:
    async with offices() as office:
        await office.bo.ask({"type": "register", "name": "Bo", "password": PASSWORD})
        accounts = [await line.ask({"type": "get_account"}) for line in (office.admin, office.bo)]
        await office.here.begin("match", [account["player"] for account in accounts])
        program = await office.bo.ask({"type": "make_token", "scopes": ["lobby:read", "play"]})
        token = program["token"] if end is revoke else office.bo_token
        for server in (office.here, office.there):
            admit(server, Registration.CLOSED, GuestAccess.OFF)
        async with reading(office.there, path.format(match="match"), Authorization=f"Bearer {token}") as reader:
            if path != "/v1/me/events":
                await reader.next()
            await end(office, program)
            with pytest.raises(EOFError):
                await to_the_end(reader)


async def test_a_process_that_is_private_takes_over_no_connection_of_a_guest() -> None:
    async with live_server() as server:
        guest, _ = await server.services.players.welcome("Dee")
        exported = ExportedConnection(
            identity=guest,
            address="here",
            language="en",
            receives_pauses=False,
            tables={TableId("table"): False},
            chat=ExportedChat((), ()),
            viewing=ExportedViewing(match=MatchId("match"), seat=None, through=None, takes_patches=False),
        )
        output = FrameOutput(lambda _: None, lambda _: None)
        for access in (GuestAccess.WATCH, GuestAccess.OFF):
            admit(server, guests=access)
            connection = Connection(server.services, output, lambda *_: None, "here")
            with (
                pytest.raises(CommandRefused, match="Only players with an account")
                if access is GuestAccess.OFF
                else contextlib.nullcontext()
            ):
                await connection.resume_as(exported)
            connection.release()
