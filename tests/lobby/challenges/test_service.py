"""Challenges have one outcome, in whatever order and at whichever process their players answer; and one refusal hides
all reasons of the challenged player."""

import asyncio
from collections.abc import Awaitable
from functools import partial
from random import Random

import msgspec
import pytest
from lobby.ratings_world import Fate, Shaky
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.accounts import AccountState, Avoidance
from quarterdeck_protocol.lobby.notices import NoticeKind, Notices
from quarterdeck_protocol.lobby.social.challenges import (
    DAYS_OPEN,
    AcceptChallenge,
    Challenge,
    ChallengedBy,
    ChallengeId,
    ChallengeStage,
    CreateChallenge,
    DeclineReason,
    RatingBand,
)
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.address_marks import MARKS, AddressMarksRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.challenges.challenge_records import (
    CHALLENGE_COUNTS,
    CHALLENGES,
    DAY,
    MOST_A_DAY_BETWEEN_TWO,
    NONE_MADE,
    over,
)
from quarterdeck_server.lobby.challenges.expiry import ChallengeExpiry
from quarterdeck_server.lobby.challenges.open_challenges import OpenChallenges
from quarterdeck_server.lobby.challenges.service import ChallengeService
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.ratings.documents import STANDINGS, standing_name
from quarterdeck_server.lobby.ratings.match_results import StandingRecord
from quarterdeck_server.lobby.ratings.rating_model import Skill
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Unavailable
from quarterdeck_testing.profiles import CHOSEN
from servers import Line, LiveServer, live_server
from web.challenge_cases import challenged, me, open_to

RACES = {"long": 1_000, "soak": 1_000}.get(CHOSEN, 24)
TINY = GameName("tiny")


async def _answered(answer: Awaitable[Challenge]) -> Challenge | str:
    """Return the challenge after an answer, or the code with which it was refused."""
    try:
        return await answer
    except CommandRefused as refused:
        return refused.code.value


async def test_each_race_of_answers_has_one_outcome_that_both_are_told() -> None:
    memory, luck = Memory(), Random(7)
    async with (
        live_server(MemoryStore(memory), tables_per_player=0) as here,
        live_server(MemoryStore(memory), tables_per_player=0) as there,
        here.person("Ada") as ada,
        there.person("Bo") as bo,
    ):
        hers, his = PlayerId(await me(ada)), PlayerId(await me(bo))
        one, other = here.services.challenges, there.services.challenges
        now = there.services.matches.clock.now
        late = ChallengeExpiry(
            there.services.standings._documents, lambda: Milliseconds(now() + (DAYS_OPEN + 1) * DAY)
        )  # of a process whose clock is ahead
        outcomes = set()
        for number in range(RACES):
            command = CreateChallenge(player=his, game=TINY, ref=Ref(f"{number}"))
            await _forget_the_limits(here, hers)
            made = (await one.create(hers, command)).id
            ways = [
                partial(other.accept, his, AcceptChallenge(challenge=made)),
                partial(one.decline, his, made, DeclineReason.BUSY),
                partial(one.cancel, hers, made),
                partial(_expired, late, made, there),
            ]
            answers = await asyncio.gather(*(_answered(way()) for way in luck.sample(ways, 4)))
            (done,) = [each for each in answers if not isinstance(each, str)]
            assert sorted(each for each in answers if isinstance(each, str)) == ["challenge_over"] * 3
            outcomes.add(done.stage)
            if done.stage is ChallengeStage.EXPIRED:
                told_both = [(await here.services.inboxes.page(player)).notices[0] for player in (hers, his)]
                assert [each.challenge for each in told_both] == [done, done]
                continue
            teller, told = (hers, his) if done.stage is ChallengeStage.CANCELLED else (his, hers)
            inboxes = [await services.services.inboxes.page(told) for services in (here, there)]
            assert inboxes[0] == inboxes[1]
            assert inboxes[0].notices[0].challenge == done
            assert done not in _answered_in(await here.services.inboxes.page(teller))
            for player in (hers, his):
                listed = await other.listed(player)
                assert (listed.sent, listed.received) == ((), ())
            if done.stage is ChallengeStage.ACCEPTED:
                assert done.match is not None
                record = (await there.services.matches.open(done.match)).record
                assert {player.id for player in record.players} == {hers, his}
        assert len(outcomes) > 1


async def _expired(late: ChallengeExpiry, challenge: ChallengeId, server: LiveServer) -> Challenge:
    """Let a challenge expire, and return it if it has."""
    await late.sweep()
    (found,) = await OpenChallenges(late._documents, server.services.matches.clock.now).read((challenge,))
    if found.stage is not ChallengeStage.EXPIRED:
        raise over()
    return found


def _answered_in(page: Notices) -> list[Challenge | None]:
    return [each.challenge for each in page.notices if each.kind is NoticeKind.CHALLENGE_ANSWERED]


async def _forget_the_limits(server: LiveServer, player: PlayerId) -> None:
    """Let a player make challenges without end."""
    documents = server.services.standings._documents
    (document,) = await documents.read([CHALLENGE_COUNTS.key(player)])
    if document is not None:
        await documents.commit([CHALLENGE_COUNTS.put(player, document, NONE_MADE)])


async def _put_in_state(documents: DocumentStore, player: PlayerId, state: AccountState) -> None:
    """Let moderators have decided so about an account."""
    (stored,) = await ACCOUNTS.snapshots(documents, [player])
    assert stored.record is not None
    await documents.commit([stored.becomes(msgspec.structs.replace(stored.record, state=state))])


async def pair(server: LiveServer, ada: Line, bo: Line) -> tuple[ChallengeService, Shaky, PlayerId, PlayerId]:
    """Return a challenge service of a process whose commits can go wrong, and two players."""
    services = server.services
    shaky = Shaky(services.standings._documents)
    service = ChallengeService(shaky, services.matches._games, services.tables, services.matches.clock.now)
    return service, shaky, PlayerId(await me(ada)), PlayerId(await me(bo))


@pytest.mark.parametrize("fate", [Fate.LOST, Fate.UNANSWERED])
async def test_a_commit_of_unknown_fate_is_repeated_with_the_same_ref(fate: Fate) -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        service, shaky, hers, his = await pair(server, ada, bo)
        command = CreateChallenge(player=his, game=TINY, ref=Ref("one"))
        shaky.fates = [fate]
        with pytest.raises(Unavailable):
            await service.create(hers, command)
        made = await service.create(hers, command)
        assert [each["id"] for each in (await open_to(bo))["received"]] == [made.id]
        shaky.fates = [fate]
        with pytest.raises(Unavailable):
            await service.decline(his, made.id, DeclineReason.LATER)
        declined = await service.decline(his, made.id, DeclineReason.LATER)
        assert (declined.stage, declined.reason) == (ChallengeStage.DECLINED, DeclineReason.LATER)
        notices = (await ada.ask({"type": "get_notices"}))["notices"]
        assert [each["challenge"]["reason"] for each in notices] == ["later"], "noted once"


async def test_every_reason_of_the_challenged_player_is_refused_in_the_same_bytes_after_the_same_work() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        service, shaky, hers, his = await pair(server, ada, bo)
        told, work = set(), set()
        for reason in ("preference", "band", "block", "blocked", AccountState.WAITING, AccountState.REJECTED):
            line, player = (ada, his) if reason == "blocked" else (bo, hers)
            if reason == "preference":
                await service.set_challengers(his, ChallengedBy.NOBODY)
            elif reason == "band":
                strong = StandingRecord(skill=Skill(mu=60, sigma=1))
                (read,) = await STANDINGS.snapshots(shaky, [standing_name(his, TINY)])
                await shaky.commit([read.becomes(strong)])
                await service.set_challengers(his, ChallengedBy.EVERYBODY, [RatingBand(game=TINY, below=200)])
            elif isinstance(reason, AccountState):
                await service.set_challengers(his, ChallengedBy.EVERYBODY, [])
                await _put_in_state(shaky, his, reason)
            else:
                await service.set_challengers(his, ChallengedBy.EVERYBODY, [])
                await line.ask({"type": "avoid", "player": player, "how": "block"})
            reads, commits = shaky.reads, shaky.commits
            with pytest.raises(CommandRefused) as refused:
                await service.create(hers, CreateChallenge(player=his, game=TINY))
            told.add(wire.encode(refused.value.refused(None)))
            work.add((shaky.reads - reads, shaky.commits - commits))
            await _put_in_state(shaky, his, AccountState.ACTIVE)
            await line.ask({"type": "avoid", "player": player, "how": "no"})
        assert len(told) == len(work) == 1
        assert b'"not_accepting"' in told.pop()
        await service.create(hers, CreateChallenge(player=his, game=TINY))


async def test_a_challenge_with_a_player_who_is_not_approved_can_be_declined_and_not_accepted() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        service, shaky, hers, his = await pair(server, ada, bo)
        made = await service.create(hers, CreateChallenge(player=his, game=TINY))
        for player in (hers, his):
            await _put_in_state(shaky, player, AccountState.WAITING)
            assert await _answered(service.accept(his, AcceptChallenge(challenge=made.id))) == "not_accepting"
            await _put_in_state(shaky, player, AccountState.ACTIVE)
        await _put_in_state(shaky, his, AccountState.WAITING)
        declined = await service.decline(his, made.id, DeclineReason.LATER)
        assert (declined.stage, declined.challenged.name) == (ChallengeStage.DECLINED, "Bo")


async def test_a_guest_challenges_only_whom_everybody_may_challenge() -> None:
    async with live_server() as server, server.player("Gil") as gil, server.person("Bo") as bo:
        his = await me(bo)
        assert (await challenged(gil, his))["code"] == "not_accepting"
        assert (await bo.ask({"type": "set_challengers", "by": "everybody"}))["challenged_by"] == "everybody"
        assert (await challenged(gil, his))["type"] == "challenge_changed"


async def test_the_limits_of_an_owner_include_their_bots_and_outlast_them() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        service, _, _, his = await pair(server, ada, bo)
        (theirs,) = (await bo.ask({"type": "make_bot", "name": "Their Engine"}))["bots"]
        await service.set_challengers(his, ChallengedBy.EVERYBODY)
        for number in range(MOST_A_DAY_BETWEEN_TWO):
            (bot,) = (await ada.ask({"type": "make_bot", "name": f"Engine {number}"}))["bots"]
            made = await service.create(bot["id"], CreateChallenge(player=his, game=TINY))
            for another in (his, theirs["id"]):
                second = service.create(PlayerId(await me(ada)), CreateChallenge(player=another, game=TINY))
                assert await _answered(second) == "too_many", "one open challenge"
            if number % 2:
                await service.cancel(bot["id"], made.id)
            await ada.ask({"type": "delete_bot", "bot": bot["id"], "ref": f"{number}"})
        (bot,) = (await ada.ask({"type": "make_bot", "name": "The Last"}))["bots"]
        for another in (his, theirs["id"]):
            late = service.create(bot["id"], CreateChallenge(player=another, game=TINY))
            with pytest.raises(CommandRefused, match="a day"):
                await late


async def test_a_challenger_without_room_for_a_table_is_refused_to_the_accepter_in_the_common_way() -> None:
    async with live_server(tables_per_player=1) as server, server.person("Ada") as ada, server.person("Bo") as bo:
        service, shaky, hers, his = await pair(server, ada, bo)
        made = await service.create(hers, CreateChallenge(player=his, game=TINY))
        table = (await ada.ask({"type": "open_table", "game": "tiny"}))["table"]["id"]
        accept = AcceptChallenge(challenge=made.id)
        commits = shaky.commits
        with pytest.raises(CommandRefused) as refused:
            await service.accept(his, accept)
        assert (refused.value.code, refused.value.where) == (RefusalCode.NOT_ACCEPTING, "$.challenge")
        assert shaky.commits == commits
        assert [each["id"] for each in (await open_to(bo))["received"]] == [made.id]
        await ada.ask({"type": "stand", "table": table, "seat": 0})
        assert (await service.accept(his, accept)).stage is ChallengeStage.ACCEPTED


async def test_a_block_ends_the_open_challenges_of_both_and_their_bots_in_the_ordinary_way() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        service, _, hers, his = await pair(server, ada, bo)
        (mine,) = (await ada.ask({"type": "make_bot", "name": "My Engine"}))["bots"]
        (theirs,) = (await bo.ask({"type": "make_bot", "name": "Their Engine"}))["bots"]
        ended = []
        async with server.person("Cy") as cy:
            kept = await service.create(hers, CreateChallenge(player=PlayerId(await me(cy)), game=TINY))
            for first in (hers, mine["id"]):
                for second in (his, theirs["id"]):
                    for challenger, challenged_player in ((first, second), (second, first)):
                        made = await service.create(challenger, CreateChallenge(player=challenged_player, game=TINY))
                        await ada.ask({"type": "avoid", "player": his, "how": "mute"})
                        still_open = [each.id for each in (await service.listed(challenger)).sent]
                        assert made.id in still_open, "muting ends nothing"
                        await ada.ask({"type": "avoid", "player": his, "how": "block"})
                        (record,) = await CHALLENGES.read(server.services.standings._documents, [made.id])
                        assert record is not None
                        ended.append((record.stage, record.reason))
                        for player in (first, second):
                            listed = await service.listed(player)
                            assert made.id not in [each.id for each in (*listed.sent, *listed.received)]
                        newest = (await server.services.inboxes.page(second)).notices[0]
                        assert newest.challenge is not None
                        assert (newest.kind, newest.challenge.id) == (NoticeKind.CHALLENGE_ANSWERED, made.id)
                        assert await _answered(
                            service.accept(challenged_player, AcceptChallenge(challenge=made.id))
                        ) == ("challenge_over")
                        await ada.ask({"type": "avoid", "player": his, "how": "no"})
            assert [each.id for each in (await service.listed(hers)).sent] == [kept.id]
        by_blocker = (ChallengeStage.CANCELLED, None), (ChallengeStage.DECLINED, DeclineReason.GENERIC)
        assert ended == [*by_blocker] * 4


async def test_accepting_a_challenge_that_a_block_has_not_reached_yet_is_refused_as_a_cancelled_one() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        service, _, hers, his = await pair(server, ada, bo)
        told = set()
        for is_reached in (True, False):
            made = await service.create(hers, CreateChallenge(player=his, game=TINY))
            await server.services.players.avoid(hers, his, Avoidance.BLOCK)
            if is_reached:
                await service.keep_apart(hers, his)
                await service.keep_apart(hers, his)
            with pytest.raises(CommandRefused) as refused:
                await service.accept(his, AcceptChallenge(challenge=made.id))
            told.add(wire.encode(refused.value.refused(None)))
            await server.services.players.avoid(hers, his, Avoidance.NO)
        assert len(told) == 1


async def test_accepting_for_a_rating_alone_is_refused_with_the_reason_that_hides_in_addresses() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        service, shaky, hers, his = await pair(server, ada, bo)
        made = await service.create(hers, CreateChallenge(player=his, game=TINY, rated=True))
        assert made.unrated is None, "the challenger does not learn it"
        marks = AddressMarksRecord((("home", await shaky.now()),))
        read = [await MARKS.snapshots(shaky, [player]) for player in (hers, his)]
        await shaky.commit([each.becomes(marks) for (each,) in read])
        with pytest.raises(CommandRefused) as refused:
            await service.accept(his, AcceptChallenge(challenge=made.id, only_rated=True))
        assert (refused.value.code, "same_address" in str(refused.value)) == (RefusalCode.WOULD_BE_UNRATED, True)
        assert len((await service.listed(his)).received) == 1
        assert (await service.accept(his, AcceptChallenge(challenge=made.id))).stage is ChallengeStage.ACCEPTED


async def test_accepting_for_a_rating_alone_begins_a_match_that_may_be_rated() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        service, _, hers, his = await pair(server, ada, bo)
        made = await service.create(hers, CreateChallenge(player=his, game=TINY, rated=True))
        accepted = await service.accept(his, AcceptChallenge(challenge=made.id, only_rated=True))
        assert accepted.stage is ChallengeStage.ACCEPTED
