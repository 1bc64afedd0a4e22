"""Lists of followed players: private, limited, without deleted accounts, with the presence that each player shows."""

import asyncio

import pytest
from lobby.people import follow as followed
from lobby.people import following, noted, people, seen_by, two_processes
from quarterdeck_protocol.lobby.social.follow_lists import MOST_FOLLOWED
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.followed_players import follow_lists
from quarterdeck_server.lobby.followed_players.follow_lists import FOLLOW_LISTS, followed_by, followers_of
from servers import PASSWORD, live_server
from web.challenge_cases import challenged, me


@pytest.mark.parametrize(
    ("by", "follows_back", "is_shown"),
    [("everybody", False, True), ("followed", True, True), ("followed", False, False), ("nobody", True, False)],
)
async def test_presence_is_shown_as_the_followed_player_wants(by: str, follows_back: bool, is_shown: bool) -> None:
    async with two_processes() as (one, other), one.person("Ada") as ada, other.person("Bo") as bo:
        await seen_by(bo, by)
        if follows_back:
            await followed(bo, ada)
        await noted(one, other)
        assert (await followed(ada, bo))["followed"]["online"] is is_shown
        assert (await following(ada))["Bo"]["online"] is is_shown


async def test_a_player_who_leaves_one_process_is_online_at_the_other() -> None:
    async with two_processes() as (one, other), one.person("Ada") as ada, other.line() as elsewhere:
        async with one.person("Bo") as bo:
            await seen_by(bo, "everybody")
            await followed(ada, bo)
            await elsewhere.ask({"type": "sign_in", "name": "Bo", "password": PASSWORD})
            await bo.ask({"type": "sign_out"})
        await noted(one, other)
        assert (await following(ada))["Bo"]["online"]
        await elsewhere.ask({"type": "sign_out"})
        await noted(one, other)
        assert not (await following(ada))["Bo"]["online"]


async def test_following_is_told_to_nobody_and_listed_for_nobody_else() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        await bo.ask({"type": "watch_notices"})
        for _ in range(2):
            await followed(ada, bo)
        assert await bo.quiet() == []
        assert await following(bo) == {}
        assert list(await following(ada)) == ["Bo"]
        for _ in range(2):
            assert (await ada.ask({"type": "unfollow", "player": await me(bo)}))["type"] == "unfollowed"
        assert await following(ada) == {}


async def test_a_block_ends_following_with_the_bots_and_leaves_the_list_of_the_blocked_player() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        made = await bo.ask({"type": "make_bot", "name": "Deep Oak"})
        await followed(ada, bo)
        await ada.ask({"type": "follow", "player": made["bots"][0]["id"]})
        await followed(bo, ada)
        await noted(server)
        await ada.ask({"type": "avoid", "player": await me(bo), "how": "block"})
        assert (await following(ada), list(await following(bo))) == ({}, ["Ada"])
        # Bo, who shows himself to those whom he follows, is not shown to her: his entry has no effect.
        assert (await followed(ada, bo))["followed"]["online"] is False
        await ada.ask({"type": "avoid", "player": await me(bo), "how": "no"})
        assert (await following(ada))["Bo"]["online"] is True


async def test_a_deleted_account_leaves_every_list() -> None:
    async with live_server() as server, people(server, "Ada", "Bo", "Cy") as (ada, bo, cy):
        gone = PlayerId(await me(cy))
        for line in (ada, bo):
            await followed(line, cy)
            await followed(cy, line)
        await followed(ada, bo)
        await cy.ask({"type": "delete_account", "password": PASSWORD})
        assert list(await following(ada)) == ["Bo"]
        documents = server.services.standings._documents
        for index in (followed_by(gone), followers_of(gone)):
            assert await documents.count(index) == 0
        for player in [PlayerId(await me(line)) for line in (ada, bo)]:
            for index in (followed_by(player), followers_of(player)):
                assert await documents.number_of(index, gone) is None
        assert await FOLLOW_LISTS.read(documents, [gone]) == [None]


async def test_an_account_with_many_followers_leaves_all_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow_lists, "MOST_REMOVED_AT_ONCE", 2)
    async with live_server() as server, people(server, "Ada", "Bo", "Cy", "Di", "Ed", "Fay") as (ada, *fans):
        for fan in fans:
            await followed(fan, ada)
        await ada.ask({"type": "delete_account", "password": PASSWORD})
        documents = server.services.standings._documents
        assert [await documents.count(followed_by(PlayerId(await me(fan)))) for fan in fans] == [0] * 5


async def test_the_limit_holds_when_commands_run_at_the_same_time() -> None:
    async with live_server() as server, people(server, "Ada") as (ada,):
        documents = server.services.standings._documents
        ids = [PlayerId(f"person-{number}") for number in range(MOST_FOLLOWED + 3)]
        for id_ in ids:
            account = AccountRecord(id=id_, name=id_, kind=PlayerKind.PERSON, made_at=Milliseconds(0))
            await documents.commit([ACCOUNTS.put(id_, None, account)])
        for id_ in ids[: MOST_FOLLOWED - 1]:
            await ada.ask({"type": "follow", "player": id_})
        hers = await server.services.players.find(PlayerId(await me(ada)))
        assert hers is not None
        several = [server.services.follow_lists.follow(hers.player, id_) for id_ in ids[-4:]]
        answers = await asyncio.gather(*several, return_exceptions=True)
        refused = [getattr(answer, "code", answer) for answer in answers if isinstance(answer, Exception)]
        assert refused == ["too_many_kept"] * 3
        assert len((await ada.ask({"type": "get_following"}))["players"]) == MOST_FOLLOWED


async def test_guests_neither_follow_nor_are_followed() -> None:
    async with live_server() as server, people(server, "Ada") as (ada,), server.player("Guest") as guest:
        refused = await followed(guest, ada)
        assert (refused["code"], refused["where"]) == ("not_registered", "$.type")
        refused = await followed(ada, guest)
        assert (refused["code"], refused["where"]) == ("not_registered", "$.player")
        assert (await followed(ada, ada))["code"] == "not_yourself"
        assert (await ada.ask({"type": "follow", "player": "nobody"}))["code"] == "unknown_player"


async def test_a_running_match_is_shown_if_everybody_may_watch_it() -> None:
    async with live_server() as server, people(server, "Ada", "Bo", "Cy") as (ada, bo, cy):
        for other in (bo, cy):
            await seen_by(other, "everybody")
            await followed(ada, other)
        await noted(server)
        for access, is_shown in (("unlisted", False), ("public", True)):
            table = (await bo.ask({"type": "open_table", "game": "tiny", "seats": 2, "access": access}))["table"]
            code = {} if access == "public" else {"code": table["code"]}
            await cy.ask({"type": "sit", "table": table["id"], **code})
            await bo.ask({"type": "ready", "table": table["id"]})
            match = (await cy.ask({"type": "ready", "table": table["id"]}))["table"]["match"]
            found = await following(ada)
            assert [found[name]["match"] for name in ("Bo", "Cy")] == [match if is_shown else None] * 2
        await seen_by(cy, "nobody")
        found = await following(ada)
        assert found["Bo"]["match"] is not None
        assert found["Cy"]["match"] is None


async def test_only_followed_players_may_challenge() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        await ada.ask({"type": "set_challengers", "by": "followed"})
        assert (await challenged(bo, await me(ada)))["code"] == "not_accepting"
        await followed(ada, bo)
        assert (await challenged(bo, await me(ada)))["type"] == "challenge_changed"


async def test_the_export_has_the_followed_players_and_no_followers() -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        await followed(ada, bo)
        await seen_by(ada, "nobody")
        mine, his = [await line.ask({"type": "get_export"}) for line in (ada, bo)]
        assert [each["player"]["name"] for each in mine["following"]] == ["Bo"]
        assert mine["seen_by"] == "nobody"
        assert his["following"] == []
