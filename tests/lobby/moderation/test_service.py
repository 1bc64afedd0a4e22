"""Who may do what to whom, how long it holds, and that every act stands in the log with what it did."""

import secrets

import pytest
from lobby.office import AWAY, DAY, HOME, STRANGER, Office, ban
from quarterdeck_protocol.lobby.chat import Reason, Report
from quarterdeck_protocol.lobby.moderation import (
    DeedKind,
    RenameOrder,
    ResetPasswordOrder,
    ResolveOrder,
    RevokeOrder,
    Role,
    RolesOrder,
    SanctionKind,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.address_marks import AddressMarks, network_of
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.lobby.documents import Change
from quarterdeck_server.lobby.moderation import sanction_rules
from quarterdeck_server.lobby.moderation.sanction_rules import SanctionRecord, SanctionsRecord
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Unavailable


@pytest.fixture
async def office() -> Office:
    return Office()


async def test_a_ban_holds_until_it_ends(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    await office.moderation.sanction(mo, ban(bo, seconds=60))
    with pytest.raises(CommandRefused, match=r"until 2027-01-15 08:01 UTC: far too loud\.") as refused:
        await office.moderation.admit(bo, HOME)
    assert (refused.value.code, refused.value.retry_in) == (RefusalCode.BANNED, 60_000)
    office.at += 60_000
    await office.moderation.admit(bo, HOME)


async def test_a_ban_for_good_has_no_end_but_can_be_lifted(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    await office.moderation.sanction(mo, ban(bo))
    office.at += 1000 * DAY * 4000
    with pytest.raises(CommandRefused, match="permanently"):
        await office.moderation.admit(bo, HOME)
    order = RevokeOrder(player=bo.player.id, kind=SanctionKind.BAN, why="a mistake")
    await office.moderation.revoke(mo, order)
    await office.moderation.admit(bo, HOME)
    with pytest.raises(CommandRefused) as refused:
        await office.moderation.revoke(mo, order)
    assert refused.value.code is RefusalCode.NOT_SANCTIONED
    assert await office.deeds() == [DeedKind.REVOKE_BAN, DeedKind.BAN]


async def program_of(office: Office, owner: Identity, name: str = "Engine") -> Identity:
    """Return who a new bot of this player is."""
    programs = BotAccounts(office.store.documents, office.players)
    await programs.make_bot(owner.player.id, name)
    bot = (await office.players.shown(owner.player.id)).bots[-1].id
    token, _ = await programs.make_token(owner.player.id, bot, (Scope.PLAY,), "", 1)
    return await office.players.holder(token)


async def test_the_bots_of_a_player_are_banned_with_them(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    bot = await program_of(office, bo)
    await office.moderation.sanction(mo, ban(bo))
    with pytest.raises(CommandRefused, match="banned"):
        await office.moderation.admit(bot, AWAY)
    assert office.left.players == [bo.player.id, bot.player.id]
    (in_force,) = (await office.moderation.file(bot.player.id)).sanctions
    assert (in_force.kind, in_force.by.name) == (SanctionKind.BAN, "Mo")


async def test_guests_stay_out_from_where_a_banned_player_came_and_no_longer_than_addresses_last(
    office: Office,
) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    await office.moderation.admit(bo, HOME)
    await office.moderation.sanction(mo, ban(bo, address=True))
    with pytest.raises(CommandRefused, match="Guests from your address are banned"):
        await office.moderation.check_newcomer(HOME)
    await office.moderation.check_newcomer(AWAY)
    office.at += 1000 * DAY * 30
    await office.moderation.check_newcomer(HOME)


async def test_lifting_a_ban_lets_guests_in_again(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    await office.moderation.admit(bo, HOME)
    await office.moderation.sanction(mo, ban(bo, address=True))
    await office.moderation.revoke(mo, RevokeOrder(player=bo.player.id, kind=SanctionKind.BAN, why="a mistake"))
    await office.moderation.check_newcomer(HOME)


async def test_no_address_is_kept_only_marks_that_another_server_would_make_otherwise(office: Office) -> None:
    bo = await office.person("Bo")
    await office.moderation.admit(bo, HOME)
    stored = office.store.noting.written
    assert b"192.0.2" not in stored
    mark = await AddressMarks(office.store.documents, secrets).of(HOME)
    assert mark.encode() in stored
    assert await AddressMarks(MemoryStore(Memory()).documents, secrets).of(HOME) != mark


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
        (bo, ban(other), RefusalCode.MISSING_ROLE),
        (mo, ban(other), RefusalCode.MISSING_ROLE),
        (mo, ban(ad), RefusalCode.MISSING_ROLE),
        (mo, ban(mo), RefusalCode.NOT_YOURSELF),
        (mo, ban(bo, kind=SanctionKind.MUTE, address=True), RefusalCode.MALFORMED),
        (mo, ban(bo, kind=SanctionKind.DISCONNECT, seconds=1), RefusalCode.MALFORMED),
        (mo, ban(STRANGER), RefusalCode.UNKNOWN_PLAYER),
    ):
        with pytest.raises(CommandRefused) as refused:
            await office.moderation.sanction(by, order)
        assert refused.value.code is code
    assert await office.deeds() == []
    await office.moderation.sanction(ad, ban(other))
    assert await office.deeds() == [DeedKind.BAN]


async def test_anything_that_is_refused_or_not_kept_is_not_in_the_log(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    with pytest.raises(CommandRefused) as refused:
        await office.moderation.rename(mo, RenameOrder(player=bo.player.id, name="Mo", why="rude"))
    assert refused.value.code is RefusalCode.NAME_TAKEN
    office.memory.leave()
    with pytest.raises(Unavailable):
        await office.moderation.sanction(mo, ban(bo))
    office.memory.come_back()
    assert await office.deeds() == []
    assert (await office.moderation.file(bo.player.id)).sanctions == ()


async def test_each_act_and_its_entry_are_one_commit(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.ADMIN), await office.person("Bo")
    report = Report(player=bo.player.id, reason=Reason.SPAM)
    report_id = await office.reports.file(await office.person("Cy"), report, [])
    before = len(office.store.noting.commits)
    await office.moderation.sanction(mo, ban(bo))
    await office.moderation.sanction(mo, ban(bo, kind=SanctionKind.DISCONNECT))
    await office.moderation.revoke(mo, RevokeOrder(player=bo.player.id, kind=SanctionKind.BAN, why="enough"))
    await office.moderation.rename(mo, RenameOrder(player=bo.player.id, name="Better", why="rude"))
    await office.moderation.reset_password(mo, ResetPasswordOrder(player=bo.player.id, why="lost"))
    await office.moderation.set_roles(mo, RolesOrder(player=bo.player.id, roles=(Role.MODERATOR,), why="kind"))
    await office.reports.resolve(mo, report_id, ResolveOrder(verdict="banned for a day"))
    await office.moderation.make_first_admin("Better", force=True)
    commits = [
        [change.key.kind for change in each if isinstance(change, Change)] for each in office.store.noting.commits
    ]
    assert [sorted(each) for each in commits[before:]] == [
        ["audit", "sanctions"],
        ["audit"],  # a disconnection leaves nothing else behind
        ["audit", "sanctions"],
        ["account", "audit", "name", "name"],
        ["account", "audit"],
        ["account", "audit"],
        ["audit", "report"],
        ["account", "audit"],
    ]
    deeds = (await office.moderation.audit.read(None, 100)).deeds
    assert {deed.what for deed in deeds} == set(DeedKind) - {
        DeedKind.MUTE,
        DeedKind.REVOKE_MUTE,
        DeedKind.VOID_MATCH,
        DeedKind.END_TOURNAMENT,  # in `test_director_orders.py`
        DeedKind.APPEAL,  # and the other in `lobby/tournaments/appeals/test_service.py`
        DeedKind.ANSWER_APPEAL,
        DeedKind.PAUSE,  # and the other in `test_pause_orders.py`
        DeedKind.RESUME,
        DeedKind.FREEZE_TRADE,  # and the other in `tests/web/http/test_trade_routes.py`
        DeedKind.UNFREEZE_TRADE,
        DeedKind.INSPECT_MATCH,  # in `tests/web/console/test_match_inspector.py`
        DeedKind.WATCH_LIVE,  # in `tests/web/commands/test_matches.py`
        DeedKind.MAKE_CODES,  # and the others of codes in `tests/lobby/collection/test_code_batches.py`
        DeedKind.REVOKE_CODES,
        DeedKind.CLAIM_CODE,
        DeedKind.MAKE_INVITE,  # and the others of new accounts in `tests/web/http/test_admission_routes.py`
        DeedKind.REVOKE_INVITE,
        DeedKind.APPROVE,
        DeedKind.REJECT,
        DeedKind.ANNOUNCE,  # and the other in `tests/lobby/announcements/test_announcement_orders.py`
        DeedKind.REMOVE_ANNOUNCEMENT,
        DeedKind.RENAME_CLUB,  # and the other in `tests/lobby/clubs/test_club_orders.py`
        DeedKind.CLOSE_CLUB,
        DeedKind.REFUSED,  # in `tests/lobby/test_shared_affairs.py`
        DeedKind.OTHER,
    }
    assert {deed.by.name for deed in deeds if deed.by} == {"Mo"}


async def test_the_log_is_read_page_by_page_and_nothing_writes_an_entry_again(office: Office) -> None:
    mo, bo = await office.person("Mo", Role.MODERATOR), await office.person("Bo")
    for number in range(7):
        office.at += number % 2
        await office.moderation.sanction(mo, ban(bo, kind=SanctionKind.DISCONNECT, why=f"reason {number}"))
    seen, before = [], None
    while True:
        page = await office.moderation.audit.read(before, 3)
        seen += [deed.why for deed in page.deeds]
        assert len(page.deeds) <= 3
        if page.before is None:
            break
        before = page.before
    assert sorted(seen) == [f"reason {number}" for number in range(7)]
    with pytest.raises(CommandRefused):
        await office.moderation.audit.read("yesterday", 3)


async def test_an_admin_gives_roles_and_there_always_is_one(office: Office) -> None:
    ad, bo = await office.person("Ad", Role.ADMIN), await office.person("Bo")
    guest, _ = await office.players.welcome("Guest")
    for by, player, roles, code in (
        (bo, ad, (), RefusalCode.MISSING_ROLE),
        (ad, ad, (Role.MODERATOR,), RefusalCode.NOT_YOURSELF),
        (ad, guest, (Role.MODERATOR,), RefusalCode.NOT_REGISTERED),
    ):
        with pytest.raises(CommandRefused) as refused:
            await office.moderation.set_roles(by, RolesOrder(player=player.player.id, roles=roles, why="-"))
        assert refused.value.code is code
    await office.moderation.set_roles(ad, RolesOrder(player=bo.player.id, roles=(Role.ADMIN,), why="two are better"))
    assert (await office.moderation.file(bo.player.id)).roles == ("admin",)


async def test_the_first_admin_is_made_once_unless_it_is_forced_or_that_one_has_gone(office: Office) -> None:
    first, _, _ = [await office.person(name) for name in ("Ada", "Bo", "Cy")]
    with pytest.raises(CommandRefused, match="There is no account"):
        await office.moderation.make_first_admin("Nobody")
    await office.moderation.make_first_admin("ada")
    with pytest.raises(CommandRefused, match="There is already an admin, Ada"):
        await office.moderation.make_first_admin("Bo")
    await office.moderation.make_first_admin("Bo", force=True)
    await office.players.remove(first.player.id)
    with pytest.raises(CommandRefused, match="There is already an admin, Bo"):
        await office.moderation.make_first_admin("Cy")
    assert await office.deeds() == [DeedKind.FIRST_ADMIN] * 2


def test_a_sanction_takes_the_place_of_another_of_its_kind_only() -> None:
    now = Milliseconds(1000)
    mute, longer, out = (
        SanctionRecord(
            kind=kind, why="-", by=PlayerId("mo"), at=now, until=None if until is None else Milliseconds(until)
        )
        for kind, until in ((SanctionKind.MUTE, 2000), (SanctionKind.MUTE, 5000), (SanctionKind.BAN, None))
    )
    both = sanction_rules.with_sanction(sanction_rules.with_sanction(None, mute, now), out, now)
    assert both == SanctionsRecord((mute, out))
    assert sanction_rules.with_sanction(both, longer, now) == SanctionsRecord((out, longer))
    assert sanction_rules.without(both, SanctionKind.BAN, now) == SanctionsRecord((mute,))
    assert (both.seconds(now), SanctionsRecord((mute, longer)).seconds(now)) == (None, 4)
