"""Notices by mail: warnings at once, chosen kinds gathered, ended by one click, and each written and sent once."""

import asyncio
import re
import secrets
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.sign_in.email_address import MailNotice
from quarterdeck_protocol.lobby.social.challenges import ChallengeId
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.mail.mail_delivery import MailDelivery, Outcome
from quarterdeck_server.lobby.mail.mail_records import DUE, EMAILS, EmailRecord, MailRecord, Purpose, written
from quarterdeck_server.lobby.mail.mail_texts import Mail
from quarterdeck_server.lobby.notices.inbox import NO_ID, added
from quarterdeck_server.lobby.notices.notice_mails import BETWEEN, RESTING, NoticeMails
from quarterdeck_server.storage.memory import Memory
from servers import PASSWORD, Line
from stores import address, processes_on, redis_url, server_of_our_own  # noqa: F401 - fixtures
from structlog.testing import capture_logs
from web.mail.test_mail_routes import ORIGIN, Place, account, places


async def chosen(here: Place, ada: Line, *kinds: str) -> str:
    """Register Ada with an address and the kinds of notices that she wants by mail, and return her id."""
    her = (await account(ada))["player"]["id"]
    await here.confirmed(ada)
    shown = (await ada.ask({"type": "choose_mails", "notices": [*kinds]}))["email"]
    assert shown["notices"] == [*kinds]
    return str(her)


async def test_a_change_of_the_ways_in_is_mailed_at_once_and_asked_for_by_nobody(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as ada:
        await account(ada)
        await ada.ask({"type": "make_token", "scopes": ["play"], "label": "before the address"})
        here.clock.ms += 60_000
        await here.confirmed(ada)
        await ada.ask({"type": "set_email", "address": "ada@example.org", "language": "de"})
        await ada.ask({"type": "make_token", "scopes": ["play"]})
        (mail,) = await here.mail.warned(1)
        assert mail["Subject"] == "Dein Konto bei Quarterdeck hat sich geändert"
        text = mail.get_content()
        assert text.count("In deinem Konto wurde ein Token für ein Programm erstellt.") == 1
        assert (mail["To"], mail["List-Unsubscribe"]) == ("ada@example.org", None)
        last = (await ada.ask({"type": "get_notices"}))["notices"][0]
        await ada.ask({"type": "read_notices", "up_to": last["id"]})
        await ada.ask({"type": "make_recovery_codes", "password": PASSWORD})
        mail = (await here.mail.warned(2))[-1]
        assert "Wiederherstellungscodes" in mail.get_content(), "whoever reads the inbox may be the thief"
        assert "Token" not in mail.get_content()
        assert len(here.mail.mails) == 1


async def test_chosen_notices_are_gathered_once_an_hour_and_end_by_one_click(tmp_path: Path) -> None:
    with capture_logs() as logs:
        async with (
            places(tmp_path) as here,
            here.server.line() as ada,
            here.server.line() as bo,
            here.server.line() as cy,
        ):
            her = await chosen(here, ada, "challenge")
            challenge = {"type": "create_challenge", "player": her, "game": "tiny"}
            await account(bo, "Bo")
            await account(cy, "Cy")
            assert (await bo.ask(challenge))["type"] == "challenge_changed"
            await ada.ask({"type": "make_token", "scopes": ["play"]})
            await here.mail.warned(1)
            assert len(here.mail.mails) == 1, "who is here reads a notice before it is mailed"
            here.clock.ms += 2 * RESTING
            mail = await here.mail.until(2)
            assert mail["Subject"] == "News for you at Quarterdeck"
            assert "Bo challenges you to a match of" in mail.get_content()
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            (url,) = re.fullmatch(r"<(\S+)>", mail["List-Unsubscribe"]).groups()  # type: ignore[union-attr]
            await cy.ask(challenge)
            here.clock.ms += BETWEEN // 2
            await ada.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
            await ada.ask({"type": "make_token", "scopes": ["play"]})
            await here.mail.warned(2)
            assert len(here.mail.mails) == 2, "at most one an hour"
            here.clock.ms += BETWEEN // 2
            mail = await here.mail.until(3)
            assert "Cy challenges you" in mail.get_content()
            assert "Bo challenges you" not in mail.get_content(), "each notice is mailed once"

            path = url.removeprefix(ORIGIN)
            async with here.http.get(here.server.url + path, allow_redirects=False) as answer:
                assert answer.status == 303, "some mail programs open the address"
                assert answer.headers["Location"] == f"/email#stop={url.partition('=')[2]}"
            assert (await ada.ask({"type": "get_email"}))["email"]["notices"] == ["challenge"]
            for code in ("", "x"):
                async with here.http.post(f"{here.server.url}/sign-on/email/unsubscribe?code={code}") as answer:
                    assert (await answer.json())["code"] == "unknown_token"
            assert (await here.post("confirm", {"code": url.partition("=")[2]}))[1]["code"] == "unknown_token"
            for _ in range(2):
                click = {"List-Unsubscribe": "One-Click"}
                async with here.http.post(here.server.url + path, data=click) as answer:
                    assert (answer.status, await answer.json()) == (200, {"done": True})
            assert (await ada.ask({"type": "get_email"}))["email"]["notices"] == []
    assert not any(secret in repr(logs) for secret in (url, "ada@example"))


async def test_a_challenge_that_is_over_is_not_mailed(tmp_path: Path) -> None:
    async with (
        places(tmp_path) as here,
        here.server.line() as ada,
        here.server.line() as bo,
        here.server.line() as cy,
        here.server.line() as dee,
    ):
        her = await chosen(here, ada, "challenge")
        for line, name in ((bo, "Bo"), (cy, "Cy"), (dee, "Dee")):
            await account(line, name)
            made = await line.ask({"type": "create_challenge", "player": her, "game": "tiny"})
            if line is bo:
                challenger = made["challenge"]["challenger"]["id"]
                await ada.ask({"type": "avoid", "player": challenger, "how": "block"})
            elif line is cy:
                await ada.ask({"type": "decline_challenge", "challenge": made["challenge"]["id"], "reason": "busy"})
        here.clock.ms += 2 * RESTING
        text = (await here.mail.until(2)).get_content()
        assert "Dee challenges you" in text
        assert "Bo" not in text, "Ada has blocked Bo"
        assert "Cy challenges you" not in text, "Ada has answered Cy"


async def test_kinds_are_chosen_by_their_names_and_for_a_confirmed_address(tmp_path: Path) -> None:
    async with places(tmp_path) as here, here.server.line() as ada:
        await account(ada)
        refused = await ada.ask({"type": "choose_mails", "notices": ["turn"]})
        assert (refused["code"], refused["where"]) == ("malformed", "$.type")
        await here.confirmed(ada)
        refused = await ada.ask({"type": "choose_mails", "notices": ["turn", "gossip"]})
        assert (refused["code"], refused["where"]) == ("malformed", "$.notices")


ADA = PlayerId("ada")


async def none_open(_: Sequence[ChallengeId]) -> frozenset[ChallengeId]:
    return frozenset()


async def not_barred(_: PlayerId) -> bool:
    return False


async def test_of_two_processes_one_writes_and_one_sends_each_mail(address: str | None) -> None:  # noqa: F811
    """At least once: only a process that dies between sending and noting it lets another one send it again."""
    sent = Counter[str]()

    async def send(mail: Mail) -> Outcome:
        sent[mail.id] += 1
        await asyncio.sleep(0)
        return Outcome(True)

    async with processes_on(Memory(), address) as start:
        stores = [(await start()).documents for _ in range(2)]
        first = stores[0]
        now = await first.now()
        record = EmailRecord(verified="ada@example.org", notices=(MailNotice.CHALLENGE,))
        kinds = (NoticeKind.SIGN_IN_CHANGED, NoticeKind.CHALLENGE_EXPIRED)
        notices = [Notice(id=NO_ID, kind=kind, at=Milliseconds(now - RESTING)) for kind in kinds]
        account_of_hers = AccountRecord(id=ADA, name="Ada", kind=PlayerKind.PERSON, made_at=now)
        noted = added({ADA: None}, [(ADA, each) for each in notices])
        await first.commit([ACCOUNTS.put(ADA, None, account_of_hers), EMAILS.put(ADA, None, record), *noted.changes])
        mails = MailRecord(purpose=Purpose.WARNING, player=ADA)
        for number in range(20):
            put = written(f"mail {number}", mails, now)
            await first.commit(put.changes, put.indexed)
        writers = [NoticeMails(each, secrets, {}, "https://x.example", not_barred, none_open) for each in stores]
        for writer in writers:
            writer._wake(ADA)
        await asyncio.gather(*[writer.round() for writer in writers])
        assert await first.count(DUE) == 22
        senders = [MailDelivery(each, send, secrets, "https://x.example", lambda: "X", Counter()) for each in stores]
        await asyncio.gather(*[sender.deliver_due() for sender in senders])
        assert len(sent) == 22
        assert set(sent.values()) == {1}
        assert await first.count(DUE) == 0
