"""Who may do what to whom, how long it holds, and that every act stands in the log with what it did."""

import secrets

import msgspec
import pytest
from quarterdeck_protocol.moderating import (
    DeedKind,
    LiftOrder,
    RenameOrder,
    ResolveOrder,
    Role,
    RolesOrder,
    SanctionKind,
    SanctionOrder,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref, ReportId
from quarterdeck_protocol.refusals import Refusal
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.talking import Reason, Report, Say, Where
from quarterdeck_server.lobby import moderation
from quarterdeck_server.lobby.accounts import KeptAccount
from quarterdeck_server.lobby.addresses import AddressMarks, network_of
from quarterdeck_server.lobby.identities import Identity
from quarterdeck_server.lobby.ledger import Key
from quarterdeck_server.lobby.moderating import Moderation
from quarterdeck_server.lobby.moderation import KeptSanction, KeptSanctions
from quarterdeck_server.lobby.passwords import Passwords
from quarterdeck_server.lobby.players import Players
from quarterdeck_server.lobby.programs import Programs
from quarterdeck_server.lobby.reports import Reports
from quarterdeck_server.lobby.talk import SPOKEN, Talk
from quarterdeck_server.lobby.telling import Herald
from quarterdeck_server.publishing.stage import QUICK
from quarterdeck_server.refusing import Refusing
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.storing import Unavailable

PASSWORD = "a long walk by the sea"
HOME, AWAY = "192.0.2.7", "198.51.100.9"
DAY = 24 * 60 * 60


class Nowhere:
    """No tables, no matches: here only the lobby talks."""

    async def may_speak(self, table: object, player: object, *, follows: bool) -> bool:
        raise LookupError

    async def open(self, match: object) -> "Nowhere":
        raise LookupError

    def seat_of(self, player: str) -> None:
        raise LookupError

    def may_be_watched(self, follows: object) -> bool:
        raise LookupError

    def no_spectators(self, where: str) -> Refusing:
        raise LookupError

    @property
    def is_over(self) -> bool:
        raise LookupError


class Office:
    """A lobby in memory whose clock is moved by hand."""

    def __init__(self) -> None:
        self.at = 1_800_000_000_000
        self.memory = Memory(lambda: Milliseconds(self.at))
        self.store = MemoryStore(self.memory)
        self.players = Players(self.store.ledger, Passwords(QUICK))
        self.moderation = Moderation(self.store.ledger, self.players)
        self.reports = Reports(self.store.ledger, self.players, self.moderation.audit)
        nowhere = Nowhere()
        self.talk = Talk(self.store.ledger, self.players, nowhere, nowhere, Herald(self.store.ledger))

    async def person(self, name: str, *roles: str) -> Identity:
        who, token = await self.players.welcome(None)
        await self.players.register(who.player.id, name, PASSWORD)
        await self.players.set_roles(who.player.id, roles)
        return await self.players.holder(token)

    async def deeds(self) -> list[DeedKind]:
        return [deed.what for deed in (await self.moderation.audit.read(None, 100)).deeds]

    async def say(self, who: Identity, text: str) -> None:
        message = Say(where=Where.LOBBY, text=text)
        await self.talk.say(who, message, self.talk.id_for(who.player.id, message))

    async def said(self) -> list[str | None]:
        places = await self.talk.heard_by(STRANGER.player, Where.LOBBY, None)
        return [line.text for line in await self.talk.last(places)]


STRANGER = Identity(
    player=KeptAccount(id=PlayerId("x"), name="X", kind=PlayerKind.GUEST, made_at=Milliseconds(0)).player,
    token="",
    session="",
)


@pytest.fixture
async def office() -> Office:
    return Office()


def ban(who: Identity, **more: object) -> SanctionOrder:
    return msgspec.structs.replace(
        SanctionOrder(player=who.player.id, kind=SanctionKind.BAN, why="far too loud"), **more
    )


async def test_a_ban_holds_until_it_ends(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    await office.moderation.sanction(mo, ban(bo, seconds=60))
    with pytest.raises(Refusing, match=r"until 2027-01-15 08:01 UTC: far too loud\.") as refused:
        await office.moderation.admit(bo.player.id, HOME)
    assert (refused.value.code, refused.value.retry_in) == (Refusal.BANNED, 60_000)
    office.at += 60_000
    await office.moderation.admit(bo.player.id, HOME)


async def test_a_ban_for_good_has_no_end_but_can_be_lifted(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    await office.moderation.sanction(mo, ban(bo))
    office.at += 1000 * DAY * 4000
    with pytest.raises(Refusing, match="for good"):
        await office.moderation.admit(bo.player.id, HOME)
    order = LiftOrder(player=bo.player.id, kind=SanctionKind.BAN, why="a mistake")
    await office.moderation.lift(mo, order)
    await office.moderation.admit(bo.player.id, HOME)
    with pytest.raises(Refusing) as refused:
        await office.moderation.lift(mo, order)
    assert refused.value.code is Refusal.NOT_SANCTIONED
    assert await office.deeds() == [DeedKind.LIFT_BAN, DeedKind.BAN]


async def test_the_bots_of_a_player_are_banned_with_them(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    await Programs(office.store.ledger, office.players).make_bot(bo.player.id, "Engine")
    bot = (await office.players.shown(bo.player.id)).bots[0].id
    await office.moderation.sanction(mo, ban(bo))
    with pytest.raises(Refusing, match="banned"):
        await office.moderation.admit(bot, AWAY)


async def test_guests_stay_out_from_where_a_banned_player_came_and_no_longer_than_addresses_last(
    office: Office,
) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    await office.moderation.admit(bo.player.id, HOME)
    await office.moderation.sanction(mo, ban(bo, address=True))
    with pytest.raises(Refusing, match="No guests come in from your address"):
        await office.moderation.check_newcomer(HOME)
    await office.moderation.check_newcomer(AWAY)
    office.at += 1000 * DAY * 30
    await office.moderation.check_newcomer(HOME)


async def test_lifting_a_ban_lets_guests_in_again(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    await office.moderation.admit(bo.player.id, HOME)
    await office.moderation.sanction(mo, ban(bo, address=True))
    await office.moderation.lift(mo, LiftOrder(player=bo.player.id, kind=SanctionKind.BAN, why="a mistake"))
    await office.moderation.check_newcomer(HOME)


async def test_no_address_is_kept_only_marks_that_another_server_would_make_otherwise(office: Office) -> None:
    bo = await office.person("Bo")
    await office.moderation.admit(bo.player.id, HOME)
    pages = office.memory.pages._pages.values()  # there is no other way to see everything that is kept
    kept = b" ".join(stored.page.kept + " ".join(stored.page.key).encode() for stored in pages)
    assert b"192.0.2" not in kept
    mark = await AddressMarks(office.store.ledger, secrets).of(HOME)
    assert mark.encode() in kept
    assert await AddressMarks(MemoryStore(Memory()).ledger, secrets).of(HOME) != mark


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_of_an_address_the_network_counts(address: str, network: str) -> None:
    assert network_of(address) == network


async def test_a_moderator_answers_to_admins_and_nobody_judges_themselves(office: Office) -> None:
    mo, ad = await office.person("Mo", Role.MODERATOR), await office.person("Ad", Role.ADMIN)
    other, bo = await office.person("Other", Role.MODERATOR), await office.person("Bo")
    for by, order, code in (
        (bo, ban(other), Refusal.MISSING_ROLE),
        (mo, ban(other), Refusal.MISSING_ROLE),
        (mo, ban(ad), Refusal.MISSING_ROLE),
        (mo, ban(mo), Refusal.NOT_YOURSELF),
        (mo, ban(bo, kind=SanctionKind.MUTE, address=True), Refusal.MALFORMED),
        (mo, ban(bo, kind=SanctionKind.KICK, seconds=1), Refusal.MALFORMED),
        (mo, ban(STRANGER), Refusal.UNKNOWN_PLAYER),
    ):
        with pytest.raises(Refusing) as refused:
            await office.moderation.sanction(by, order)
        assert refused.value.code is code
    assert await office.deeds() == []
    await office.moderation.sanction(ad, ban(other))
    assert await office.deeds() == [DeedKind.BAN]


async def test_an_order_that_is_sent_again_is_done_once(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    first = await office.moderation.sanction(mo, ban(bo, ref=Ref("one")))
    office.at += 5
    assert await office.moderation.sanction(mo, ban(bo, ref=Ref("one"))) == first
    with pytest.raises(Refusing) as refused:
        await office.moderation.lift(mo, LiftOrder(player=bo.player.id, kind=SanctionKind.BAN, why="-", ref=Ref("one")))
    assert refused.value.code is Refusal.REF_REUSED
    assert await office.deeds() == [DeedKind.BAN]


async def test_what_is_refused_or_not_kept_is_not_in_the_log(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    with pytest.raises(Refusing) as refused:
        await office.moderation.rename(mo, RenameOrder(player=bo.player.id, name="Mo", why="rude"))
    assert refused.value.code is Refusal.NAME_TAKEN
    office.memory.leave()
    with pytest.raises(Unavailable):
        await office.moderation.sanction(mo, ban(bo))
    office.memory.come_back()
    assert await office.deeds() == []
    assert (await office.moderation.file(bo.player.id)).sanctions == ()


async def test_each_act_and_its_entry_are_one_commit(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    mo, bo = await office.person("Mo", Role.ADMIN), await office.person("Bo")
    report = Report(player=bo.player.id, reason=Reason.SPAM)
    report_id = await office.reports.file(await office.person("Cy"), report, [])
    kinds: list[set[str]] = []
    commit = office.store.ledger.commit

    async def noting(changes: list[object], *more: object) -> None:
        kinds.append({change.key.kind for change in changes if isinstance(change, msgspec.Struct)})  # type: ignore[attr-defined]  # both kinds of change have a key
        await commit(changes, *more)  # type: ignore[arg-type]  # as it was asked

    monkeypatch.setattr(office.store.ledger, "commit", noting)
    await office.moderation.sanction(mo, ban(bo))
    await office.moderation.sanction(mo, ban(bo, kind=SanctionKind.KICK))
    await office.moderation.lift(mo, LiftOrder(player=bo.player.id, kind=SanctionKind.BAN, why="enough"))
    await office.moderation.rename(mo, RenameOrder(player=bo.player.id, name="Better", why="rude"))
    await office.moderation.set_roles(mo, RolesOrder(player=bo.player.id, roles=(Role.MODERATOR,), why="kind"))
    await office.reports.resolve(mo, report_id, ResolveOrder(verdict="banned for a day"))
    await office.moderation.make_first_admin("Better", force=True)
    assert [("audit" in each, len(each) > 1) for each in kinds] == [(True, True)] * 7
    deeds = (await office.moderation.audit.read(None, 100)).deeds
    assert {deed.what for deed in deeds} == set(DeedKind) - {DeedKind.MUTE, DeedKind.LIFT_MUTE}
    assert {deed.by.name for deed in deeds if deed.by} == {"Mo"}


async def test_the_log_is_read_page_by_page_and_nothing_writes_an_entry_anew(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    for number in range(7):
        office.at += number % 2
        await office.moderation.sanction(mo, ban(bo, kind=SanctionKind.KICK, why=f"reason {number}"))
    seen, before = [], None
    while True:
        page = await office.moderation.audit.read(before, 3)
        seen += [deed.why for deed in page.deeds]
        assert len(page.deeds) <= 3
        if page.before is None:
            break
        before = page.before
    assert sorted(seen) == [f"reason {number}" for number in range(7)]
    with pytest.raises(Refusing):
        await office.moderation.audit.read("yesterday", 3)


async def test_an_admin_gives_roles_and_there_always_is_one(office: Office) -> None:
    ad, bo = await office.person("Ad", Role.ADMIN), await office.person("Bo")
    guest, _ = await office.players.welcome("Guest")
    for by, player, roles, code in (
        (bo, ad, (), Refusal.MISSING_ROLE),
        (ad, ad, (Role.MODERATOR,), Refusal.NOT_YOURSELF),
        (ad, guest, (Role.MODERATOR,), Refusal.NOT_REGISTERED),
    ):
        with pytest.raises(Refusing) as refused:
            await office.moderation.set_roles(by, RolesOrder(player=player.player.id, roles=roles, why="-"))
        assert refused.value.code is code
    await office.moderation.set_roles(ad, RolesOrder(player=bo.player.id, roles=(Role.ADMIN,), why="two are better"))
    assert (await office.moderation.file(bo.player.id)).roles == ("admin",)


async def test_the_first_admin_is_made_once_unless_it_is_forced_or_that_one_has_gone(office: Office) -> None:
    first, _, _ = [await office.person(name) for name in ("Ada", "Bo", "Cy")]
    with pytest.raises(Refusing, match="No account is called"):
        await office.moderation.make_first_admin("Nobody")
    await office.moderation.make_first_admin("ada")
    with pytest.raises(Refusing, match="There is an admin already, Ada"):
        await office.moderation.make_first_admin("Bo")
    await office.moderation.make_first_admin("Bo", force=True)
    await office.players.remove(first.player.id)
    with pytest.raises(Refusing, match="There is an admin already, Bo"):
        await office.moderation.make_first_admin("Cy")
    assert await office.deeds() == [DeedKind.FIRST_ADMIN] * 2


async def test_a_report_is_kept_with_its_lines_and_goes_after_a_month(office: Office) -> None:
    mo, ada, bo = [await office.person(*who) for who in (("Mo", Role.MODERATOR), ("Ada",), ("Bo",))]
    await office.say(bo, "buy my cards")
    lines = await office.talk.last(await office.talk.heard_by(ada.player, Where.LOBBY, None))
    report = Report(player=bo.player.id, reason=Reason.SPAM, text=" again ", where=Where.LOBBY)
    id_ = await office.reports.file(ada, report, lines)
    office.at += 1000 * (DAY + 1)
    assert await office.said() == []
    filed = (await office.reports.read(resolved=False, before=None, most=10)).reports
    assert [(each.id, each.text, each.lines[0].text) for each in filed] == [(id_, "again", "buy my cards")]
    await office.reports.resolve(mo, id_, ResolveOrder(verdict="muted"))
    assert (await office.reports.read(resolved=False, before=None, most=10)).reports == ()
    resolved = (await office.reports.read(resolved=True, before=None, most=10)).reports
    assert [(each.verdict, each.resolved_by and each.resolved_by.name) for each in resolved] == [("muted", "Mo")]
    office.at += 1000 * 30 * DAY
    assert (await office.reports.read(resolved=True, before=None, most=10)).reports == ()
    with pytest.raises(Refusing) as refused:
        await office.reports.resolve(mo, ReportId(id_), ResolveOrder(verdict="muted"))
    assert refused.value.code is Refusal.UNKNOWN_REPORT


async def test_the_same_player_can_be_reported_again_after_an_hour(office: Office) -> None:
    ada, bo = await office.person("Ada"), await office.person("Bo")
    report = Report(player=bo.player.id, reason=Reason.SPAM)
    await office.reports.file(ada, report, [])
    office.at += 1000 * 3599
    with pytest.raises(Refusing) as refused:
        await office.reports.file(ada, report, [])
    assert (refused.value.code, refused.value.retry_in) == (Refusal.ALREADY_REPORTED, 1000)
    office.at += 1000
    await office.reports.file(ada, report, [])


async def test_what_was_said_goes_after_a_day_with_all_that_led_to_it(office: Office) -> None:
    bo = await office.person("Bo")
    await office.say(bo, "first")
    office.at += 1000 * DAY - 1
    await office.say(bo, "second")
    assert await office.said() == ["first", "second"]
    office.at += 1
    assert await office.said() == ["second"]
    assert await office.store.ledger.read([Key("line", "nothing")]) == [None]
    office.at += 1000 * DAY
    await office.say(bo, "third")
    (place,) = [name for name, _ in await office.store.ledger.listed(SPOKEN, most=10)]
    assert await office.store.ledger.count(f"lines:{place}") == 1


async def test_the_same_line_again_is_said_once(office: Office) -> None:
    bo = await office.person("Bo")
    message = Say(where=Where.LOBBY, text="hello", ref=Ref("one"))
    for _ in range(2):
        await office.talk.say(bo, message, office.talk.id_for(bo.player.id, message))
    assert await office.said() == ["hello"]


async def test_what_was_said_stands_under_the_name_that_they_have_now(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Rude")
    await office.say(bo, "hello")
    await office.moderation.rename(mo, RenameOrder(player=bo.player.id, name="Polite", why="rude"))
    places = await office.talk.heard_by(mo.player, Where.LOBBY, None)
    assert [line.player.name for line in await office.talk.last(places)] == ["Polite"]


def test_a_sanction_takes_the_place_of_another_of_its_kind_only() -> None:
    now = Milliseconds(1000)
    mute, longer, out = (
        KeptSanction(
            kind=kind, why="-", by=PlayerId("mo"), at=now, until=None if until is None else Milliseconds(until)
        )
        for kind, until in ((SanctionKind.MUTE, 2000), (SanctionKind.MUTE, 5000), (SanctionKind.BAN, None))
    )
    both = moderation.with_sanction(moderation.with_sanction(None, mute, now), out, now)
    assert both == KeptSanctions((mute, out))
    assert moderation.with_sanction(both, longer, now) == KeptSanctions((out, longer))
    assert moderation.without(both, SanctionKind.BAN, now) == KeptSanctions((mute,))
    assert (both.seconds(now), KeptSanctions((mute, longer)).seconds(now)) == (None, 4)
