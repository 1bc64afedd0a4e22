"""Lost passwords, guessed passwords: who comes in, and who never keeps anybody out."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable

import pytest
from quarterdeck_protocol.names import Milliseconds, Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.address_marks import MARKS, AddressMarks, AddressMarksRecord
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.accounts.login_throttle import ANYWHERE
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.accounts.recovery import CODES
from quarterdeck_server.lobby.documents import Document
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quick_passwords import quick_passwords

PASSWORD, ANOTHER = "a long walk by the sea", "nine green bottles"
HOME, AWAY = "81.2.69.142", "81.2.69.160"
DAY = 24 * 60 * 60 * 1000


class Accounts:
    """A store whose clock is moved by hand, and two processes on it."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000
        self.memory = Memory(lambda: Milliseconds(self.at))
        self.store = MemoryStore(self.memory)
        self.documents = self.store.documents
        self.players, self.others = (Players(self.documents, quick_passwords()) for _ in range(2))

    async def person(self, name: str = "Ada") -> tuple[Identity, Token, tuple[str, ...]]:
        identity, token = await self.players.welcome(None)
        return identity, token, tuple(await self.players.register(identity.player.id, name, PASSWORD))

    async def guess(self, number: int, name: str = "Ada") -> RefusalCode:
        """Guess a password, each time from another address, in one process or the other."""
        address = f"203.{number // 65536}.{number // 256 % 256}.{number % 256}"
        players = (self.players, self.others)[number % 2]
        return await refusal(players.sign_in(name, f"a wrong guess {number}", address))

    async def comes_from(self, identity: Identity, address: str) -> None:
        """Note where somebody was signed in, as the door does."""
        mark = await AddressMarks(self.documents, self.players._chance).of(address)
        marks = AddressMarksRecord().with_mark(mark, Milliseconds(self.at))
        await self.documents.commit([MARKS.put(identity.player.id, None, marks)])


@pytest.fixture
async def accounts() -> AsyncIterator[Accounts]:
    accounts = Accounts()
    await accounts.store.start()
    yield accounts
    await accounts.store.close()


async def refusal(work: Awaitable[object]) -> RefusalCode:
    with pytest.raises(CommandRefused) as refused:
        await work
    return refused.value.code


def _all_pages(accounts: Accounts) -> list[Document]:
    return [stored.document for stored in accounts.memory.documents._documents.values()]


class TestGuessing:
    async def test_guesses_at_one_account_are_bounded_over_all_addresses_and_processes(
        self, accounts: Accounts
    ) -> None:
        await accounts.person()
        codes = [await accounts.guess(number) for number in range(ANYWHERE.free + 50)]
        compared = codes.count(RefusalCode.WRONG_PASSWORD)
        assert set(codes) == {RefusalCode.WRONG_PASSWORD, RefusalCode.SLOW_DOWN}
        assert compared <= ANYWHERE.free
        for number in range(24 * 60):  # a whole day, every minute from another address
            accounts.at += 60_000
            codes.append(await accounts.guess(1000 + number))
        assert codes.count(RefusalCode.WRONG_PASSWORD) <= ANYWHERE.free + 24 * 4 + 12

    async def test_many_at_once_are_bounded_as_well(self, accounts: Accounts) -> None:
        await accounts.person()
        codes = await asyncio.gather(*(accounts.guess(number) for number in range(ANYWHERE.free + 60)))
        assert codes.count(RefusalCode.WRONG_PASSWORD) <= ANYWHERE.free

    async def test_it_is_not_told_whether_there_is_such_an_account(self, accounts: Accounts) -> None:
        await accounts.person()
        one, other = [
            [await accounts.guess(number, name) for number in range(ANYWHERE.free + 5)] for name in ("Ada", "Nobody")
        ]
        assert one == other

    async def test_the_owner_comes_in_all_the_same(self, accounts: Accounts) -> None:
        identity, token, codes = await accounts.person()
        await accounts.comes_from(identity, HOME)
        for number in range(ANYWHERE.free + 10):
            await accounts.guess(number)
        assert await refusal(accounts.players.sign_in("Ada", PASSWORD, AWAY)) is RefusalCode.SLOW_DOWN
        again, newer = await accounts.players.recognise(token)  # whoever is signed in
        assert again.player.id == identity.player.id
        await accounts.players.recognise(newer)
        known, _ = await accounts.players.sign_in("Ada", PASSWORD, HOME)  # from where they were signed in lately
        assert known.player.id == identity.player.id
        recovered, _ = await accounts.players.recover("Ada", codes[0], ANOTHER, AWAY)  # and with a code from anywhere
        assert recovered.player.id == identity.player.id

    async def test_a_player_who_changes_something_about_their_account_does_not_wait_for_strangers(
        self, accounts: Accounts
    ) -> None:
        identity, _, _ = await accounts.person()
        for number in range(ANYWHERE.free + 10):
            await accounts.guess(number)
        await accounts.players.change(identity, PASSWORD, None, ANOTHER)

    async def test_strangers_keep_the_owner_out_for_a_while_only(self, accounts: Accounts) -> None:
        identity, _, _ = await accounts.person()
        for number in range(ANYWHERE.free + 10):
            await accounts.guess(number)
        accounts.at += 15 * 60 * 1000 + 1
        assert (await accounts.players.sign_in("Ada", PASSWORD, AWAY))[0].player.id == identity.player.id

    async def test_a_player_who_is_right_is_not_counted(self, accounts: Accounts) -> None:
        await accounts.person()
        for number in range(ANYWHERE.free + 10):
            await accounts.players.sign_in("Ada", PASSWORD, f"203.0.{number // 256}.{number % 256}")

    async def test_the_guesses_of_one_address_do_not_use_up_those_of_all(self, accounts: Accounts) -> None:
        await accounts.person()
        for _ in range(2 * ANYWHERE.free):
            await refusal(accounts.players.sign_in("Ada", "a wrong guess", AWAY))
        assert await accounts.guess(1) is RefusalCode.WRONG_PASSWORD

    async def test_recovery_codes_are_not_guessed_either(self, accounts: Accounts) -> None:
        await accounts.person()
        codes = [
            await refusal(accounts.players.recover("Ada", f"0000-0000-0000-{number:04}", ANOTHER, AWAY))
            for number in range(10)
        ]
        assert codes == [RefusalCode.WRONG_PASSWORD] * 5 + [RefusalCode.SLOW_DOWN] * 5

    async def test_a_player_who_recovers_without_a_code_learns_nothing_of_the_password(
        self, accounts: Accounts
    ) -> None:
        _, _, (used, *_) = await accounts.person()
        await accounts.players.recover("Ada", used, ANOTHER, HOME)
        for number, code in enumerate(("0000-0000-0000-0000", "", "another word")):
            guessing = accounts.players.recover("Ada", code, ANOTHER, f"203.0.0.{number}")
            assert await refusal(guessing) is RefusalCode.WRONG_PASSWORD, "it is the password, and no code"


class TestRecovery:
    async def test_a_code_makes_a_new_password_once_and_ends_every_other_session(self, accounts: Accounts) -> None:
        identity, token, codes = await accounts.person()
        assert len(set(codes)) == CODES
        assert all(re.fullmatch(r"([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}", code) for code in codes)
        recovered, newer = await accounts.others.recover("ada", codes[3], ANOTHER, AWAY)
        assert recovered.player == (await accounts.players.holder(newer)).player
        assert recovered.player.id == identity.player.id
        assert await refusal(accounts.players.recognise(token)) is RefusalCode.UNKNOWN_TOKEN
        assert await refusal(accounts.players.sign_in("Ada", PASSWORD, AWAY)) is RefusalCode.WRONG_PASSWORD
        await accounts.players.sign_in("Ada", ANOTHER, AWAY)
        assert (await accounts.players.shown(identity.player.id)).recovery_codes_left == CODES - 1
        assert await refusal(accounts.players.recover("Ada", codes[3], "another long password", AWAY)) is (
            RefusalCode.WRONG_PASSWORD
        )
        await accounts.players.recover("Ada", codes[4].upper().replace("-", " "), PASSWORD, AWAY)

    async def test_the_same_again_because_the_answer_was_lost_signs_in(self, accounts: Accounts) -> None:
        identity, _, codes = await accounts.person()
        for _ in range(2):
            recovered, _ = await accounts.players.recover("Ada", codes[0], ANOTHER, AWAY)
            assert recovered.player.id == identity.player.id
        assert (await accounts.players.shown(identity.player.id)).recovery_codes_left == CODES - 1

    async def test_of_two_with_one_code_one_is_first(self, accounts: Accounts) -> None:
        _, _, codes = await accounts.person()
        tries = [
            accounts.players.recover("Ada", codes[0], ANOTHER, HOME),
            accounts.others.recover("Ada", codes[0], "five gold rings", AWAY),
        ]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(isinstance(each, CommandRefused) for each in done) == [False, True]

    async def test_codes_are_renewed_with_the_password_and_the_old_are_worth_nothing(self, accounts: Accounts) -> None:
        identity, _, codes = await accounts.person()
        assert (
            await refusal(accounts.players.renew_codes(identity.player.id, "a wrong guess"))
            is RefusalCode.WRONG_PASSWORD
        )
        new = await accounts.players.renew_codes(identity.player.id, PASSWORD)
        assert set(new).isdisjoint(codes)
        assert await refusal(accounts.players.recover("Ada", codes[0], ANOTHER, AWAY)) is RefusalCode.WRONG_PASSWORD
        await accounts.players.recover("Ada", new[0], ANOTHER, AWAY)

    async def test_a_player_who_registers_again_because_the_answer_was_lost_is_shown_codes_that_are_good(
        self, accounts: Accounts
    ) -> None:
        identity, _, _ = await accounts.person()
        codes = await accounts.players.register(identity.player.id, "Ada", PASSWORD)
        await accounts.players.recover("Ada", codes[0], ANOTHER, AWAY)

    async def test_a_player_who_registers_again_before_the_answer_is_shown_codes_that_are_good(
        self, accounts: Accounts
    ) -> None:
        identity, _ = await accounts.players.welcome(None)
        one = [accounts.players.register(identity.player.id, "Ada", PASSWORD) for _ in range(2)]
        shown = await asyncio.gather(*one)
        back = [accounts.players.recover("Ada", codes[0], ANOTHER, AWAY) for codes in shown]
        refused = [each for each in await asyncio.gather(*back, return_exceptions=True) if isinstance(each, Exception)]
        assert [each.code for each in refused if isinstance(each, CommandRefused)] == [RefusalCode.WRONG_PASSWORD]
        late, _ = await accounts.players.welcome(None)
        two = [accounts.players.register(late.player.id, "Bo Peep", each) for each in (PASSWORD, ANOTHER)]
        assert [type(each) for each in await asyncio.gather(*two, return_exceptions=True)].count(CommandRefused) == 1

    async def test_codes_and_passwords_are_kept_as_hashes_only(self, accounts: Accounts) -> None:
        _, _, codes = await accounts.person()
        stored = b"".join(page.body for page in _all_pages(accounts))
        for secret in (*codes, *(code.replace("-", "") for code in codes), PASSWORD):
            assert secret.encode() not in stored

    async def test_a_new_password_is_none_of_the_commonest_anywhere(self, accounts: Accounts) -> None:
        identity, _, codes = await accounts.person()
        for work in (
            accounts.players.recover("Ada", codes[0], "12345678", AWAY),
            accounts.players.recover("Ada", codes[0], "Ada Ada Ada", AWAY),
            accounts.players.change(identity, PASSWORD, None, "password1"),
            accounts.players.change(identity, PASSWORD, None, "adaadaadaada"),
            accounts.players.change(identity, PASSWORD, "Countess Lovelace", "countess lovelace"),
            accounts.players.register((await accounts.players.welcome(None))[0].player.id, "Bo Peep", "bopeep12"),
        ):
            assert await refusal(work) is RefusalCode.PASSWORD_NOT_ALLOWED
        assert (await accounts.players.shown(identity.player.id)).recovery_codes_left == CODES

    async def test_a_guest_has_no_code(self, accounts: Accounts) -> None:
        identity, _ = await accounts.players.welcome("Ada")
        assert await refusal(accounts.players.renew_codes(identity.player.id, PASSWORD)) is RefusalCode.NOT_REGISTERED
        assert await refusal(accounts.players.recover("Ada", "0000-0000-0000-0000", ANOTHER, AWAY)) is (
            RefusalCode.WRONG_PASSWORD
        )
