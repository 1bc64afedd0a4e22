"""How players stand, as it is asked; on both stores."""

from collections.abc import Awaitable, Callable, Sequence

import pytest
from lobby.ratings_world import DECK, NOON, PASSWORD, TINY, World
from quarterdeck_protocol.lobby.ratings import RatedAmong, Unrated
from quarterdeck_protocol.lobby.standings import Played
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import GONE
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.ratings.documents import STANDINGS, ladder, standing_name
from quarterdeck_server.lobby.ratings.match_results import StandingRecord
from quarterdeck_server.lobby.ratings.rating_model import Skill
from quarterdeck_server.lobby.ratings.standings import MATCHES_A_PAGE, PLACES_A_PAGE
from quarterdeck_server.storage.store import Store
from stores import address, another_process, redis_url, server_of_our_own  # noqa: F401 - fixtures

HOUR = 60 * 60 * 1000

AnotherProcess = Callable[[], Awaitable[Store]]


@pytest.fixture
async def world(another_process: AnotherProcess) -> World:  # noqa: F811 - a fixture
    return World(await another_process())


async def refusal(asking: Awaitable[object]) -> tuple[RefusalCode, str | None]:
    with pytest.raises(CommandRefused) as refused:
        await asking
    return refused.value.code, refused.value.where


async def placed(world: World, numbers: Sequence[int]) -> list[PlayerId]:
    """Let so many people stand in the ladder with these numbers, all with an uncertainty of 120."""
    ids = []
    for each, number in enumerate(numbers):
        identity = await world.person(f"Player {chr(97 + each // 8)}{chr(97 + each % 8)}")
        standing = StandingRecord(skill=Skill(25 + (number - 1500) / 40, 3), rated=80, played=90, won=40)
        put = STANDINGS.put(standing_name(identity.id, TINY), None, standing)
        await world.documents.commit([put], [IndexEntry(ladder(TINY), identity.id, number - 120)])
        ids.append(identity.id)
    return ids


class TestRatings:
    async def test_all_that_is_asked_comes_in_one_round_trip(self, world: World) -> None:
        ada, bo, cy = [await world.somebody() for _ in range(3)]
        await world.play("m", [ada, bo, cy], [1, 3, 2], game=DECK)
        world.documents.reads = 0
        ratings = await world.standings.of([ada.id, bo.id, cy.id], [TINY, DECK])
        assert world.documents.reads == 1
        assert [ratings[each.id, TINY].number for each in (ada, bo, cy)] == [1500] * 3
        first, last, middle = [ratings[each.id, DECK].number for each in (ada, bo, cy)]
        assert first > middle > last

    async def test_nobody_is_asked_about(self, world: World) -> None:
        assert await world.standings.of([], [TINY]) == {}


class TestProfiles:
    async def test_only_games_that_were_played_are_in_it_and_density_deck_has_ranks(self, world: World) -> None:
        ada, bo = await world.person("Ada"), await world.somebody()
        for number in range(16):
            await world.play(f"m{number}", [ada, bo], [1, 2], game=DECK, rated=False)
        account = await world.standings.find(None, "ADA")
        [game] = (await world.standings.profile(account)).games
        assert (game.game, game.rank, game.rated, game.played, game.won) == (DECK, "Acolyte II", 0, 16, 16)
        assert (game.rating.number, game.place) == (1500, None)

    async def test_matches_with_bots_leave_no_mark(self, world: World) -> None:
        ada = await world.somebody()
        engine = Player(id=PlayerId("bot-1"), name="Random 1", bot="random")
        await world.play("m", [ada, engine], [1, 2])
        account = await world.standings.find(ada.id, None)
        assert (await world.standings.profile(account)).games == ()
        [match] = (await world.standings.history(account, None)).matches
        assert (match.unrated, [seat.player for seat in match.seats]) == (Unrated.BOTS, [ada, engine])

    async def test_a_player_who_is_not_there_is_refused_by_id_or_name(self, world: World) -> None:
        assert await refusal(world.standings.find(PlayerId("x"), None)) == (RefusalCode.UNKNOWN_PLAYER, "$.player")
        assert await refusal(world.standings.find(None, "Nobody")) == (RefusalCode.UNKNOWN_PLAYER, "$.name")


class TestLadders:
    async def test_a_player_who_is_equal_shares_a_place_on_one_page_and_over_two(self, world: World) -> None:
        await placed(world, [2000, 1900, 1900, *[1700] * PLACES_A_PAGE])
        first, second = [await world.standings.ladder(TINY, page) for page in (1, 2)]
        assert (first.pages, first.listed, len(first.places)) == (2, PLACES_A_PAGE + 3, PLACES_A_PAGE)
        assert [row.place for row in first.places[:5]] == [1, 2, 2, 4, 4]
        assert [(row.place, row.rating.number) for row in second.places] == [(4, 1700)] * 3
        everybody = [row.player.id for row in (*first.places, *second.places)]
        assert len(set(everybody)) == PLACES_A_PAGE + 3

    async def test_behind_its_end_there_is_nobody(self, world: World) -> None:
        await placed(world, [2000])
        page = await world.standings.ladder(TINY, 7)
        assert (page.page, page.pages, page.listed, page.places) == (7, 1, 1, ())

    async def test_an_empty_one_has_one_page(self, world: World) -> None:
        page = await world.standings.ladder(TINY, 1)
        assert (page.pages, page.listed, page.places) == (1, 0, ())

    async def test_a_player_who_has_deleted_their_account_leaves_it(self, world: World) -> None:
        one, two, three = await placed(world, [2000, 1900, 1800])
        await world.players.delete(two, PASSWORD)
        page = await world.standings.ladder(TINY, 1)
        assert [(row.place, row.player.id) for row in page.places] == [(1, one), (2, three)]
        assert page.listed == 2
        assert await world.documents.count(ladder(TINY)) == 2

    async def test_they_leave_it_with_their_account_before_anybody_looks(self, world: World) -> None:
        one, two, three = await placed(world, [2000, 1900, 1800])
        await world.players.delete(one, PASSWORD)
        assert await world.documents.count(ladder(TINY)) == 2
        [game] = (await world.standings.profile(await world.standings.find(three, None))).games
        assert (game.place, (await world.standings.ladder(TINY, 1)).places[0].player.id) == (2, two)

    async def test_a_player_who_deletes_their_account_while_a_match_is_settled_does_not_come_back_into_it(
        self, world: World
    ) -> None:
        (one,) = await placed(world, [2000])
        other = await world.person("Other")
        account = await world.standings.find(one, None)
        world.documents.before_commit = lambda: world.players.delete(one, PASSWORD)
        await world.play("m", [account.player, other], [1, 2])
        assert await world.documents.count(ladder(TINY)) == 0
        assert len((await world.standings.history(await world.standings.find(other.id, None), None)).matches) == 1

    async def test_bots_climb_a_ladder_of_their_own(self, world: World) -> None:
        ada, bo = await world.person("Ada"), await world.person("Bo")
        engine, weak = await world.bot(ada, "Engine"), await world.bot(bo, "Weak")
        for number in range(40):
            places = [1, 2] if number % 3 else [2, 1]
            await world.play(f"b{number}", [engine, weak], places, at=NOON + 3 * HOUR * number)
            await world.play(f"p{number}", [bo, engine], [2, 1], at=NOON + 3 * HOUR * number + 1)
        page = await world.standings.ladder(TINY, 1, RatedAmong.BOTS)
        assert (page.among, page.listed, [row.player for row in page.places]) == (RatedAmong.BOTS, 2, [engine, weak])
        assert (page.places[0].rated, page.places[0].won) == (80, 66)
        assert (await world.standings.ladder(TINY, 1)).listed == 0
        [own] = (await world.standings.profile(await world.standings.find(engine.id, None))).games
        assert (own.place, own.rating) == (1, page.places[0].rating)
        profile = await world.standings.profile(await world.standings.find(bo.id, None))
        [apart] = profile.against_bots
        assert (profile.games, apart.rated, apart.played, apart.won, apart.place) == ((), 40, 40, 0, None)
        assert apart.rating.number < 1500
        ratings = await world.standings.of([bo.id, engine.id], [TINY])
        assert (ratings[bo.id, TINY].number, ratings[engine.id, TINY]) == (1500, own.rating)
        await world.bot_accounts.delete_bot(bo.id, weak.id)
        assert [row.player for row in (await world.standings.ladder(TINY, 1, RatedAmong.BOTS)).places] == [engine]

    async def test_an_unknown_ladder_is_refused(self, world: World) -> None:
        asked = world.standings.ladder(TINY, 1, RatedAmong.OTHER)
        assert await refusal(asked) == (RefusalCode.MALFORMED, "$.among")

    async def test_any_number_may_share_a_place(self, world: World) -> None:
        (one,) = await placed(world, [1800])
        others = [IndexEntry(ladder(TINY), f"{number:03}", 1680) for number in range(200)]
        await world.documents.commit([], others)
        [game] = (await world.standings.profile(await world.standings.find(one, None))).games
        assert game.place == 1

    async def test_a_profile_tells_the_same_place(self, world: World) -> None:
        ids = await placed(world, [2000, 1900, 1900, 1800])
        places = []
        for each in ids:
            [game] = (await world.standings.profile(await world.standings.find(each, None))).games
            places.append(game.place)
        assert places == [1, 2, 2, 4]

    async def test_one_comes_into_it_by_playing_with_an_account_of_ones_own(self, world: World) -> None:
        ada, bo, guest = await world.person("Ada"), await world.person("Bo"), await world.guest()
        listed = []
        for number in range(40):
            places = [1, 2, 3] if number % 2 else [2, 1, 3]
            await world.play(f"m{number}", [ada, bo, guest], places, at=NOON + 3 * HOUR * number)
            listed.append((await world.standings.ladder(TINY, 1)).listed)
        assert (listed[0], listed[-1]) == (0, 2), "the guest never comes into it"
        await world.players.register(guest.id, "Cy", PASSWORD)
        cy = Player(id=guest.id, name="Cy")
        for number in range(40):
            places = [1, 2, 3] if number % 2 else [2, 1, 3]
            await world.play(f"n{number}", [ada, bo, cy], places, at=NOON + 3 * HOUR * (50 + number))
        assert (await world.standings.ladder(TINY, 1)).listed == 3

    async def test_of_a_game_that_is_not_offered_there_is_none(self, world: World) -> None:
        assert await refusal(world.standings.ladder(GameName("chess"), 1)) == (RefusalCode.UNKNOWN_GAME, "$.game")


class TestHistories:
    async def test_it_is_paged_newest_first_and_nothing_is_left_out_or_twice(self, world: World) -> None:
        ada, bo = await world.somebody(), await world.somebody()
        total = 2 * MATCHES_A_PAGE + 5
        for number in range(total):  # some end in the same millisecond, also where a document ends
            await world.play(f"m{number:02}", [ada, bo], [1, 2], at=NOON + number // 3)
        account = await world.standings.find(ada.id, None)
        before: Milliseconds | None = None
        seen: list[Played] = []
        for _ in range(total):
            page = await world.standings.history(account, before)
            assert len(page.matches) < MATCHES_A_PAGE + 3
            seen += page.matches
            before = page.before
            if before is None:
                break
        assert [each.ended for each in seen] == sorted((each.ended for each in seen), reverse=True)
        assert sorted(each.match for each in seen) == [f"m{number:02}" for number in range(total)]

    async def test_a_page_that_is_just_full_is_the_last(self, world: World) -> None:
        ada, bo = await world.somebody(), await world.somebody()
        for number in range(MATCHES_A_PAGE):
            await world.play(f"m{number}", [ada, bo], [1, 2], at=NOON + number)
        page = await world.standings.history(await world.standings.find(ada.id, None), None)
        assert (len(page.matches), page.before) == (MATCHES_A_PAGE, None)

    async def test_a_match_that_never_ended_has_no_places_and_no_transcript(self, world: World) -> None:
        ada, bo = await world.somebody(), await world.somebody()
        await world.play("m", [ada, bo], [], result=None)
        [match] = (await world.standings.history(await world.standings.find(ada.id, None), None)).matches
        assert (match.unrated, match.reason, match.transcript) == (Unrated.HOUSE_ERROR, None, None)
        assert [seat.place for seat in match.seats] == [None, None]

    async def test_a_player_who_has_deleted_their_account_is_shown_without_a_name(self, world: World) -> None:
        ada, bo = await world.somebody(), await world.person("Bo")
        await world.play("m", [ada, bo], [1, 2])
        await world.players.delete(bo.id, PASSWORD)
        account = await world.standings.find(ada.id, None)
        [match] = (await world.standings.history(account, None)).matches
        assert [seat.player.name for seat in match.seats] == [ada.name, GONE]
        assert (await world.standings.head_to_head(account, bo.id, None)).other.name == GONE
        assert await refusal(world.standings.find(bo.id, None)) == (RefusalCode.UNKNOWN_PLAYER, "$.player")

    async def test_names_are_those_of_now(self, world: World) -> None:
        ada, bo = await world.somebody(), await world.person("Bo")
        await world.play("m", [ada, bo], [1, 2])
        identity, _ = await world.players.sign_in("Bo", PASSWORD, "127.0.0.1")
        await world.players.change(identity, PASSWORD, "Bonaparte", None)
        [match] = (await world.standings.history(await world.standings.find(ada.id, None), None)).matches
        assert match.seats[1].player.name == "Bonaparte"


class TestMeetings:
    async def test_each_side_sees_its_own(self, world: World) -> None:
        ada, bo, cy = [await world.somebody() for _ in range(3)]
        await world.play("m1", [ada, bo, cy], [1, 2, 3], game=DECK)
        await world.play("m2", [bo, ada], [1, 2], at=NOON + 1, rated=False)
        await world.play("m3", [ada, bo], [1, 1], at=NOON + 2)
        await world.play("m4", [ada, cy], [1, 2], at=NOON + 3)
        mine = await world.standings.head_to_head(await world.standings.find(ada.id, None), bo.id, None)
        theirs = await world.standings.head_to_head(await world.standings.find(bo.id, None), ada.id, None)
        assert [(met.game, met.above, met.below, met.equal) for met in mine.games] == [(DECK, 1, 0, 0), (TINY, 0, 1, 1)]
        assert [(met.game, met.above, met.below, met.equal) for met in theirs.games] == [
            (DECK, 0, 1, 0),
            (TINY, 1, 0, 1),
        ]
        assert [each.match for each in mine.matches] == ["m3", "m2", "m1"]
        assert theirs.matches == mine.matches

    async def test_anything_that_was_not_played_in_earnest_is_listed_and_not_counted(self, world: World) -> None:
        ada, bo = await world.somebody(), await world.somebody()
        await world.play("m", [ada, bo], [1, 2], entries=2)
        met = await world.standings.head_to_head(await world.standings.find(ada.id, None), bo.id, None)
        assert met.games == ()
        assert [each.unrated for each in met.matches] == [Unrated.TOO_SHORT]

    async def test_a_player_who_is_gone_may_be_asked_of_page_by_page(self, world: World) -> None:
        ada, bo = await world.somebody(), await world.person("Bo")
        await world.play("m", [ada, bo], [1, 2])
        await world.players.delete(bo.id, PASSWORD)
        account = await world.standings.find(ada.id, None)
        older = await world.standings.head_to_head(account, bo.id, Milliseconds(NOON - 1))
        assert (older.other.name, older.matches, [met.above for met in older.games]) == (GONE, (), [1])

    async def test_oneself_and_strangers_are_refused(self, world: World) -> None:
        ada = await world.standings.find((await world.somebody()).id, None)
        assert await refusal(world.standings.head_to_head(ada, ada.id, None)) == (RefusalCode.NOT_YOURSELF, "$.other")
        missing = world.standings.head_to_head(ada, PlayerId("x"), None)
        assert await refusal(missing) == (RefusalCode.UNKNOWN_PLAYER, "$.other")
