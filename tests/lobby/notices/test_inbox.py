"""Inboxes: ids that grow, bounds in number and time, read marks, and notices that are committed with their cause."""

from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import pairwise

import msgspec
import pytest
from lobby.challenges.test_challenge_records import challenge
from lobby.ratings_world import NOON, World
from quarterdeck_protocol.lobby.notices import (
    MOST_CHALLENGE_NOTICES,
    MOST_NOTICES,
    MOST_SIGN_IN_NOTICES,
    Notice,
    NoticeId,
    NoticeKind,
)
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId
from quarterdeck_server.lobby.accounts.accounts import shown_as
from quarterdeck_server.lobby.challenges.challenge_records import notice_of
from quarterdeck_server.lobby.collections import Commit, commit
from quarterdeck_server.lobby.documents import Document
from quarterdeck_server.lobby.notices.inbox import INBOXES, NO_ID, PAGE, SECONDS_KEPT, Inboxes, InboxRecord, added
from quarterdeck_server.storage.store import Store
from stores import address, another_process, redis_url, server_of_our_own  # noqa: F401 - fixtures

ADA, BO = PlayerId("ada"), PlayerId("bo")


@pytest.fixture
async def store(another_process: Callable[[], Awaitable[Store]]) -> Store:  # noqa: F811 - a fixture
    return await another_process()


def notice(at: int, match: str = "m") -> Notice:
    return Notice(id=NO_ID, kind=NoticeKind.MATCH_ENDED, at=Milliseconds(at), match=MatchId(match))


def inbox_of(*times: int) -> InboxRecord:
    inbox = InboxRecord()
    for number, at in enumerate(times):
        inbox = inbox.with_notice(notice(at, f"m{number}"))
    return inbox


def test_ids_grow_whatever_the_clocks_of_the_causes_say() -> None:
    inbox = inbox_of(NOON, NOON, NOON - 5, NOON + 1_000)
    ids = [int(each.id) for each in inbox.notices]
    assert ids == [NOON, NOON + 1, NOON + 2, NOON + 1_000]


def test_an_inbox_that_has_expired_goes_on_with_higher_ids() -> None:
    assert int(inbox_of(NOON + 1_000).notices[0].id) > int(inbox_of(NOON, NOON).notices[-1].id)


def test_the_oldest_makes_room_for_a_new_one() -> None:
    inbox = inbox_of(*range(NOON, NOON + MOST_NOTICES + 5))
    assert len(inbox.notices) == MOST_NOTICES
    assert inbox.notices[0].match == "m5"
    assert all(int(one.id) < int(other.id) for one, other in pairwise(inbox.notices))


def test_challenges_never_evict_other_notices() -> None:
    shown = challenge().shown({ADA: shown_as(ADA, None), BO: shown_as(BO, None)}, None, Milliseconds(NOON))
    inbox = inbox_of(*range(NOON, NOON + MOST_NOTICES))
    for at in range(NOON + MOST_NOTICES, NOON + 3 * MOST_NOTICES):
        inbox = inbox.with_notice(notice_of(shown, NoticeKind.CHALLENGED, Milliseconds(at)))
    others = [each.at for each in inbox.notices if each.challenge is None]
    assert others == [*range(NOON, NOON + MOST_NOTICES)]
    last = NOON + 3 * MOST_NOTICES
    assert [each.at for each in inbox.notices[MOST_NOTICES:]] == [*range(last - MOST_CHALLENGE_NOTICES, last)]
    inbox = inbox.with_notice(notice(last))
    assert inbox.notices[0].at == NOON + 1
    assert len(inbox.notices) == MOST_NOTICES + MOST_CHALLENGE_NOTICES


def test_one_reason_that_repeats_evicts_no_other_notice_about_sign_ins() -> None:
    reasons = ["new_device", "password_changed", *(["identity_unlinked"] * 60), *(["new_device"] * 60), "webhook_made"]
    inbox = InboxRecord()
    for at, reason in enumerate(reasons, NOON):
        changed = Notice(id=NO_ID, kind=NoticeKind.SIGN_IN_CHANGED, at=Milliseconds(at), reason=reason)
        inbox = inbox.with_notice(changed)
    counts = Counter(each.reason for each in inbox.notices)
    first = [(each.reason, each.at - NOON) for each in inbox.notices[:3]]
    assert first == [("new_device", 0), ("password_changed", 1), ("identity_unlinked", 2)], "the first of each stays"
    assert sum(counts.values()) == MOST_SIGN_IN_NOTICES
    assert (counts["password_changed"], counts["webhook_made"], counts["identity_unlinked"]) == (1, 1, 9)
    inbox = msgspec.structs.replace(inbox, read=inbox.newest).with_notice(inbox.notices[-1])
    assert inbox.notices[0].reason == "password_changed", "a notice that was read makes room"


def test_a_notice_is_kept_for_thirty_days() -> None:
    span = 1000 * SECONDS_KEPT
    inbox = inbox_of(NOON, NOON + 10)
    assert [each.at for each in inbox.lasting(Milliseconds(NOON + span))] == [NOON + 10]
    assert [each.at for each in inbox.with_notice(notice(NOON + span)).notices] == [NOON + 10, NOON + span]
    assert inbox.unread(Milliseconds(NOON + 2 * span)) == 0


async def fill(store: Store, *times: int) -> None:
    """Add notices, one commit for each."""
    for number, at in enumerate(times):

        def decide(stored: list[Document | None], number: int = number, at: int = at) -> Commit[None]:
            beside = added({ADA: stored[0]}, [(ADA, notice(at, f"m{number}"))])
            return Commit(None, beside.changes)

        await commit(store.documents, [INBOXES.key(ADA)], decide)


async def test_pages_and_marks(store: Store) -> None:
    inboxes = Inboxes(store.documents, lambda: Milliseconds(NOON + 1_000))
    assert (await inboxes.page(ADA)).notices == ()
    await fill(store, *range(NOON, NOON + PAGE + 10))
    first = await inboxes.page(ADA)
    second = await inboxes.page(ADA, first.before)
    assert (len(first.notices), len(second.notices), second.before) == (PAGE, 10, None)
    ids = [int(each.id) for each in (*first.notices, *second.notices)]
    assert ids == sorted(ids, reverse=True)
    assert (first.unread, first.read) == (PAGE + 10, "0")
    marked = await inboxes.read(ADA, first.notices[9].id)
    assert (marked.read, marked.unread) == (first.notices[9].id, 9)
    back = await inboxes.read(ADA, second.notices[-1].id)
    assert back == marked, "a mark never moves back"
    everything = await inboxes.read(ADA, NoticeId("9" * 16))
    assert (everything.read, everything.unread) == (first.notices[0].id, 0), "what comes later is unread"


async def test_a_reader_resumes_after_any_notice_of_thirty_days_without_a_gap(store: Store) -> None:
    span = 1000 * SECONDS_KEPT
    await fill(store, *range(NOON, NOON + span, span // 90))
    inboxes = Inboxes(store.documents, lambda: Milliseconds(NOON + span - 1))
    (inbox,) = await INBOXES.read(store.documents, [ADA])
    assert inbox is not None
    ids = [each.id for each in inbox.notices]
    assert len(ids) == 90
    for number, id_ in enumerate(ids):
        assert [each.id for each in reversed(inboxes.shown(inbox, int(id_)).notices)] == ids[number + 1 :]


async def test_a_mark_on_an_empty_inbox_writes_nothing(store: Store) -> None:
    inboxes = Inboxes(store.documents, lambda: Milliseconds(NOON))
    assert (await inboxes.read(ADA, NoticeId("5"))).read == "0"
    assert await store.documents.read([INBOXES.key(ADA)]) == [None]


async def test_the_end_of_a_match_is_noted_once_for_each_player(store: Store) -> None:
    world = World(store)
    ada, bo = await world.somebody(), await world.somebody()
    for _ in range(2):
        await world.play("m1", [ada, bo], [2, 1])
    inboxes = Inboxes(store.documents, lambda: Milliseconds(NOON))
    for player, place in ((ada, 2), (bo, 1)):
        (found,) = (await inboxes.page(player.id)).notices
        assert (found.kind, found.match, found.place, found.reason) == (NoticeKind.MATCH_ENDED, "m1", place, "end")


async def test_a_player_of_several_seats_gets_one_notice(store: Store) -> None:
    world = World(store)
    ada = await world.somebody()
    await world.play("m1", [ada, ada], [1, 2])
    (found,) = (await Inboxes(store.documents, lambda: Milliseconds(NOON)).page(ada.id)).notices
    assert found.place == 1


@pytest.mark.parametrize("is_there", [True, False])
async def test_an_inbox_leaves_with_its_account(store: Store, *, is_there: bool) -> None:
    inboxes = Inboxes(store.documents, lambda: Milliseconds(NOON))
    if is_there:
        await fill(store, NOON)
    leaving = await inboxes.leaving(ADA)
    await store.documents.commit(leaving.changes)
    assert await store.documents.read([INBOXES.key(ADA)]) == [None]
