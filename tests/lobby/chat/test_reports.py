"""Reports: what goes with them, how long they are kept, who reads them."""

import secrets

import msgspec
import pytest
from lobby.office import DAY, Office
from quarterdeck_protocol.lobby.chat import Reason, Report, Where
from quarterdeck_protocol.lobby.moderation import Audit, ResolveOrder, Role
from quarterdeck_protocol.names import Ref, ReportId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import GONE
from quarterdeck_server.lobby.chance import id_by
from quarterdeck_server.lobby.documents import Key
from quarterdeck_server.store_errors import Unavailable


@pytest.fixture
async def office() -> Office:
    return Office()


async def test_a_report_is_kept_with_its_lines_and_goes_after_a_month(office: Office) -> None:
    mo, ada, bo = [await office.person(*who) for who in (("Mo", Role.MODERATOR), ("Ada",), ("Bo",))]
    await office.say(bo, "buy my cards")
    lines = await office.talk.last(await office.talk.readable_places(ada.player, Where.LOBBY, None), ada.player.id)
    report = Report(player=bo.player.id, reason=Reason.SPAM, text=" again ", where=Where.LOBBY)
    id_ = await office.reports.file(ada, report, lines)
    office.at += 1000 * (DAY + 1)
    assert await office.said() == []
    filed = (await office.reports.read(mo, resolved=False, before=None, most=10)).reports
    assert [(each.id, each.text, each.lines[0].text) for each in filed] == [(id_, "again", "buy my cards")]
    await office.reports.resolve(mo, id_, ResolveOrder(verdict="muted"))
    assert (await office.reports.read(mo, resolved=False, before=None, most=10)).reports == ()
    resolved = (await office.reports.read(mo, resolved=True, before=None, most=10)).reports
    assert [(each.verdict, each.resolved_by and each.resolved_by.name) for each in resolved] == [("muted", "Mo")]
    office.at += 1000 * 30 * DAY
    assert (await office.reports.read(mo, resolved=True, before=None, most=10)).reports == ()
    with pytest.raises(CommandRefused) as refused:
        await office.reports.resolve(mo, ReportId(id_), ResolveOrder(verdict="muted"))
    assert refused.value.code is RefusalCode.UNKNOWN_REPORT


async def test_the_same_player_can_be_reported_again_after_an_hour(office: Office) -> None:
    ada, bo = await office.person("Ada"), await office.person("Bo")
    report = Report(player=bo.player.id, reason=Reason.SPAM)
    await office.reports.file(ada, report, [])
    office.at += 1000 * 3599
    with pytest.raises(CommandRefused) as refused:
        await office.reports.file(ada, report, [])
    assert (refused.value.code, refused.value.retry_in) == (RefusalCode.ALREADY_REPORTED, 1000)
    office.at += 1000
    await office.reports.file(ada, report, [])


async def test_a_report_that_is_sent_again_is_filed_once(office: Office) -> None:
    mo, ada, bo = [await office.person(*who) for who in (("Mo", Role.MODERATOR), ("Ada",), ("Bo",))]
    report = Report(player=bo.player.id, reason=Reason.SPAM, ref=Ref("one"))
    office.documents.loses_the_next_answer = True
    with pytest.raises(Unavailable):
        await office.reports.file(ada, report, [])
    id_ = await office.reports.file(ada, report, [])
    filed = (await office.reports.read(mo, resolved=False, before=None, most=10)).reports
    assert [each.id for each in filed] == [id_]
    with pytest.raises(CommandRefused) as refused:
        await office.reports.file(ada, Report(player=mo.player.id, reason=Reason.SPAM, ref=Ref("one")), [])
    assert refused.value.code is RefusalCode.REF_REUSED


async def test_a_place_without_its_kind_is_no_place(office: Office) -> None:
    ada, bo = await office.person("Ada"), await office.person("Bo")
    with pytest.raises(CommandRefused) as refused:
        await office.reports.file(ada, Report(player=bo.player.id, reason=Reason.SPAM, id="\x1b[31m"), [])
    assert (refused.value.code, refused.value.where) == (RefusalCode.MALFORMED, "$.id")


async def test_nobody_reads_or_resolves_a_report_of_themselves(office: Office) -> None:
    mo, other, bo = [await office.person(*who) for who in (("Mo", Role.MODERATOR), ("Ot", Role.MODERATOR), ("Bo",))]
    ad = await office.person("Ad", Role.ADMIN)
    id_ = await office.reports.file(bo, Report(player=mo.player.id, reason=Reason.ABUSE), [])
    assert (await office.reports.read(mo, resolved=False, before=None, most=10)).reports == ()
    for by, code in ((mo, RefusalCode.UNKNOWN_REPORT), (other, RefusalCode.MISSING_ROLE)):
        with pytest.raises(CommandRefused) as refused:
            await office.reports.resolve(by, id_, ResolveOrder(verdict="nothing in it"))
        assert refused.value.code is code
    assert [each.id for each in (await office.reports.read(ad, resolved=False, before=None, most=10)).reports] == [id_]
    await office.reports.resolve(ad, id_, ResolveOrder(verdict="a word was had"))
    assert (await office.reports.read(mo, resolved=True, before=None, most=10)).reports == ()


async def test_a_report_of_the_moderator_who_reads_is_passed_over_as_if_it_were_not_there(office: Office) -> None:
    mo, bo, cy = [await office.person(*who) for who in (("Mo", Role.MODERATOR), ("Bo",), ("Cy",))]
    ids = []
    for by, whom in ((bo, cy), (bo, mo), (cy, bo), (cy, mo)):
        office.at += 1_000
        ids.append(await office.reports.file(by, Report(player=whom.player.id, reason=Reason.ABUSE), []))
    first = await office.reports.read(mo, resolved=False, before=None, most=1)
    assert ([each.id for each in first.reports], first.before) == ([ids[2]], f"{office.at - 1_000}-{ids[2]}")
    second = await office.reports.read(mo, resolved=False, before=first.before, most=1)
    assert ([each.id for each in second.reports], second.before) == ([ids[0]], None)


async def test_the_audit_log_tells_no_moderator_of_a_report_of_themselves(office: Office) -> None:
    ad = await office.person("Ad", Role.ADMIN)
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    id_ = await office.reports.file(bo, Report(player=mo.player.id, reason=Reason.ABUSE), [])
    await office.reports.resolve(ad, id_, ResolveOrder(verdict="a word was had"))
    log = office.moderation.audit
    (told,) = (await log.read(None, 10, reader=ad.player.id)).deeds
    assert told.detail == f"report {id_}"
    assert (await log.read(None, 10, reader=mo.player.id)) == Audit(deeds=(), before=None)


async def test_the_id_of_a_report_does_not_say_by_whom_it_is(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    report = Report(player=mo.player.id, reason=Reason.ABUSE, ref=Ref("1"))
    id_ = await office.reports.file(bo, report, [])
    assert id_ == await office.reports.file(bo, report, []), "the same command files it once"
    assert id_ != id_by(bo.player.id, report.ref, secrets, 16), "what everybody can work out"
    elsewhere = Office()
    report = msgspec.structs.replace(report, player=(await elsewhere.person("Mo")).player.id)
    assert id_ != await elsewhere.reports.file(bo, report, []), "each server has a key of its own"


async def test_a_report_of_somebody_who_has_left_is_resolved_too(office: Office) -> None:
    mo, bo, ada = await office.person("Mo", Role.MODERATOR), await office.person("Bo"), await office.person("Ada")
    id_ = await office.reports.file(ada, Report(player=bo.player.id, reason=Reason.NAME), [])
    await office.players.remove(bo.player.id)
    assert (await office.reports.resolve(mo, id_, ResolveOrder(verdict="gone"))).why == "gone"


async def test_the_name_of_somebody_who_has_left_does_not_stay_with_what_they_said(office: Office) -> None:
    mo, ada, rude = [await office.person(*who) for who in (("Mo", Role.MODERATOR), ("Ada",), ("Unmistakable",))]
    await office.say(rude, "buy my cards")
    lines = await office.talk.last(await office.talk.readable_places(ada.player, Where.LOBBY, None), ada.player.id)
    id_ = await office.reports.file(ada, Report(player=rude.player.id, reason=Reason.NAME, where=Where.LOBBY), lines)
    await office.players.remove(rude.player.id)
    (filed,) = (await office.reports.read(mo, resolved=False, before=None, most=10)).reports
    assert (filed.player.name, filed.lines[0].player.name, filed.lines[0].text) == (GONE, GONE, "buy my cards")
    (page,) = await office.store.documents.read([Key("report", id_)])
    assert page is not None
    assert b"Unmistakable" not in page.body
