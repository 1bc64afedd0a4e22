"""Passwords: a comparison costs the same whether there is an account or not, and addresses share the turns for it."""

import asyncio
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.fair_queue import FairTurns, Sharer
from quarterdeck_server.lobby.accounts.login_throttle import HERE
from quarterdeck_server.lobby.accounts.passwords import AT_ONCE, NOBODYS, Passwords
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quick_passwords import QUICK, quick_passwords
from servers import live_server

PASSWORD = "a long walk by the sea"
FIRST_REMAINING = HERE.free - 1


@pytest.mark.parametrize("hasher", [PasswordHasher(), QUICK, PasswordHasher(time_cost=2, memory_cost=64)])
def test_nobodys_password_costs_as_much_as_everybodys(hasher: PasswordHasher) -> None:
    parameters = extract_parameters(Passwords(hasher)._nobodys)
    assert parameters == extract_parameters(hasher.hash("a long walk by the sea"))


async def test_nobody_comes_in_though_the_password_fits() -> None:
    assert PasswordHasher().verify(NOBODYS, "nobody's password")
    assert not await Passwords().fits(None, "nobody's password")


async def test_a_password_fits_its_own_hash_and_no_other() -> None:
    passwords = quick_passwords()
    hashed = await passwords.hashed("a long walk by the sea")
    assert await passwords.fits(hashed, "a long walk by the sea")
    assert not await passwords.fits(hashed, "a long walk by the see")
    assert not await passwords.fits("no hash", "a long walk by the sea")


class Noting(PasswordHasher):
    """Notes which passwords were compared, in their order."""

    compared: list[str] = []  # noqa: RUF012 - the library's class has slots of its own

    def verify(self, hash: Any, password: Any) -> Any:  # noqa: A002 - as the library calls it
        self.compared.append(password)
        return super().verify(hash, password)


@pytest.mark.parametrize(
    "other",
    [Sharer("192.0.2.9", ""), Sharer("192.0.2.1", "ada")],
    ids=["another address", "a player of the same address"],
)
async def test_an_address_that_tries_many_passwords_makes_nobody_else_wait_for_all_of_them(other: Sharer) -> None:
    """A player who is signed in has a share of their address."""
    passwords = Passwords(noting := Noting(time_cost=1, memory_cost=8, parallelism=1))
    noting.compared = []
    hashed = await passwords.hashed("a long walk by the sea")
    crowd = [
        asyncio.create_task(passwords.fits(hashed, f"guess {number}", Sharer("192.0.2.1", ""))) for number in range(100)
    ]
    await asyncio.sleep(0)
    assert await passwords.fits(hashed, "a long walk by the sea", other)
    await asyncio.gather(*crowd)
    assert noting.compared.index("a long walk by the sea") <= AT_ONCE + 2


async def test_where_too_many_wait_it_is_refused_and_a_try_is_not_counted() -> None:
    passwords = quick_passwords()
    documents = MemoryStore(Memory()).documents
    players = Players(documents, passwords)
    ada, _ = await players.welcome(None)
    (code, *_) = await players.register(ada.player.id, "Ada", PASSWORD)
    turns, passwords.turns = passwords.turns, FairTurns(0, 0)
    for _ in range(20):
        for trying in (
            players.sign_in("Ada", PASSWORD, "192.0.2.1"),
            players.recover("Ada", code, "another walk by the sea", "192.0.2.1"),
            players.renew_codes(ada.player.id, PASSWORD),
            players.change(ada, PASSWORD, None, "another walk by the sea"),
            players.delete(ada.player.id, PASSWORD),
            players.register(ada.player.id, "Ada", PASSWORD),
        ):
            with pytest.raises(CommandRefused) as refused:
                await trying
            assert (refused.value.code, refused.value.retry_in) == (RefusalCode.TOO_MANY, 1_000)
    passwords.turns = turns
    with pytest.raises(CommandRefused) as wrong:
        await players.sign_in("Ada", "a wrong guess", "192.0.2.1")
    assert (wrong.value.code, wrong.value.remaining) == (RefusalCode.WRONG_PASSWORD, FIRST_REMAINING)
    assert (await players.sign_in("Ada", PASSWORD, "192.0.2.1"))[0].player.id == ada.player.id


async def test_every_command_with_a_password_waits_for_whoever_gives_it() -> None:
    sharers: list[Sharer] = []

    class Noted(FairTurns):
        async def take(self, sharer: Sharer) -> bool:
            sharers.append(sharer)
            return await super().take(sharer)

    async with live_server() as server, server.line() as line, server.line() as other:
        server.services.players._passwords.turns = Noted(2, 10)
        me = (await line.sign_in())["player"]["id"]
        account = await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        signing_in = {"type": "sign_in", "name": "Ada", "password": PASSWORD}
        codes = account["recovery_codes"]
        new = "another walk by the sea"
        recovering = {"type": "recover_account", "name": "Ada", "code": codes[0], "new_password": new}
        for asked in (signing_in, recovering):
            assert (await other.ask(asked))["type"] == "signed_in"
        at_sign_in = len(sharers)
        for asked in (
            {"type": "make_recovery_codes", "password": new},
            {"type": "change_account", "password": new, "new_password": PASSWORD},
            {"type": "delete_account", "password": PASSWORD},
        ):
            assert (await other.ask(asked))["type"] in ("account", "signed_out")
    assert sharers[0] == ("127.0.0.1", me)
    assert set(sharers[1:at_sign_in]) == {("127.0.0.1", "")}
    assert set(sharers[at_sign_in:]) == {("127.0.0.1", me)}
