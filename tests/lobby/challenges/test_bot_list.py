"""Bots as opponents: they declare their games and their number of matches, are listed, and held to it."""

from collections.abc import Awaitable

from quarterdeck_protocol.lobby.social.challenges import AcceptChallenge, Challenge, CreateChallenge, DeclareBot
from quarterdeck_protocol.names import GameName, PlayerId, Ref
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.challenges.bot_list import DECLARED
from servers import Line, LiveServer, Message, live_server
from web.challenge_cases import challenged, me

TINY = GameName("tiny")


async def bot_of(owner: Line, name: str) -> PlayerId:
    made = await owner.ask({"type": "make_bot", "name": name})
    (bot,) = [each for each in made["bots"] if each["name"] == name]
    return PlayerId(bot["id"])


async def answer_of(answer: Awaitable[Challenge]) -> str:
    """Return the code with which an answer was refused, empty if it was not."""
    try:
        await answer
    except CommandRefused as refused:
        return refused.code.value
    return ""


async def declare(server: LiveServer, bot: PlayerId, *games: GameName, at_once: int = 1) -> None:
    await server.services.bot_list.declare(bot, DeclareBot(games=games, at_once=at_once))


async def listed(line: Line, **wanted: str) -> list[Message]:
    return list((await line.ask({"type": "list_bots", **wanted}))["bots"])


async def test_a_declared_bot_is_listed_for_its_games_until_it_declares_none() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        bot = await bot_of(ada, "Deep Oak")
        await declare(server, bot, TINY, at_once=3)
        (found,) = await listed(bo, game="tiny")
        assert (found["player"]["id"], found["games"], found["at_once"]) == (bot, ["tiny"], 3)
        assert await listed(bo, game="density-deck") == []
        assert await listed(bo) == [found]
        await bo.ask({"type": "avoid", "player": await me(ada), "how": "block"})
        assert await listed(bo) == []
        await declare(server, bot)
        assert await listed(ada) == []
        assert await server.services.standings._documents.count(DECLARED) == 0


async def test_the_list_does_not_tell_whom_the_owner_of_a_bot_has_blocked() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        bot = await bot_of(ada, "Deep Oak")
        await declare(server, bot, TINY)
        before = await listed(bo)
        await ada.ask({"type": "avoid", "player": await me(bo), "how": "block"})
        assert await listed(bo) == before != []
        assert (await challenged(bo, bot))["code"] == "not_accepting"


async def test_a_bot_is_challenged_to_its_games_only() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        bot = await bot_of(ada, "Deep Oak")
        await declare(server, bot, GameName("density-deck"))
        assert (await challenged(bo, bot))["code"] == "not_accepting"
        assert (await challenged(bo, bot, game="density-deck"))["type"] == "challenge_changed"


async def test_a_bot_accepts_no_more_than_it_plays_at_once() -> None:
    async with (
        live_server() as server,
        server.person("Ada") as ada,
        server.person("Bo") as bo,
        server.person("Cy") as cy,
    ):
        bot = await bot_of(ada, "Deep Oak")
        await declare(server, bot, TINY)
        service = server.services.challenges
        players = [PlayerId(await me(line)) for line in (bo, cy)]
        made = [await service.create(each, CreateChallenge(player=bot, game=TINY, ref=Ref(each))) for each in players]
        first = await service.accept(bot, AcceptChallenge(challenge=made[0].id))
        refused = await answer_of(service.accept(bot, AcceptChallenge(challenge=made[1].id)))
        assert refused == "too_many_tables"
        await bo.ask({"type": "resign", "match": first.match})
        assert first.table is not None
        assert first.match is not None
        await server.services.tables.sweeper.match_over(first.table, first.match)
        assert (await service.accept(bot, AcceptChallenge(challenge=made[1].id))).stage == "accepted"


async def test_only_bots_declare_games() -> None:
    async with live_server() as server, server.person("Ada") as ada:
        refused = await ada.ask({"type": "declare_bot", "games": ["tiny"]})
        assert (refused["code"], refused["where"]) == ("unknown_bot", "$.type")
        assert (await ada.ask({"type": "declare_bot", "games": ["none"]}))["code"] == "unknown_game"


async def test_a_deleted_bot_leaves_the_list() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        bot = await bot_of(ada, "Deep Oak")
        await declare(server, bot, TINY)
        deleted = await ada.ask({"type": "delete_account", "password": "a long walk by the sea"})
        assert deleted["type"] != "refused", deleted
        assert await listed(bo) == []
        assert await server.services.standings._documents.count(DECLARED) == 0


async def test_the_owner_of_a_bot_sets_which_players_may_challenge_it() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.person("Bo") as bo:
        bot = await bot_of(ada, "Deep Oak")
        refused = await bo.ask({"type": "set_challengers", "by": "nobody", "bot": bot})
        assert (refused["code"], refused["where"]) == ("unknown_player", "$.bot")
        assert (await ada.ask({"type": "set_challengers", "by": "nobody", "bot": bot}))["challenged_by"] == "nobody"
        assert (await challenged(bo, bot))["code"] == "not_accepting"
        assert (await ada.ask({"type": "get_challenges"}))["challenged_by"] == "registered"
        await ada.ask({"type": "set_challengers", "by": "registered", "bot": bot})
        assert (await challenged(bo, bot))["type"] == "challenge_changed"
