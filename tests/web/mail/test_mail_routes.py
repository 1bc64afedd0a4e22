"""E-mail addresses on a real socket with a real mail server: confirmed, used to come back, changed, and removed."""

import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from mail_receivers import PASSWORD as MAIL_PASSWORD
from mail_receivers import MailReceiver, link_in, mail_receiver
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.mail.address_forms import address_hash, address_of
from quarterdeck_server.lobby.mail.mail_delivery import RETRIES
from quarterdeck_server.lobby.mail.mail_file import read_mail_file
from quarterdeck_server.lobby.mail.mail_records import DUE, EMAILS, HOLDERS, MAILS, HoldersRecord
from quarterdeck_server.storage.memory import Memory, MemoryStore
from scrapes import scraped
from second_factors import turn_on_second_factor
from servers import PASSWORD, Line, LiveServer, Message, live_server, soon
from structlog.testing import capture_logs
from web.test_proofs import Clock

ORIGIN, NEW = "https://cards.example.org", "another walk by the sea"
MINUTE = 60_000
RIGHT = ('server = "smtps://mail.example.org"', 'sender = "a@example.org"')
REFUSED = "550 5.1.1 no such user"


@dataclass
class Place:
    """A server that sends mails, the mail server, and a browser."""

    server: LiveServer
    http: aiohttp.ClientSession
    mail: MailReceiver
    store: MemoryStore
    clock: Clock

    async def post(self, path: str, body: Message, language: str = "en") -> tuple[int, Message]:
        url = f"{self.server.url}/sign-on/email/{path}"
        async with self.http.post(url, json=body, headers={"Accept-Language": language}) as answer:
            return answer.status, await answer.json()

    async def confirmed(self, line: Line, address: str = "ada@example.org") -> None:
        """Set the address of a player and confirm it."""
        number = len(self.mail.mails)
        waiting = await line.ask({"type": "set_email", "address": address})
        assert waiting["email"]["waiting"] is not None
        code = secret_of(link_in(await self.mail.until(number + 1)), "confirm")
        assert await self.post("confirm", {"code": code}) == (200, {"done": True})


@contextlib.asynccontextmanager
async def places(folder: Path, *answers: str, **settings: Any) -> AsyncIterator[Place]:
    clock = Clock()
    store = MemoryStore(Memory(clock))
    async with mail_receiver(*answers) as mail, aiohttp.ClientSession() as http:
        given = {"public_url": ORIGIN, "mail": mail.file(folder), **settings}
        async with live_server(store, **given) as server:
            yield Place(server, http, mail, store, clock)


async def account(line: Line, name: str = "Ada") -> Message:
    signed_in = await line.sign_in("Whoever")
    await line.ask({"type": "register", "name": name, "password": PASSWORD})
    return signed_in


def of_mails(server: LiveServer) -> dict[str, float]:
    """Return the metric of mails by outcome."""
    found = {
        dict(each.labels).get("outcome", ""): value for each, value in scraped(server).items() if "mails" in each.name
    }
    return {outcome: value for outcome, value in found.items() if value and outcome}


def secret_of(link: str, purpose: str) -> str:
    """Return the secret of a link, which is behind `#`, where no server logs it."""
    parts = urlsplit(link)
    assert f"{parts.scheme}://{parts.netloc}{parts.path}?{parts.query}" == f"{ORIGIN}/email?"
    return parse_qs(parts.fragment)[purpose][0]


async def test_a_player_confirms_an_address_and_comes_back_by_a_link(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with places(tmp_path) as here, here.server.line() as ada, here.server.line() as other:
            her = (await account(ada))["player"]["id"]
            engine = (await ada.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]["id"]
            await ada.ask({"type": "make_token", "scopes": ["play"], "bot": engine})
            await here.confirmed(ada, "Ada@Bücher.example")
            shown: Message = {"verified": "Ada@xn--bcher-kva.example", "waiting": None, "notices": []}
            assert (await ada.ask({"type": "get_email"}))["email"] == shown
            assert (await ada.ask({"type": "get_export"}))["email"] == shown
            assert here.mail.signed_in == [(b"cards", MAIL_PASSWORD.encode())]
            asked: Message = {"address": "ada@bücher.EXAMPLE"}
            assert await here.post("recovery", asked, "de") == (200, {"done": True})
            mail = await here.mail.until(2)
            assert mail["Subject"] == "Ein neues Passwort bei Quarterdeck"
            assert parsedate_to_datetime(mail["Date"]).timestamp() == here.clock.ms // 1000
            assert re.fullmatch(r"<[0-9a-f]{32}@cards\.example\.org>", mail["Message-ID"])
            link = link_in(mail)
            assert parse_qs(urlsplit(link).fragment)["name"] == ["Ada"]
            code = secret_of(link, "recover")
            recover: Message = {"type": "recover_account", "name": "ada", "code": code, "new_password": NEW}
            refused = await other.ask(recover | {"name": "Bo"})
            assert (refused["code"], refused["where"]) == ("wrong_password", "$.name")
            assert "“Ada”" in refused["text"], "the account may have another name now"
            assert (await other.ask(recover))["player"]["id"] == her
            await ada.until(lambda heard: heard["type"] == "signed_out")
            assert (await other.ask({"type": "list_tokens"}))["tokens"] == [], "what a thief had made has ended"
            assert (await other.ask({"type": "get_email"}))["email"] == shown, "the address was proved by the link"
            assert (await other.ask(recover))["player"]["id"] == her, "a lost answer is repeated"
            assert (await ada.ask(recover | {"new_password": PASSWORD}))["code"] == "wrong_password"
            again = await ada.ask({"type": "sign_in", "name": "Ada", "password": NEW})
            assert again["player"]["id"] == her
    assert not any(secret in repr(logs) for secret in (code, MAIL_PASSWORD, "@xn--"))


async def test_a_link_ends_by_time_by_another_password_and_by_another_address(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as ada:
        await account(ada)
        await here.confirmed(ada)

        async def asked(number: int) -> Message:
            await here.post("recovery", {"address": "ada@example.org"})
            code = secret_of(link_in(await here.mail.until(number)), "recover")
            return {"type": "recover_account", "name": "Ada", "code": code, "new_password": NEW}

        late = await asked(2)
        assert (await here.post("confirm", {"code": late["code"]}))[1]["code"] == "unknown_token"
        here.clock.ms += 121 * MINUTE
        async with here.server.line() as other:
            assert (await other.ask(late))["code"] == "wrong_password"
            first, second = await asked(3), await asked(4)
            assert (await other.ask(second))["type"] == "signed_in"
            assert (await other.ask(first))["code"] == "wrong_password", "a new password ends all links for one"
            here.clock.ms += 24 * 60 * MINUTE
            third = await asked(5)
            await other.ask({"type": "prove_identity", "password": NEW})
            assert (await other.ask({"type": "set_email"}))["email"] == {
                "verified": None,
                "waiting": None,
                "notices": [],
            }
            assert (await here.mail.until(6))["Subject"] == "Your e-mail address was removed at Quarterdeck"
            assert (await other.ask({"type": "set_email"}))["type"] == "email"
            assert (await other.ask(third))["code"] == "wrong_password"
            reasons = [each["reason"] for each in (await other.ask({"type": "get_notices"}))["notices"]]
            assert reasons.count("email_removed") == 1
        stored = here.store.documents
        assert await HOLDERS.read(stored, [address_hash("ada@example.org")]) == [None]


async def test_an_address_that_a_thief_has_set_cannot_be_confirmed_after_the_owner_came_back(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as thief, here.server.line() as ada:
        await account(thief)
        await here.confirmed(thief)
        shown: Message = {"verified": "ada@example.org", "waiting": None, "notices": []}
        codes: list[str] = []
        for address in ("thief@example.org", "other@example.org"):
            assert (await thief.ask({"type": "set_email", "address": address}))["email"]["waiting"] == address
            codes.append(secret_of(link_in(await here.mail.until(len(codes) + 2)), "confirm"))
        await here.post("recovery", {"address": "ada@example.org"})
        back = secret_of(link_in(await here.mail.until(4)), "recover")
        await ada.ask({"type": "recover_account", "name": "Ada", "code": back, "new_password": NEW})
        assert [(await here.post("confirm", {"code": code}))[1]["code"] for code in codes] == ["unknown_token"] * 2
        assert (
            (await ada.ask({"type": "get_email"}))["email"] == (await ada.ask({"type": "get_export"}))["email"] == shown
        )
        here.clock.ms += 24 * 60 * MINUTE
        await ada.ask({"type": "prove_identity", "password": NEW})
        await ada.ask({"type": "set_email", "address": "late@example.org"})
        late = secret_of(link_in(await here.mail.until(5)), "confirm")
        await ada.ask({"type": "sign_out", "everywhere": True})
        assert (await here.post("confirm", {"code": late}))[1]["code"] == "unknown_token"


@pytest.mark.parametrize("by_owner", [True, False])
async def test_an_address_cannot_be_confirmed_after_the_session_that_set_it(tmp_path: Path, by_owner: bool) -> None:
    async with places(tmp_path) as here, here.server.line() as thief, here.server.line() as ada:
        await account(ada)
        await thief.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        await thief.ask({"type": "set_email", "address": "thief@example.org"})
        code = secret_of(link_in(await here.mail.until(1)), "confirm")
        if by_owner:
            sessions = (await ada.ask({"type": "list_sessions"}))["sessions"]
            (others,) = [each["id"] for each in sessions if not each["is_present"]]
            await ada.ask({"type": "end_session", "id": others})
        else:
            await thief.ask({"type": "sign_out"})
        assert (await here.post("confirm", {"code": code}))[1]["code"] == "unknown_token"
        assert (await ada.ask({"type": "get_email"}))["email"]["verified"] is None


async def test_a_mailbox_is_no_second_factor(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as ada, here.server.line() as other:
        await account(ada)
        await here.confirmed(ada)
        app = await turn_on_second_factor(ada, here.clock.ms // 1000)
        await here.post("recovery", {"address": "ada@example.org"})
        code = secret_of(link_in(await here.mail.until(2)), "recover")
        recover: Message = {"type": "recover_account", "name": "Ada", "code": code, "new_password": NEW}
        refused = await other.ask(recover)
        assert (refused["code"], refused["where"]) == ("second_factor_needed", "$.second_factor")
        assert (await other.ask(recover | {"second_factor": "000000"}))["code"] == "wrong_second_factor"
        later = app.at(here.clock.ms // 1000 + 30)
        assert (await other.ask(recover | {"second_factor": later}))["type"] == "signed_in"
        assert (await other.ask(recover))["code"] == "wrong_password", "it would need no code"


async def test_an_unknown_address_gets_the_same_answer_after_the_same_work(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as ada:
        await account(ada)
        await here.confirmed(ada)
        answers = []
        for address in ("ada@example.org", "nobody@example.org"):
            work = [await here.post("recovery", {"address": address}) for _ in range(3)]
            here.clock.ms += 120 * MINUTE - 1
            work.append(await here.post("recovery", {"address": address}))
            answers.append([(status, body.get("code"), body.get("retry_in")) for status, body in work])
        assert answers[0] == answers[1]
        assert [status for status, *_ in answers[0]] == [200, 200, 200, 429]
        last = await here.mail.until(4)
        assert f"{ORIGIN}/account" in last.get_content()
        recover = {"type": "recover_account", "name": "Ada", "code": secret_of(link_in(last), "recover")}
        assert (await ada.ask({**recover, "new_password": NEW}))["type"] == "signed_in", (
            "the newest link is still valid"
        )
        assert set(here.mail.receivers) == {"ada@example.org"}


async def test_an_address_is_shared_by_few_and_leaves_with_its_account(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as ada:
        her = PlayerId((await account(ada))["player"]["id"])
        documents, name = here.store.documents, address_hash("ada@example.org")
        others = tuple(PlayerId(str(number)) for number in range(5))
        await documents.commit([HOLDERS.put(name, None, HoldersRecord(others))])
        await ada.ask({"type": "set_email", "address": "ada@example.org"})
        code = secret_of(link_in(await here.mail.until(1)), "confirm")
        assert (await here.post("confirm", {"code": code}))[1]["code"] == "too_many_kept"
        (held,) = await documents.read([HOLDERS.key(name)])
        await documents.commit([HOLDERS.put(name, held, HoldersRecord(others[:4]))])
        assert (await here.post("confirm", {"code": code}))[0] == 200
        assert (await here.post("confirm", {"code": code}))[1]["code"] == "unknown_token"
        assert (await ada.ask({"type": "delete_account", "password": PASSWORD}))["type"] == "signed_out"
        assert await EMAILS.read(documents, [her]) == [None]
        assert await HOLDERS.read(documents, [name]) == [HoldersRecord(others[:4])]


async def test_a_mail_is_tried_again_under_the_same_id_and_is_given_up(tmp_path: Path) -> None:
    async with places(tmp_path, "450 4.7.1 later", "450 4.7.1 later", REFUSED) as here, here.server.line() as ada:
        await account(ada)
        with capture_logs() as logs:
            await ada.ask({"type": "set_email", "address": "ada@example.org"})
            await soon(lambda: len(here.mail.answers) == 2)
            ((name, _),) = await here.store.documents.listed(DUE, most=5)
            here.clock.ms += MINUTE
            await soon(lambda: len(here.mail.answers) == 1)
            here.clock.ms += 5 * MINUTE
            await soon(lambda: not here.mail.answers and len(logs) == 3)
        assert "example.org" not in repr(logs)
        async with here.server.line() as bo:
            await account(bo, "Bo")
            await here.confirmed(bo, "bo@example.org")
            assert await MAILS.read(here.store.documents, [name]) == [None]
            assert here.mail.receivers == ["bo@example.org"]
            here.mail.answers += ["450 4.7.1 later"] * (1 + len(RETRIES))
            await bo.ask({"type": "set_email", "address": "bo2@example.org"})
            for left, wait in zip(range(len(RETRIES), -1, -1), (*RETRIES, MINUTE), strict=True):
                await here.mail.until_answers_left(left)
                here.clock.ms += wait
            await soon(lambda: of_mails(here.server) == {"taken": 1, "refused": 1, "failed": 9, "given_up": 1})


async def test_who_may_set_an_address_and_which(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as ada:
        await ada.sign_in("Ada")
        assert (await ada.ask({"type": "set_email", "address": "a@example.org"}))["code"] == "not_registered"
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        for wrong in ("ada", "a@b", "ä@example.org", "a@example.org\r\nBcc: x@example.org", "<a@example.org>"):
            refused = await ada.ask({"type": "set_email", "address": wrong})
            assert (refused["code"], refused["where"]) == ("malformed", "$.address"), wrong
        codes = [
            (await ada.ask({"type": "set_email", "address": f"a{number}@example.org"})).get("code")
            for number in range(4)
        ]
        assert codes == [None, None, None, "slow_down"], "nobody floods mailboxes of others"
        refused = await ada.ask({"type": "set_email", "address": "new@example.org"})
        assert refused["text"].startswith("You have asked for too many mails."), "none went to this address"
        here.clock.ms += 16 * MINUTE
        refused = await ada.ask({"type": "set_email", "address": "a@example.org"})
        assert refused["code"] == "proof_needed"


async def test_a_new_password_says_in_mail_and_inbox_what_it_has_ended(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as ada:
        await account(ada)
        await here.confirmed(ada)
        await ada.ask({"type": "change_account", "password": PASSWORD, "new_password": NEW})
        mail = await here.mail.until(2)
        assert mail["Subject"] == "Your e-mail address was removed at Quarterdeck"
        assert mail.get_content().startswith("The password of your account was changed.")
        notices = (await ada.ask({"type": "get_notices"}))["notices"]
        assert {each["reason"] for each in notices} >= {"password_changed", "email_removed"}


async def test_without_a_mail_server_there_is_no_email() -> None:
    async with live_server() as server, server.line() as ada, aiohttp.ClientSession() as http:
        await account(ada)
        assert (await ada.ask({"type": "set_email", "address": "a@example.org"}))["code"] == "malformed"
        for path, body in (("recovery", {"address": "a@example.org"}), ("confirm", {"code": "x"})):
            async with http.post(f"{server.url}/sign-on/email/{path}", json=body) as answer:
                assert answer.status == (400 if path == "recovery" else 401), await answer.text()


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (['server = "imap://mail.example.org"', 'sender = "a@example.org"'], "`server` must be"),
        (['server = "smtps://u:secret@mail.example.org"', 'sender = "a@example.org"'], "`server` must be"),
        (['server = "smtps://mail.example.org:99999"', 'sender = "a@example.org"'], "`server` must be"),
        (['server = "smtps://mail.example.org"', 'sender = "Cards"'], "`sender` must be"),
        ([*RIGHT, 'user = "u"'], "together"),
        ([*RIGHT, 'password = "secret"'], "of its own"),
        (['sender = "a@example.org"'], "missing: `server`. The fields are `server`, `sender`, `user`, `password_file`"),
        (['serve = "x"', 'sender = "a@example.org"'], "unknown: `serve`; missing: `server`. The fields are"),
        ([*RIGHT, 'user = "u"', 'password_file = "away"'], "mail.toml: `password_file` is .*away, .*No such file"),
    ],
)
def test_a_fault_in_the_file_is_named_without_a_secret(lines: list[str], fault: str, tmp_path: Path) -> None:
    (tmp_path / "mail.toml").write_text("\n".join(lines))
    with pytest.raises(ValueError, match=fault) as error:
        read_mail_file(tmp_path / "mail.toml")
    assert "secret" not in str(error.value)


def test_addresses_that_are_the_same_have_one_hash() -> None:
    same = {
        address_hash(address_of(each)) for each in ("A@Bücher.example", "a@BÜCHER.example", "a@xn--bcher-kva.example")
    }
    assert len(same) == 1
    with pytest.raises(CommandRefused):
        address_of("a@127.0.0.1")
