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


class Accounts:
    """One server, and the time."""

    def __init__(self) -> None:
        self.hand = Hand()
        self.documents = MemoryStore(Memory(self.hand)).documents
        self.players = Players(self.documents, quick_passwords())

    def wait(self, seconds: float) -> None:
        self.hand.move(round(1000 * seconds))


@pytest.fixture
def accounts() -> Accounts:
    return Accounts()


async def test_a_player_who_neither_plays_nor_comes_back_is_forgotten_after_a_day(accounts: Accounts) -> None:
    identity, token = await accounts.players.welcome("Ada")
    accounts.wait(NEARLY * PASSING_SECONDS)
    assert (await accounts.players.holder(token)).is_passing
    accounts.wait(0.2 * PASSING_SECONDS)
    assert await accounts.players.find(identity.player.id) is None
    assert await TOKENS.read(accounts.documents, [hashed(token)]) == [None]
    with pytest.raises(CommandRefused) as refused:
        await accounts.players.recognise(token)
    assert refused.value.code is RefusalCode.UNKNOWN_TOKEN


async def test_a_player_who_comes_back_in_time_is_remembered_for_as_long_again(accounts: Accounts) -> None:
    identity, token = await accounts.players.welcome("Ada")
    for _ in range(40):
        accounts.wait(NEARLY * PASSING_SECONDS)
        again, token = await accounts.players.recognise(token)
        assert again.player == identity.player


async def test_a_player_who_plays_is_remembered_as_long_as_a_session_lives(accounts: Accounts) -> None:
    identity, token = await accounts.players.welcome("Ada")
    for _ in range(2):
        await accounts.players.stay(identity)
    accounts.wait(NEARLY * SESSION_SECONDS)
    again, token = await accounts.players.recognise(token)
    assert (again.player, again.is_passing) == (identity.player, False)
    accounts.wait(NEARLY * SESSION_SECONDS)
    assert (await accounts.players.holder(token)).player == identity.player


async def test_a_player_who_registers_keeps_the_session_as_long_as_others_do(accounts: Accounts) -> None:
    identity, token = await accounts.players.welcome("Ada")
    await accounts.players.register(identity.player.id, "Ada", PASSWORD, identity)
    accounts.wait(NEARLY * SESSION_SECONDS)
    assert (await accounts.players.holder(token)).player.name == "Ada"


async def test_nobody_stays_whose_session_has_ended(accounts: Accounts) -> None:
    identity, token = await accounts.players.welcome("Ada")
    await accounts.players.sign_out(identity)
    with pytest.raises(CommandRefused):
        await accounts.players.stay(identity)
    accounts.wait(NEARLY * PASSING_SECONDS)
    with pytest.raises(CommandRefused):
        await accounts.players.holder(token)
    accounts.wait(0.2 * PASSING_SECONDS)
    assert await ENDED.read(accounts.documents, [identity.session]) == [None]


async def test_a_session_that_has_ended_does_not_come_back_when_that_is_forgotten(accounts: Accounts) -> None:
    _, first = await accounts.players.welcome("Ada")
    identity, second = await accounts.players.recognise(first)
    await accounts.players.stay(identity)
    await accounts.players.sign_out(identity)
    for _ in range(4):
        accounts.wait(0.3 * SESSION_SECONDS)
        for token in (first, second):
            with pytest.raises(CommandRefused):
                await accounts.players.recognise(token)


async def test_no_guest_is_given_a_made_up_name_that_somebody_has_registered(accounts: Accounts) -> None:
    class Drawing:
        """Chance that draws the same number first."""

        drawn = iter((234, 234, 235))

        def randbelow(self, exclusive_upper_bound: int, /) -> int:
            is_for_a_name = exclusive_upper_bound == 9000
            return next(self.drawn) if is_for_a_name else secrets.randbelow(exclusive_upper_bound)

        def __getattr__(self, name: str) -> object:
            return getattr(secrets, name)

    players = Players(accounts.documents, quick_passwords(), Drawing())  # type: ignore[arg-type]  # the rest is that of secrets
    identity: Identity = (await players.welcome(None))[0]
    await players.register(identity.player.id, identity.player.name, PASSWORD)
    assert [identity.player.name, (await players.welcome(None))[0].player.name] == ["Guest 1234", "Guest 1235"]
