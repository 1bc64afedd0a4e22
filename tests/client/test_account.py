"""Accounts from a client's side: the SDK, what is remembered, and the command line."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import msgspec
import pyotp
import pytest
from click.testing import CliRunner
from client.account_program import ran
from quarterdeck_client import Client
from quarterdeck_client.app_sign_in import CODE_CLIENT, CODE_SCOPES, sign_in_by_code
from quarterdeck_client.commands.lobby.account import account
from quarterdeck_client.errors import ClientError, LostError, RefusedError
from quarterdeck_client.saved_tokens import SavedToken, SavedTokens
from quarterdeck_protocol.http.authorization import DeviceAuthorization
from quarterdeck_protocol.lobby.accounts import Avoidance
from quarterdeck_protocol.lobby.export import Export
from quarterdeck_protocol.names import Milliseconds, Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind, Scope
from quarterdeck_server.commands.admin import admin
from quarterdeck_server.storage.memory import Memory, MemoryStore
from relay import relay_to
from servers import SOON, LiveServer, live_server

PASSWORD, ANOTHER = "a long walk by the sea", "nine green bottles"


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=10_000) as running:
        yield running


async def test_a_guest_stays_and_comes_back_with_a_password(server: LiveServer) -> None:
    async with Client(server.url) as guest:
        registered = await guest.account.register("Ada", PASSWORD)
        assert (registered.player.id, registered.player.kind) == (guest.player.id, PlayerKind.PERSON)
        changed = await guest.account.change(PASSWORD, new_name="Countess", new_password=ANOTHER)
        assert changed.player.name == "Countess"
    async with Client(server.url, name="Countess", password=ANOTHER) as back:
        assert back.player.id == registered.player.id
        await back.account.delete(ANOTHER)
    with pytest.raises(RefusedError) as refused:
        async with Client(server.url, name="Countess", password=ANOTHER):
            pass
    assert refused.value.code is RefusalCode.WRONG_PASSWORD


async def test_a_program_signs_in_with_a_token_of_its_own(server: LiveServer) -> None:
    async with Client(server.url) as owner:
        await owner.account.register("Ada", PASSWORD)
        bot = (await owner.account.make_bot("Engine")).bots[0]
        made = await owner.account.make_token([Scope.PLAY], bot=bot.id, label="laptop", days=3)
        async with Client(server.url, token=made.token) as one, Client(server.url, token=made.token) as two:
            assert one.player == two.player == bot
            assert one.token == two.token == made.token
        assert [each.label for each in await owner.account.tokens()] == ["laptop"]
        assert await owner.account.revoke(made.made.id) == ()
        assert (await owner.account.delete_bot(bot.id)).bots == ()
        async with Client(server.url) as other:
            avoided = (await owner.account.avoid(other.player.id, Avoidance.MUTE)).avoided
            assert [(each.player.id, each.how) for each in avoided] == [(other.player.id, Avoidance.MUTE)]


async def test_a_command_long_after_the_sign_in_asks_for_the_password(tmp_path: Path) -> None:
    now = 1_000_000_000

    def clock() -> Milliseconds:
        return Milliseconds(now)

    async with live_server(MemoryStore(Memory(clock))) as server:
        file = tmp_path / "here.json"
        assert (await ran(server.url, file, "register", "Ada", "--password", PASSWORD))[0] == 0
        now += 3_600_000
        words = ["--url", server.url, "--token-file", str(file), "make-token", "--scope", "play"]
        for typed, status in (("wrong wrong", 1), (PASSWORD, 0)):
            asked = await asyncio.to_thread(CliRunner().invoke, account, words, input=f"{typed}\n")
            assert asked.exit_code == status, asked.output
            assert "Your password" in asked.output


async def test_a_player_who_goes_on_elsewhere_is_not_fought_over(server: LiveServer) -> None:
    async with Client(server.url) as older:
        token = older.token
        async with Client(server.url, token=token) as newer:
            with pytest.raises(LostError, match="newer connection"):
                await asyncio.wait_for(_ask_for_ever(older), SOON)
            assert newer.player == older.player
            assert newer.reconnects == 0


async def _ask_for_ever(client: Client) -> None:
    while True:
        await client.tables.list()


async def test_the_newest_token_is_remembered_whenever_the_line_is_taken_up(server: LiveServer, tmp_path: Path) -> None:
    notebook = SavedTokens(tmp_path / "players.json")
    async with relay_to(server.url) as relay:
        async with Client(relay.url, renewed=notebook.renewing) as me:
            notebook.note(SavedToken(url="here", name="Ada", token=me.token))
            relay.cut()
            await me.tables.list()
            assert me.reconnects == 1
            known = notebook.find("here", "Ada")
            assert known is not None
            assert known.token == me.token
        async with Client(server.url, token=known.token) as again:
            assert again.player == me.player


def test_a_player_who_is_forgotten_or_renamed_is_found_so(tmp_path: Path) -> None:
    notebook = SavedTokens(tmp_path / "players.json")
    ada, bo = (SavedToken(url="here", name=name, token=Token(name)) for name in ("Ada", "Bo"))
    notebook.note(ada)
    notebook.note(bo)
    notebook.rename(ada, "Countess")
    assert notebook.find("here", "Ada") is None
    assert (notebook.find("here", "Countess") or bo).token == ada.token
    notebook.forget(bo)
    assert notebook.find("here", "Bo") is None
    notebook.renewing(Token("nobody's"), Token("new"))
    assert (notebook.find("here", None) or bo).token == ada.token


async def test_a_player_who_has_not_played_yet_registers_from_the_command_line(
    server: LiveServer, tmp_path: Path
) -> None:
    file = tmp_path / "here.json"
    register = ("register", "Countess", "--password", PASSWORD)
    assert (await ran(server.url, file, "--name", "Ada", *register))[2].startswith("quarterdeck: no player is saved")
    status, written, _ = await ran(server.url, file, *register)
    assert (status, written.startswith("Countess (person, id ")) == (0, True)
    shown = (await ran(server.url, file, "show"))[1]
    assert written.startswith(shown)
    assert "8 recovery codes have not been used" in shown


async def test_where_the_server_is_may_be_said_before_and_after_what_is_to_be_done(
    server: LiveServer, tmp_path: Path
) -> None:
    file, nobody = tmp_path / "here.json", "http://127.0.0.1:1"
    status, written, _ = await ran(nobody, file, "register", "Countess", "--password", PASSWORD, "--url", server.url)
    assert (status, written.startswith("Countess (person, id ")) == (0, True)
    assert (await ran(nobody, file, "--url", server.url, "show"))[0] == 0
    assert (await ran(nobody, file, "--url", nobody, "show", "--url", server.url + "/"))[0] == 0
    status, written, _ = await ran(nobody, file, "decks", "list", "--url", server.url)
    assert (status, written) == (0, "You have no saved decks.\n")


def test_anything_that_is_done_on_the_machine_of_the_store_asks_for_no_server() -> None:
    takes = {
        name: "--url" in [word for each in command.params for word in each.opts]
        for name, command in admin.commands.items()
    }
    assert [name for name, taken in takes.items() if not taken] == ["make-first", "make-invite"]


async def test_a_lost_password_is_no_lost_account_on_the_command_line(server: LiveServer, tmp_path: Path) -> None:
    file, other_file = tmp_path / "here.json", tmp_path / "there.json"
    _, written, _ = await ran(server.url, file, "register", "Countess", "--password", PASSWORD)
    codes = [line.strip() for line in written.splitlines() if line.count("-") == 3]
    assert len(codes) == 8
    refused = await ran(server.url, file, "register", "Another", "--password", "password1")
    recover = ("recover", "countess", "--code", codes[0], "--new-password", ANOTHER)
    assert (await ran(server.url, other_file, *recover))[0] == 0
    assert (await ran(server.url, other_file, "show"))[1].startswith("Countess (person, id ")
    assert (await ran(server.url, file, "show"))[0] == 1, "every other session has ended"
    _, written, _ = await ran(server.url, other_file, "codes", "--password", ANOTHER)
    assert [line for line in written.splitlines() if line.count("-") == 3] != []
    assert codes[1] not in written
    status, _, complaint = await ran(
        server.url, file, "recover", "Countess", "--code", codes[1], "--new-password", PASSWORD
    )
    assert (status, "no account with this name and recovery code" in complaint) == (1, True)
    assert refused[0] == 1


async def test_the_command_line_does_all_of_it(server: LiveServer, tmp_path: Path) -> None:
    file, other_file = tmp_path / "here.json", tmp_path / "there.json"
    assert (await ran(server.url, file, "show"))[2].startswith("quarterdeck: no player is saved")
    async with Client(server.url, name="Ada") as guest:
        SavedTokens(file).note(SavedToken(url=server.url, name="Ada", token=guest.token))
    assert (await ran(server.url, file, "register", "Countess", "--password", PASSWORD))[0] == 0
    status, written, _ = await ran(server.url, file, "show")
    assert (status, written.startswith("Countess (person, id ")) == (0, True)
    status, written, _ = await ran(server.url, file, "export")
    exported = msgspec.json.decode(written, type=Export)
    assert (status, exported.account.player.name, exported.matches, exported.before) == (0, "Countess", (), None)
    status, _, complaint = await ran(server.url, other_file, "sign-in", "Countess", "--password", ANOTHER)
    assert (status, "no account with this name and password" in complaint) == (1, True)
    assert (await ran(server.url, other_file, "sign-in", "countess", "--password", PASSWORD))[0] == 0
    status, token, _ = await ran(server.url, other_file, "make-token", "--scope", "play", "--label", "laptop")
    assert status == 0
    async with Client(server.url, token=token.strip()) as program:
        assert program.player.name == "Countess"
    status, written, _ = await ran(server.url, file, "tokens")
    assert written.split()[-1] == "laptop"
    assert (await ran(server.url, file, "revoke-token", written.split()[0]))[1] == "There are no tokens.\n"
    assert (await ran(server.url, file, "sign-out", "--everywhere"))[1] == "Signed out.\n"
    assert (await ran(server.url, other_file, "show"))[0] == 1


async def test_bots_devices_and_requests_of_programs_are_answered_on_the_command_line(
    server: LiveServer, tmp_path: Path
) -> None:
    file = tmp_path / "here.json"
    assert (await ran(server.url, file, "register", "Countess", "--password", PASSWORD))[0] == 0
    _, written, _ = await ran(server.url, file, "make-bot", "Cranky")
    assert "Cranky" in written
    async with Client(server.url, name="Countess", password=PASSWORD) as there:
        (bot,) = (await there.account.get()).bots
        assert "Cranky" not in (await ran(server.url, file, "delete-bot", bot.id))[1]
        (session,) = [each for each in await there.account.sessions() if each.is_present]
        assert session.id in (await ran(server.url, file, "devices"))[1]
        status, _, complaint = await ran(server.url, file, "sign-out-device")
        assert (status, "--others" in complaint) == (2, True)
        assert session.id not in (await ran(server.url, file, "sign-out-device", session.id))[1]
    assert len((await ran(server.url, file, "sign-out-device", "--others"))[1].splitlines()) == 1
    shown: list[DeviceAuthorization] = []

    def answering(typed: str, answer: str) -> Callable[[float], Awaitable[None]]:
        async def wait(_: float) -> None:
            words = ["--url", server.url, "--token-file", str(file), "allow", shown[-1].user_code]
            asked = await asyncio.to_thread(CliRunner().invoke, account, words, input=f"{typed}\n")
            assert asked.exit_code == 0, asked.output
            assert "asks to act for you. Nobody has checked this name" in asked.output
            assert answer in asked.output

        return wait

    allowing = answering("y", "It may act for you now.")
    tokens = await sign_in_by_code(server.url, CODE_CLIENT, CODE_SCOPES, shown.append, allowing)
    async with Client(server.url, token=Token(tokens.access_token)) as program:
        assert program.player.name == "Countess"
    with pytest.raises(ClientError, match="denied"):
        await sign_in_by_code(server.url, CODE_CLIENT, CODE_SCOPES, shown.append, answering("", "It was denied."))


async def test_names_passwords_factors_and_people_to_avoid_are_changed_on_the_command_line(
    server: LiveServer, tmp_path: Path
) -> None:
    file = tmp_path / "here.json"

    async def typed(*words: str, answers: str = "") -> tuple[int, str]:
        given = ["--url", server.url, "--token-file", str(file), *words]
        done = await asyncio.to_thread(CliRunner().invoke, account, given, input=answers)
        return done.exit_code, done.output

    status, said = await typed("register", "Ada", "--password", PASSWORD)
    assert status == 0
    recovery = said.split()[-1]
    assert "not the password of your account" in (await typed("rename", "Bea", "--password", ANOTHER))[1]
    assert (await typed("rename", "Countess", "--password", PASSWORD))[1].startswith("Countess (person, id ")
    assert (await typed("password", "--password", "wrong wrong", "--new-password", ANOTHER))[0] == 1
    status, said = await typed("password", "--password", PASSWORD, "--new-password", ANOTHER)
    assert (status, said) == (0, "Your password has changed; every other session has ended.\n")
    async with Client(server.url, name="Bo") as other:
        for how in ("mute", "block"):
            status, said = await typed("avoid", other.player.id, "--how", how)
            assert (status, f"  {how:<8}  Bo (id {other.player.id})" in said) == (0, True)
        assert "Bo" not in (await typed("avoid", other.player.id, "--how", "no"))[1]
    status, said = await typed("second-factor", "--password", ANOTHER, answers="000000\n")
    assert (status, "The second factor is on." in said) == (1, False)
    assert await _turn_on_second_factor(server.url, file, ANOTHER) == 0
    remove = ("second-factor", "--password", ANOTHER, "--remove")
    assert (await typed(*remove, answers="000000\n"))[0] == 1
    status, said = await typed(*remove, answers=f"{recovery}\n")
    assert (status, "The second factor is off." in said) == (0, True)
    assert (await typed("delete", answers=f"y\n{PASSWORD}\n"))[0] == 1
    assert (await typed("show"))[1].startswith("Countess (person, id ")
    status, said = await typed("delete", answers=f"y\n{ANOTHER}\n")
    assert (status, said.splitlines()[-1]) == (0, "The account is deleted.")
    assert "no player is saved" in (await typed("show"))[1]


async def _turn_on_second_factor(url: str, file: Path, password: str) -> int:
    """Turn the second factor on as a person does, with the secret that the program shows. Return its exit code."""
    words = ("account", "--url", url, "--token-file", str(file), "second-factor", "--password", password)
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "quarterdeck_server", *words, stdin=PIPE, stdout=PIPE
    )
    assert program.stdin is not None
    assert program.stdout is not None
    secret = (await program.stdout.readline()).decode().split("into your app: ")[1].strip()
    written, _ = await program.communicate(f"{pyotp.TOTP(secret).now()}\n".encode())
    assert b"The second factor is on." in written
    return await program.wait()
