"""Challenge links: one player gets the seat, whoever else has the token; showing a link uses nothing up."""

import asyncio
import contextlib

import pytest
from lobby.ratings_world import Fate, Shaky
from matches.processes import Hand
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_protocol.lobby.social.challenges import (
    HOURS_OF_A_LINK,
    MOST_LINKS,
    AcceptChallengeLink,
    Challenge,
    ChallengeLink,
    ChallengeStage,
    ChallengeToken,
    CreateChallengeLink,
)
from quarterdeck_protocol.names import GameName, PlayerId, Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.challenges.challenge_links import EXPIRING_LINKS, LINKS, ChallengeLinks, hash_of
from quarterdeck_server.lobby.challenges.challenge_records import HOUR
from quarterdeck_server.lobby.challenges.expiry import ChallengeExpiry
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.store_errors import Unavailable
from servers import LiveServer, live_server
from structlog.testing import capture_logs
from web.challenge_cases import me

TINY = GameName("tiny")
LINK = CreateChallengeLink(game=TINY, ref=Ref("link"))


def link(ref: object) -> CreateChallengeLink:
    return CreateChallengeLink(game=TINY, ref=Ref(f"{ref}"))


def links_of(server: LiveServer, hand: Hand | None = None) -> tuple[ChallengeLinks, Shaky]:
    services, now = server.services, server.services.matches.clock.now
    shaky = Shaky(services.standings._documents)
    return ChallengeLinks(shaky, services.matches._games, services.tables, hand or now), shaky


def token_of(shown: ChallengeLink) -> ChallengeToken:
    assert shown.token is not None
    return shown.token


@pytest.mark.parametrize("fate", [Fate.KEPT, Fate.LOST, Fate.UNANSWERED])
async def test_its_maker_is_told_once_that_nobody_has_accepted_it(fate: Fate) -> None:
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server, server.person("Ada") as ada, server.player("Bo") as bo:
        hers, his = PlayerId(await me(ada)), PlayerId(await me(bo))
        links, shaky = links_of(server, hand)
        made, cancelled, accepted = [await links.create(hers, link(each)) for each in ("late", "cancelled", "accepted")]
        await links.cancel(hers, cancelled.link.id)
        await links.accept(his, AcceptChallengeLink(token=token_of(accepted)))
        assert await shaky.count(EXPIRING_LINKS) == 1
        expiry = ChallengeExpiry(shaky, hand)
        hand.move(HOURS_OF_A_LINK * HOUR - 1)
        await expiry.sweep()
        assert await shaky.count(EXPIRING_LINKS) == 1
        hand.move(1)
        shaky.fates = [fate]
        for _ in range(3):
            with contextlib.suppress(Unavailable):
                await expiry.sweep()
        told = [each for each in (await server.services.inboxes.page(hers)).notices if each.link is not None]
        assert [(each.kind, each.game, each.link) for each in told] == [
            (NoticeKind.CHALLENGE_LINK_EXPIRED, TINY, made.link.id)
        ]
        assert await shaky.count(EXPIRING_LINKS) == 0
        assert (await links.get(his, token_of(made))).link.stage is ChallengeStage.EXPIRED


async def test_of_two_who_open_a_link_at_once_one_gets_the_seat_and_the_other_is_told() -> None:
    memory = Memory()
    async with (
        live_server(MemoryStore(memory)) as here,
        live_server(MemoryStore(memory)) as there,
        here.person("Ada") as ada,
        here.player("Bo") as bo,
        there.player("Cy") as cy,
    ):
        hers, his, third = [PlayerId(await me(line)) for line in (ada, bo, cy)]
        for number in range(8):
            made = await here.services.challenge_links.create(hers, link(number))
            accept = AcceptChallengeLink(token=token_of(made))
            answers = await asyncio.gather(
                here.services.challenge_links.accept(his, accept),
                there.services.challenge_links.accept(third, accept),
                return_exceptions=True,
            )
            (done,) = [each for each in answers if isinstance(each, Challenge)]
            (refused,) = [each for each in answers if isinstance(each, CommandRefused)]
            assert (refused.code, refused.where) == (RefusalCode.CHALLENGE_OVER, "$.token")
            assert done.match is not None
            record = (await there.services.matches.open(done.match)).record
            assert {player.id for player in record.players} == {hers, done.challenged.id}
            notice = (await here.services.inboxes.page(hers)).notices[0]
            assert (notice.kind, notice.challenge) == (NoticeKind.CHALLENGE_ANSWERED, done)
            winner = done.challenged.id
            assert await here.services.challenge_links.accept(winner, accept) == done, "the same again"
            for line in (ada, bo, cy):
                await line.ask({"type": "resign", "match": done.match})


async def test_showing_a_link_changes_nothing_and_tells_nothing_private() -> None:
    async with (
        live_server() as server,
        server.person("Ada") as ada,
        server.player("Bo") as bo,
        server.player("Cy") as cy,
    ):
        hers, his, third = [PlayerId(await me(line)) for line in (ada, bo, cy)]
        links, shaky = links_of(server)
        made = await links.create(hers, LINK)
        assert made.link.unrated is None
        shown = [wire.encode(await links.get(his, token_of(made))) for _ in range(50)]
        assert len(set(shown)) == 1
        assert shaky.commits == 1
        done = await links.accept(his, AcceptChallengeLink(token=token_of(made)))
        told = wire.encode(await links.get(third, token_of(made)))
        assert b'"accepted"' in told
        for secret in (done.match, done.table, his, made.token):
            assert str(secret).encode() not in told


async def test_the_store_and_the_log_have_no_token() -> None:
    memory = Memory()
    with capture_logs() as logged:
        async with live_server(MemoryStore(memory)) as server, server.person("Ada") as ada, server.player("Bo") as bo:
            made = await ada.ask({"type": "create_challenge_link", "game": "tiny"})
            token = made["token"]
            assert len(token) >= 128 // 4, "of hexadecimal digits"
            await bo.ask({"type": "get_challenge_link", "token": token})
            await bo.ask({"type": "accept_challenge_link", "token": token})
            await bo.ask({"type": "accept_challenge_link", "token": token + "x"})
    assert token not in repr(vars(memory.documents)) + repr(logged)
    assert hash_of(token) in repr(vars(memory.documents))


@pytest.mark.parametrize("fate", [Fate.LOST, Fate.UNANSWERED])
async def test_a_repeated_command_makes_one_link_and_does_not_tell_the_token_again(fate: Fate) -> None:
    async with live_server() as server, server.person("Ada") as ada:
        hers = PlayerId(await me(ada))
        links, shaky = links_of(server)
        shaky.fates = [fate]
        with pytest.raises(Unavailable):
            await links.create(hers, LINK)
        made = await links.create(hers, LINK)
        assert (made.token is None) == (fate is Fate.UNANSWERED)
        assert (await links.create(hers, LINK)).token is None
        assert [each.id for each in await links.listed(hers)] == [made.link.id]
        with pytest.raises(CommandRefused, match="ref"):
            await links.create(hers, CreateChallengeLink(game=TINY, rated=True, ref=LINK.ref))


async def test_a_link_ends_by_time_or_by_its_maker_and_is_over_for_everybody() -> None:
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server, server.person("Ada") as ada, server.player("Bo") as bo:
        hers, his = PlayerId(await me(ada)), PlayerId(await me(bo))
        links, _ = links_of(server, hand)
        cancelled, late = [await links.create(hers, link(ref)) for ref in ("one", "two")]
        assert (await links.cancel(hers, cancelled.link.id)).link.stage is ChallengeStage.CANCELLED
        hand.move(HOURS_OF_A_LINK * HOUR)
        assert (await links.get(his, token_of(late))).link.stage is ChallengeStage.EXPIRED
        for made in (cancelled, late):
            with pytest.raises(CommandRefused) as refused:
                await links.accept(his, AcceptChallengeLink(token=token_of(made)))
            assert refused.value.code is RefusalCode.CHALLENGE_OVER
        assert await links.listed(hers) == ()
        with pytest.raises(CommandRefused) as refused:
            await links.get(his, ChallengeToken("0" * 48))
        assert refused.value.code is RefusalCode.UNKNOWN_CHALLENGE


async def test_links_are_limited_and_their_maker_cannot_accept() -> None:
    async with live_server() as server, server.person("Ada") as ada:
        hers = PlayerId(await me(ada))
        links, _ = links_of(server)
        made = [await links.create(hers, link(number)) for number in range(MOST_LINKS)]
        with pytest.raises(CommandRefused, match="open links"):
            await links.create(hers, link("more"))
        with pytest.raises(CommandRefused, match="yourself"):
            await links.accept(hers, AcceptChallengeLink(token=token_of(made[0])))


async def test_a_deleted_account_leaves_no_link() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.player("Bo") as bo:
        made = await ada.ask({"type": "create_challenge_link", "game": "tiny"})
        assert (await ada.ask({"type": "get_challenges"}))["links"] == [made["link"]]
        deleted = await ada.ask({"type": "delete_account", "password": "a long walk by the sea"})
        assert deleted["type"] != "refused", deleted
        refused = await bo.ask({"type": "accept_challenge_link", "token": made["token"]})
        assert refused["code"] == "unknown_challenge"
        assert await LINKS.read(server.services.standings._documents, [hash_of(made["token"])]) == [None]
