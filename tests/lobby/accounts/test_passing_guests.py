"""How long guests are remembered: those who have only looked in for a day, those who play for as long as a session."""

import secrets

import pytest
from matches.processes import Hand
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.documents import ENDED, PASSING_SECONDS, TOKENS
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.accounts.tokens import SESSION_SECONDS, hashed
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quick_passwords import quick_passwords

PASSWORD = "a long walk by the sea"
NEARLY = 0.9


class House:
    """One server, and the time."""

    def __init__(self) -> None:
        self.hand = Hand()
        self.documents = MemoryStore(Memory(self.hand)).documents
        self.players = Players(self.documents, quick_passwords())

    def wait(self, seconds: float) -> None:
        self.hand.move(round(1000 * seconds))


@pytest.fixture
def house() -> House:
    return House()


async def test_who_neither_plays_nor_comes_back_is_forgotten_after_a_day(house: House) -> None:
    who, token = await house.players.welcome("Ada")
    house.wait(NEARLY * PASSING_SECONDS)
    assert (await house.players.holder(token)).is_passing
    house.wait(0.2 * PASSING_SECONDS)
    assert await house.players.find(who.player.id) is None
    assert await TOKENS.read(house.documents, [hashed(token)]) == [None]
    with pytest.raises(CommandRefused) as refused:
        await house.players.recognise(token)
    assert refused.value.code is RefusalCode.UNKNOWN_TOKEN


async def test_who_comes_back_in_time_is_remembered_for_as_long_again(house: House) -> None:
    who, token = await house.players.welcome("Ada")
    for _ in range(40):
        house.wait(NEARLY * PASSING_SECONDS)
        again, token = await house.players.recognise(token)
        assert again.player == who.player


async def test_who_plays_is_remembered_as_long_as_a_session_lives(house: House) -> None:
    who, token = await house.players.welcome("Ada")
    for _ in range(2):
        await house.players.stay(who)
    house.wait(NEARLY * SESSION_SECONDS)
    again, token = await house.players.recognise(token)
    assert (again.player, again.is_passing) == (who.player, False)
    house.wait(NEARLY * SESSION_SECONDS)
    assert (await house.players.holder(token)).player == who.player


async def test_who_registers_keeps_the_session_as_long_as_others_do(house: House) -> None:
    who, token = await house.players.welcome("Ada")
    await house.players.register(who.player.id, "Ada", PASSWORD, who)
    house.wait(NEARLY * SESSION_SECONDS)
    assert (await house.players.holder(token)).player.name == "Ada"


async def test_nobody_stays_whose_session_has_ended(house: House) -> None:
    who, token = await house.players.welcome("Ada")
    await house.players.sign_out(who)
    with pytest.raises(CommandRefused):
        await house.players.stay(who)
    house.wait(NEARLY * PASSING_SECONDS)
    with pytest.raises(CommandRefused):
        await house.players.holder(token)
    house.wait(0.2 * PASSING_SECONDS)
    assert await ENDED.read(house.documents, [who.session]) == [None]


async def test_a_session_that_has_ended_does_not_come_back_when_that_is_forgotten(house: House) -> None:
    _, first = await house.players.welcome("Ada")
    who, second = await house.players.recognise(first)
    await house.players.stay(who)
    await house.players.sign_out(who)
    for _ in range(4):
        house.wait(0.3 * SESSION_SECONDS)
        for token in (first, second):
            with pytest.raises(CommandRefused):
                await house.players.recognise(token)


async def test_no_guest_is_given_a_made_up_name_that_somebody_has_registered(house: House) -> None:
    class Drawing:
        """Chance that draws the same number first."""

        drawn = iter((234, 234, 235))

        def randbelow(self, exclusive_upper_bound: int, /) -> int:
            is_for_a_name = exclusive_upper_bound == 9000
            return next(self.drawn) if is_for_a_name else secrets.randbelow(exclusive_upper_bound)

        def __getattr__(self, name: str) -> object:
            return getattr(secrets, name)

    players = Players(house.documents, quick_passwords(), Drawing())  # type: ignore[arg-type]  # the rest is that of secrets
    who: Identity = (await players.welcome(None))[0]
    await players.register(who.player.id, who.player.name, PASSWORD)
    assert [who.player.name, (await players.welcome(None))[0].player.name] == ["Guest 1234", "Guest 1235"]
