"""Second factors: codes that are valid once, recovery codes as fallback, waits after wrong ones, and their end."""

import time

import aiohttp
import pyotp
import pytest
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.documents import SECOND_FACTORS
from quarterdeck_server.lobby.accounts.login_throttle import ANYWHERE, HERE
from quarterdeck_server.lobby.accounts.second_factors import step_of
from quarterdeck_server.lobby.accounts.tokens import SecondFactorRecord
from quarterdeck_server.storage.memory import Memory, MemoryStore
from second_factors import turn_on_second_factor
from servers import PASSWORD, Message, live_server
from structlog.testing import capture_logs

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
SIGN_IN: Message = {"type": "sign_in", "name": "Ada", "password": PASSWORD}


def test_a_code_is_valid_for_its_step_and_the_two_beside_it_and_never_again() -> None:
    """The secret and the codes of RFC 6238, appendix B, in six digits."""
    record = SecondFactorRecord(SECRET, is_on=True)
    assert step_of(record, "287 082", Milliseconds(59_000)) == 1
    for seconds, step in ((0, 1), (89, 1), (90, None), (1_000, None)):
        assert step_of(record, "287082", Milliseconds(seconds * 1000)) == step
    assert step_of(SecondFactorRecord(SECRET, is_on=True, step=1), "287082", Milliseconds(59_000)) is None
    for wrong in ("", "28708", "2870820", "000000", "２８７０８２"):
        assert step_of(record, wrong, Milliseconds(59_000)) is None
    assert SECRET not in repr(record)


async def test_a_sign_in_needs_a_code_that_nobody_has_used() -> None:
    now = 1_000_000_000

    def clock() -> Milliseconds:
        return Milliseconds(now)

    memory = Memory(clock)
    with capture_logs() as logs:
        async with live_server(MemoryStore(memory)) as server, server.line() as ada, server.line() as thief:
            await ada.sign_in("Whoever")
            account = await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
            recovery = account["recovery_codes"]
            begun = await ada.ask({"type": "begin_second_factor"})
            app = pyotp.TOTP(begun["secret"])
            assert len(begun["qr"]) == len(begun["qr"][0])
            assert (await thief.ask(SIGN_IN))["type"] == "signed_in", "it is not on before a code was shown"
            refused = await ada.ask({"type": "confirm_second_factor", "code": recovery[0]})
            assert refused["code"] == "wrong_second_factor", "the app itself has to work"
            code = app.at(now // 1000)
            assert (await ada.ask({"type": "confirm_second_factor", "code": code}))["has_second_factor"] is True
            assert (await ada.ask({"type": "begin_second_factor"}))["code"] == "already_registered"

            assert (await thief.ask({**SIGN_IN, "password": "wrong wrong"}))["code"] == "wrong_password"
            assert (await thief.ask(SIGN_IN))["code"] == "second_factor_needed"
            assert (await thief.ask({**SIGN_IN, "code": code}))["code"] == "wrong_second_factor", "it was used"
            now += 30_000
            later = app.at(now // 1000)
            assert (await thief.ask({**SIGN_IN, "code": later}))["type"] == "signed_in"
            assert (await thief.ask({**SIGN_IN, "code": later}))["code"] == "wrong_second_factor"
            assert (await thief.ask({**SIGN_IN, "code": recovery[1]}))["type"] == "signed_in"
            assert (await thief.ask({**SIGN_IN, "code": recovery[1]}))["code"] == "wrong_second_factor"
            recover = {"type": "recover_account", "name": "Ada", "code": recovery[1], "new_password": PASSWORD}
            assert (await thief.ask(recover))["code"] == "wrong_password", "it is used up for everything"
            export = (await ada.ask({"type": "get_export"}))["account"]
            assert (export["has_second_factor"], export["recovery_codes_left"]) == (True, len(recovery) - 1)

            for _ in range(5):
                refused = await thief.ask({**SIGN_IN, "code": "000000"})
            assert refused["code"] == "slow_down"
            proof = {"type": "prove_identity", "code": recovery[3]}
            assert (await ada.ask(proof))["type"] == "identity_proved", "a stranger does not make her sessions wait"
            removal = {"type": "remove_second_factor", "code": recovery[2]}
            assert (await ada.ask(removal))["has_second_factor"] is False
            assert (await thief.ask(SIGN_IN))["type"] == "signed_in"
            noted = (await ada.ask({"type": "get_notices"}))["notices"]
            reasons = {each["reason"] for each in noted if each["kind"] == "sign_in_changed"}
            assert reasons == {"new_device", "second_factor_added", "second_factor_removed"}
    assert not any(secret in repr(logs) for secret in (begun["secret"], code, later))


async def test_strangers_who_guess_codes_wait_and_a_known_address_does_not() -> None:
    async with live_server(MemoryStore(Memory())) as server, server.line() as ada:
        her = (await ada.sign_in("Whoever"))["player"]["id"]
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        app = await turn_on_second_factor(ada)
        factors = server.services.players.second_factors
        for at in range(ANYWHERE.free):
            with pytest.raises(CommandRefused, match="This code is wrong"):
                await factors.check(her, "000000", f"203.0.{at}.1")
        with pytest.raises(CommandRefused, match="Too many wrong codes"):
            await factors.check(her, "000000", "198.51.100.1")
        await factors.check(her, app.at(int(time.time()) + 30), "192.0.2.1", is_known=True)


async def test_guesses_in_one_session_make_no_other_one_wait_and_are_bounded_over_all() -> None:
    async with live_server(MemoryStore(Memory())) as server, server.line() as ada, server.line() as thief:
        her = (await ada.sign_in("Whoever"))["player"]["id"]
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        await thief.ask(SIGN_IN)

        async def guess_until_it_waits(**wrong: str) -> None:
            answers = [await thief.ask({"type": "prove_identity", **wrong}) for _ in range(HERE.free + 1)]
            assert answers[-1]["code"] == "slow_down"

        await guess_until_it_waits(password="wrong wrong")
        assert (await ada.ask({"type": "prove_identity", "password": PASSWORD}))["type"] == "identity_proved"
        app = await turn_on_second_factor(ada)
        await guess_until_it_waits(code="000000")
        right = {"type": "prove_identity", "code": app.at(int(time.time()) + 30)}
        assert (await ada.ask(right))["type"] == "identity_proved"
        factors = server.services.players.second_factors
        for at in range(ANYWHERE.free - HERE.free):
            with pytest.raises(CommandRefused, match="This code is wrong"):
                await factors.check(her, "000000", session=f"session {at}")
        with pytest.raises(CommandRefused, match="Too many wrong codes"):
            await factors.check(her, "000000", session="one more")


async def test_a_proof_ends_after_fifteen_minutes_and_belongs_to_a_session() -> None:
    now = 1_000_000_000

    def clock() -> Milliseconds:
        return Milliseconds(now)

    async with live_server(MemoryStore(Memory(clock))) as server, server.line() as ada, server.line() as again:
        await ada.sign_in("Whoever")
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        token = (await again.ask(SIGN_IN))["token"]
        now += 14 * 60_000
        assert (await again.ask({"type": "begin_second_factor"}))["type"] == "second_factor_begun"
        token = (await again.ask({"type": "sign_in", "token": token}))["token"]
        now += 60_000
        assert (await again.ask({"type": "begin_second_factor"}))["code"] == "proof_needed"
        wrong = {"type": "prove_identity", "password": "wrong wrong"}
        assert (await again.ask(wrong))["code"] == "wrong_password"
        proved = await again.ask({"type": "prove_identity", "password": PASSWORD})
        assert proved["until"] == now + 15 * 60_000
        begun = await again.ask({"type": "begin_second_factor"})
        assert (await ada.ask({"type": "begin_second_factor"}))["code"] == "proof_needed"
        code = pyotp.TOTP(begun["secret"]).at(now // 1000)
        await again.ask({"type": "confirm_second_factor", "code": code})
        assert (await again.ask({"type": "prove_identity", "password": PASSWORD}))["code"] == "second_factor_needed"
        renew: Message = {"type": "make_recovery_codes", "password": PASSWORD}
        change: Message = {"type": "change_account", "password": PASSWORD, "new_password": "another walk by the sea"}
        for command in (renew, change, {"type": "delete_account", "password": PASSWORD}):
            assert (await ada.ask(command))["code"] == "proof_needed", "a password does not replace the second factor"
        codes = (await again.ask(renew))["recovery_codes"]
        recover = {"type": "recover_account", "name": "Ada", "code": codes[0], "new_password": PASSWORD}
        for _ in range(2):  # the second time because the answer was lost
            assert (await ada.ask(recover))["type"] == "signed_in"
        now += 30_000
        later = pyotp.TOTP(begun["secret"]).at(now // 1000)
        assert (await again.ask({**SIGN_IN, "code": later}))["type"] == "signed_in"
        assert (await ada.ask(recover))["code"] == "wrong_password", "its repetition needs no factor, so it has an end"


async def test_a_moderators_reset_and_a_deletion_leave_no_second_factor() -> None:
    memory = Memory()
    async with live_server(MemoryStore(memory)) as server, server.line() as ada, server.line() as mo:
        her = (await ada.sign_in("Whoever"))["player"]["id"]
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        await turn_on_second_factor(ada)
        await mo.sign_in("Mo")
        await mo.ask({"type": "register", "name": "Mo", "password": PASSWORD})
        await server.services.moderation.make_first_admin("Mo")
        admins = (await mo.ask({"type": "make_token", "scopes": ["moderate"]}))["token"]
        order = {"player": her, "why": "a lost phone"}
        async with (
            aiohttp.ClientSession(headers={"Authorization": f"Bearer {admins}"}) as http,
            http.post(f"{server.url}/v1/moderation/password-reset", json=order) as answer,
        ):
            reset = await answer.json()
        assert await SECOND_FACTORS.read(MemoryStore(memory).documents, [her]) == [None]
        recovered = {"type": "recover_account", "name": "Ada", "code": reset["code"], "new_password": PASSWORD}
        assert (await ada.ask(recovered))["type"] == "signed_in"
        await turn_on_second_factor(ada)
        await ada.ask({"type": "delete_account", "password": PASSWORD})
        assert await SECOND_FACTORS.read(MemoryStore(memory).documents, [her]) == [None]
