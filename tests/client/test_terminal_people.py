"""What one does about people in the terminal client: seats, the host, keeping away, the moderators; and oneself."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pyotp import TOTP
from quarterdeck_client import Client, RefusedError
from quarterdeck_client.bots import RandomBot
from quarterdeck_client.lobby.moderation import Moderators
from quarterdeck_client.saved_tokens import SavedTokens
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.screens.lobby import LobbyScreen
from quarterdeck_client.terminal.screens.players import REASONS
from quarterdeck_client.terminal.screens.table import TableScreen
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.lobby.admission import InviteOrder
from quarterdeck_protocol.lobby.chat import Reason, Where
from quarterdeck_protocol.lobby.site import Registration
from quarterdeck_protocol.names import Milliseconds, TableId
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.storage.memory import Memory, MemoryStore
from screens import PATIENCE, Shown, terminal
from servers import LiveServer, live_server, soon
from web.test_admission import admit

CODE = re.compile("(?:[0-9a-z]{4}-){3}[0-9a-z]{4}")
PASSWORD = "a long walk by the sea"
ANOTHER = "another long walk"


@contextlib.asynccontextmanager
async def hosting(ada: Client, bo: Client) -> AsyncIterator[tuple[Shown, TableId]]:
    """Ada's screen of a table of three where she is the host and Bo sits, too."""
    async with terminal(ada, Plan(seats=3)) as shown:
        await shown.shows("Waiting for all seats")
        table = table_screen(shown).table.id
        await bo.tables.sit(table)
        await shown.shows("2.  Bo")
        yield shown, table


def table_screen(shown: Shown) -> TableScreen:
    return next(screen for screen in shown.app.screen_stack if isinstance(screen, TableScreen))


# Seats


async def test_the_host_lifts_somebody_who_is_told_so(ada: Client, bo: Client) -> None:
    table = await ada.tables.open("density-deck", seats=3)
    async with terminal(bo, Plan(table=table.id)) as shown:
        await shown.shows("Bo (you)")
        async with terminal(ada, Plan(back_to=table.id)) as host:
            await host.shows("2.  Bo")
            await host.press("p")
            await host.pick("Bo")
            await host.pick("Kick them")
            await host.shows("2.  free")
        await shown.shows("The host has kicked you from your seat.")


async def test_the_host_hands_the_table_over(ada: Client, bo: Client) -> None:
    async with hosting(ada, bo) as (shown, _):
        await shown.press("p")
        await shown.pick("Bo")
        await shown.pick("Make them the host")
        await shown.shows("not ready yet · host")
        await shown.press("b")
        await shown.shows("Only the host can add bots.")
        await shown.press("p")
        await shown.pick("Bo")
        await shown.shows("Has not played with other people yet.")
        assert "Kick them" not in shown.text


async def test_a_bot_of_a_named_strength_sits_down_and_is_taken_away(ada: Client, bo: Client) -> None:
    async with hosting(ada, bo) as (shown, _):
        await shown.press("b")
        await shown.pick("Greedy, the strongest")
        await shown.shows("3.  Greedy 1 – ready")
        await shown.press("p")
        await shown.pick("Greedy 1")
        await shown.shows("It is a server bot.")
        await shown.pick("Kick them")
        await shown.shows("3.  free")


async def test_another_seat_is_chosen(ada: Client, bo: Client) -> None:
    async with hosting(ada, bo) as (shown, _):
        await shown.press("p")
        await shown.pick("free: sit down there")
        await shown.shows("3.  Ada (you)")
        await shown.shows("1.  free")


# Keeping away


async def test_a_player_is_muted_blocked_and_heard_again(ada: Client, bo: Client) -> None:
    async with hosting(ada, bo) as (shown, _):
        await shown.press("p")
        await shown.pick("Bo")
        await shown.pick("Mute: do not see")
        await shown.shows("You have muted them")
        await shown.pick("Block: do not see")
        await shown.shows("You have blocked them")
        assert [each.how for each in (await ada.account.get()).avoided] == [Avoidance.BLOCK]
        await shown.pick("Stop avoiding them")
        await shown.shows("You see their messages")
        assert (await ada.account.get()).avoided == ()


async def test_a_player_is_reported_with_what_was_said(ada: Client, bo: Client, server: LiveServer) -> None:
    async with hosting(ada, bo) as (shown, table):
        await bo.chat.say(Where.TABLE, "buy this!", table)
        await shown.shows("Bo: buy this!")
        await shown.press("p")
        await shown.pick("Bo")
        await shown.pick("Report to the moderators")
        await shown.pick("Advertising")
        await shown.shows("What happened, in your own words")
        await shown.press("escape")
        await shown.shows("Report to the moderators")
        assert "have been notified" not in shown.text, "a step back reports nobody"
        await shown.pick("Report to the moderators")
        await shown.pick("Advertising")
        await shown.write("What happened, in your own words", "again")
        await shown.shows("The moderators have been notified.")
        await shown.pick("Report to the moderators")
        await shown.pick("Their name")
        await shown.write("What happened, in your own words", "")
        await shown.shows("within the last hour")
    async with Client(server.url, name="Cy") as cy:
        await cy.account.register("Cy", PASSWORD)
        await server.services.moderation.make_first_admin("Cy")
        (report,) = (await Moderators(server.url, cy.token).reports()).reports
    assert (report.reason, report.text, [line.text for line in report.lines]) == (Reason.SPAM, "again", ["buy this!"])


def test_every_reason_to_report_somebody_can_be_chosen() -> None:
    assert set(REASONS) == set(Reason)


async def test_players_are_looked_at_with_their_matches(ada: Client, bo: Client) -> None:
    table = await bo.tables.open("tiny", options={"marks": 2})
    waiting = asyncio.create_task(bo.begin(table.id))
    async with terminal(ada, Plan(table=table.id)) as shown:
        playing = asyncio.create_task(RandomBot(1).play(await waiting))
        await shown.play_out(lambda labels: 1)
        await playing
        await shown.shows("Play again at this table")
        await shown.press("escape")
        await shown.shows("Not rated: unrated table.")
        await shown.press("p")
        await shown.pick("Bo")
        await shown.shows("of 1 won")
        await shown.pick("Matches")
        await shown.shows("The newest matches of Bo")
        await shown.shows("tiny with Ada: ")
        await shown.press("escape")
        await shown.pick("Results against each other")
        await shown.shows("tiny: Ada was above")


async def test_after_a_match_one_talks_with_those_who_are_at_the_table(ada: Client, bo: Client) -> None:
    table = await bo.tables.open("tiny", options={"marks": 2})
    waiting = asyncio.create_task(bo.begin(table.id))
    async with terminal(ada, Plan(table=table.id)) as shown:
        seat = await waiting
        await bo.chat.join_chat(Where.TABLE, table.id)
        await seat.resign()
        await shown.shows("Play again at this table")
        await shown.press("escape")
        await shown.until(lambda: (Where.TABLE, table.id) in ada.chat._received_lines)
        await bo.chat.say(Where.TABLE, "once more?", table.id)
        await shown.shows("Bo: once more?")
        await shown.press("t", "1")
        await shown.shows("Ada: Hello!")
        async with asyncio.timeout(PATIENCE):
            async for line in bo.chat.lines(Where.TABLE, table.id):
                if line.player.name == "Ada":
                    break


async def test_after_a_match_its_players_read_what_spectators_said(ada: Client, bo: Client, server: LiveServer) -> None:
    table = await bo.tables.open("tiny", options={"marks": 2})
    waiting = asyncio.create_task(bo.begin(table.id))
    async with terminal(ada, Plan(table=table.id)) as shown, Client(server.url, name="Cy") as cy:
        seat = await waiting
        await cy.watch_match(seat.match)
        await cy.chat.say(Where.MATCH, "what a move", seat.match)
        await bo.chat.say(Where.MATCH, "here we are", seat.match)
        await shown.shows("Bo: here we are")
        assert "what a move" not in shown.text
        await seat.resign()
        await shown.shows("Play again at this table")
        await shown.press("escape")
        await shown.shows("Cy: what a move")


# Who one is


@pytest.mark.parametrize(
    ("registration", "says"),
    [
        (Registration.CLOSED, "This server makes no new accounts."),
        (Registration.INVITE, "The code of your invite:"),
        (Registration.APPROVAL, "The host approves each new account."),
    ],
)
async def test_the_account_says_what_the_host_asks_of_a_new_player(
    server: LiveServer, tmp_path: Path, registration: Registration, says: str
) -> None:
    admit(server, registration)
    made = await server.services.invite_orders.make_on_the_command_line(InviteOrder(why="for Cy"))
    async with Client(server.url, name="Cy") as cy, terminal(cy, Plan(), notebook=tmp_path / "players.json") as shown:
        await shown.press("a")
        await shown.pick("Register")
        await shown.shows(says)
        if registration is Registration.CLOSED:
            return
        if registration is Registration.INVITE:
            await shown.write(says, made.code or "")
        await shown.write("Your new name:", "Cy Young")
        await shown.write("The new password:", PASSWORD)
        await shown.write("The same password once more:", PASSWORD)
        await shown.pick("I have written them down")
        await shown.shows("You are called Cy Young from now on.")
        if registration is Registration.APPROVAL:
            await shown.shows("Your account waits for approval by the host.")


async def test_a_guest_keeps_the_account_and_changes_it(ada: Client, tmp_path: Path) -> None:
    notebook = SavedTokens(tmp_path / "players.json")
    async with terminal(ada, Plan(), notebook=notebook.path) as shown:
        await shown.press("a")
        await shown.shows("A guest: anybody can use this name")
        await shown.pick("Register")
        await shown.write("Your new name:", "Ada Lovelace")
        await shown.write("The new password:", PASSWORD)
        await shown.write("The same password once more:", ANOTHER)
        await shown.shows("The passwords differ")
        await shown.pick("Register")
        await shown.write("Your new name:", "admin")
        await shown.write("The new password:", PASSWORD)
        await shown.write("The same password once more:", PASSWORD)
        await shown.shows("reserved")
        await shown.pick("Register")
        await shown.write("Your new name:", "Ada Lovelace")
        await shown.write("The new password:", PASSWORD)
        await shown.write("The same password once more:", PASSWORD)
        await shown.shows("shown only once")
        codes = set(CODE.findall(shown.text))
        assert len(codes) == 8
        await shown.pick("I have written them down")
        await shown.shows("You are called Ada Lovelace from now on.")
        await shown.pick("New recovery codes")
        await shown.write("Your current password:", PASSWORD)
        await shown.shows("shown only once")
        assert codes.isdisjoint(CODE.findall(shown.text))
        await shown.pick("I have written them down")
        await shown.pick("Change the name")
        await shown.write("The new name:", "Countess")
        await shown.write("Your current password:", "wrong")
        await shown.shows("This is not the password of your account.")
        await shown.pick("Change the name")
        await shown.write("The new name:", "Countess")
        await shown.write("Your current password:", PASSWORD)
        await shown.shows("You are called Countess from now on.")
        await shown.pick("Change the password")
        await shown.write("Your current password:", PASSWORD)
        await shown.write("The new password:", ANOTHER)
        await shown.write("The same password once more:", ANOTHER)
        await shown.shows("Your password has changed")
        assert ANOTHER not in shown.text
        await shown.press("escape")
        await shown.shows("you are Countess")
        known = notebook.find(ada.url, None)
        assert known is not None
        assert (known.name, known.token) == ("Countess", ada.token)


async def test_an_action_long_after_the_sign_in_asks_for_the_password(tmp_path: Path) -> None:
    now = 1_000_000_000

    def clock() -> Milliseconds:
        return Milliseconds(now)

    async with live_server(MemoryStore(Memory(clock))) as server, Client(server.url) as ada:
        await ada.account.register("Ada", PASSWORD)
        now += 3_600_000
        async with terminal(ada, Plan(), notebook=tmp_path / "players.json") as shown:
            await shown.press("a")
            await shown.pick("Second factor")
            await shown.write("Your current password:", PASSWORD)
            await shown.shows("Enter this secret into your app")


async def test_signing_out_and_in_again(ada: Client, tmp_path: Path) -> None:
    codes = (await ada.account.register("Ada Lovelace", PASSWORD)).recovery_codes
    app = TOTP((await ada.account.begin_second_factor()).secret)
    await ada.account.confirm_second_factor(app.now())
    notebook = SavedTokens(tmp_path / "players.json")
    async with terminal(ada, Plan(), notebook=notebook.path) as shown:
        await shown.press("a")
        await shown.pick("Sign out")
        await shown.until(lambda: shown.app.client is not ada)
        await shown.shows(f"you are {shown.app.client.player.name}")
        kinds = [shown.app.client.player.kind]
        await shown.press("a")
        await shown.pick("Sign in to your account")
        await shown.write("The name of your account:", "Ada Lovelace")
        await shown.write("Its password:", "wrong")
        await shown.shows("There is no account with this name and password.")
        guest = shown.app.client
        await shown.press("a")
        await shown.pick("Sign in to your account")
        await shown.write("The name of your account:", "Ada Lovelace")
        await shown.write("Its password:", PASSWORD)
        await shown.write("A code of your second factor, or a recovery code:", codes[0])
        await shown.shows("you are Ada Lovelace")
        assert [*kinds, shown.app.client.player.kind] == [PlayerKind.GUEST, PlayerKind.PERSON]
        await soon(lambda: not guest.is_connected)
        known = notebook.find(ada.url, None)
        assert known is not None
        assert known.name == "Ada Lovelace"
        again = shown.app.client
    assert not again.is_connected, "whoever was signed in here is signed off with the screen"


async def test_an_account_is_deleted_after_a_question(ada: Client, server: LiveServer) -> None:
    await ada.account.register("Ada Lovelace", PASSWORD)
    async with terminal(ada, Plan()) as shown:
        await shown.press("a")
        await shown.pick("Delete the account")
        await shown.pick("Keep it")
        await shown.pick("Delete the account")
        await shown.pick("Delete it")
        await shown.write("Your current password:", PASSWORD)
        await shown.until(lambda: shown.app.client is not ada)
        await shown.until(lambda: isinstance(shown.app.screen, LobbyScreen))
    with pytest.raises(RefusedError, match="no account"):
        async with Client(server.url, name="Ada Lovelace", password=PASSWORD):
            pass


@pytest.mark.parametrize("plan", [Plan(), Plan(seats=2), Plan(seek=("density-deck",), bots_after=None), Plan(bots=1)])
async def test_a_player_who_is_signed_out_elsewhere_reads_why_it_ended(server: LiveServer, plan: Plan) -> None:
    async with Client(server.url) as ada:
        await ada.account.register("Ada Lovelace", PASSWORD)
        async with terminal(ada, plan) as shown, Client(server.url, name="Ada Lovelace", password=PASSWORD) as again:
            await shown.until(lambda: len(shown.app.screen_stack) > 1)
            await again.account.sign_out(everywhere=True)
            await shown.until(lambda: not shown.app.is_running)
            assert "signed out" in str(shown.app.error)
