"""DeckSupport at a table: brought, changed, refused, kept through a rematch, and given to the match card by card."""

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from quarterdeck_games import GAMES
from quarterdeck_games.deck_lists import MOST_UNREAD
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_games.tiny.rules import Tiny
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.tables import AddBot, OpenTable, Reveal, TableStage
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref, Seat, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Opened
from quarterdeck_server.bots.roster import BOTS
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.event_bus import EventBus
from quarterdeck_server.lobby.tables import setups, transitions
from quarterdeck_server.lobby.tables.composition import compose
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tables.setups import MOST_FAULTS, mark_of
from quarterdeck_server.storage.memory import Memory, MemoryStore

ADA, BO = (Player(id=PlayerId(name), name=name.title()) for name in ("ada", "bo"))
ARMOURY = "armoury"
LIST_OF_VIGIL = (
    "4 candle-squire, 4 temple-guard, 2 choir-sister, 3 banner-bearer, 1 dawn-archangel, 4 sun-lancer,"
    " 3 river-otter, 2 healing-light, 3 blessing, 2 judgement, 1 sanctuary, 1 spring-rain, power first-light,"
    " power order-of-dawn"
)


class Dealing:
    """Notes how matches begin."""

    def __init__(self) -> None:
        self.begun: list[Opened] = []

    async def begin(self, opened: Opened) -> None:
        self.begun.append(opened)

    async def is_over(self, match: MatchId) -> bool:
        return True


class TinyWithDecks(Tiny):
    """A new game that players bring decks to: it says what they are, and no more."""

    name = "tiny-with-decks"

    @property
    def decks(self) -> DeckSupport:
        return DeckSupport(
            prefix="TD",
            numbers={"x": ("TD", 1), "y": ("TD", 2)},
            kinds={"x": "cross", "y": "fork"},
            ready={"crosses": Deck(id="crosses", name="Crosses", cards=(("x", 3),))},
            faults=lambda deck, options: [] if deck.count == 3 else ["A deck has three cards."],
            are_open=True,
        )


class TableWorld:
    """A lobby in memory."""

    def __init__(self) -> None:
        self.store = MemoryStore(Memory())
        self.dealing = Dealing()
        self.games = dict(GAMES)
        self.tables = compose(
            self.games,
            BOTS,
            self.store.documents,
            EventBus(self.store.documents),
            self.dealing,
            lambda: Milliseconds(1_000_000),
            Milliseconds(0),
        )
        self.lobby = self.tables.service

    async def open(self, game: str = "amiibart", ref: str | None = None, **more: Any) -> TableRecord:
        named = None if ref is None else Ref(ref)
        message = OpenTable(game=GameName(game), ref=named, **more)
        return await self.lobby.open(self.lobby.id_of(ADA.id, named), ADA, message)

    async def begin(self, table: TableId, **decks: str) -> Opened:
        """Let both be ready, with these decks if they bring any now; gives how the match begins."""
        for player in (ADA, BO):
            await self.lobby.ready(table, player.id, None, None, decks.get(player.id))
        return self.dealing.begun[-1]


@pytest.fixture
async def world() -> AsyncIterator[TableWorld]:
    world = TableWorld()
    await world.store.start()
    yield world
    await world.tables.close()
    await world.store.close()


def names(places: Any) -> list[str | None]:
    """Say which ready deck lies at each seat; `own` for another one."""
    return [None if place.deck is None else place.deck.id or "own" for place in places]


async def faults(doing: Any) -> tuple[str, ...]:
    """Return what is wrong with a deck that is refused."""
    with pytest.raises(CommandRefused) as refused:
        await doing
    assert (refused.value.code, refused.value.where) == (RefusalCode.BAD_DECK, "$.deck")
    assert str(refused.value) == " ".join(refused.value.faults)
    return refused.value.faults


async def test_a_deck_is_brought_as_one_opens_sits_down_is_ready_or_lets_a_bot_play(world: TableWorld) -> None:
    table = await world.open(deck="vigil")
    assert names(table.places) == ["vigil", None]
    assert names((await world.lobby.sit(table.id, BO, None, None, ARMOURY)).places) == ["vigil", ARMOURY]
    assert names((await world.lobby.ready(table.id, BO.id, None, None, "wildfire")).places) == ["vigil", "wildfire"]
    assert names((await world.lobby.stand(table.id, BO.id, None, None)).places) == ["vigil", None]
    bot = AddBot(table=table.id, bot="random", deck=LIST_OF_VIGIL)
    assert names((await world.lobby.add_bot(bot, ADA.id)).places) == ["vigil", "own"]


async def test_a_name_a_code_and_a_list_are_the_same_deck(world: TableWorld) -> None:
    decks = GAMES["amiibart"].decks
    assert decks is not None
    vigil = decks.ready["vigil"]
    table = await world.open(sit=False)
    texts = ("vigil", decks.code(vigil), LIST_OF_VIGIL, LIST_OF_VIGIL.replace(",", "\n"))
    judged = [(await world.lobby.sit(table.id, ADA, None, None, text)).places[0].deck for text in texts]
    assert {(deck.all_cards, deck.beside) for deck in judged if deck} == {(vigil.all_cards, vigil.beside)}
    assert None not in judged


async def test_everything_that_is_wrong_is_told_at_once_and_nothing_changes(world: TableWorld) -> None:
    table = await world.open(deck="vigil")
    before = await world.tables.repository.read(table.id)
    expected = (
        "There is no card “trap” to put there.",
        "A deck has 30 cards; this one has 7.",
        "Alley Cat has 1 star: at most 4 in a deck, not 5.",
        "A deck has one Primary and one Secondary Power; this one has 0 and 0.",
    )
    wrong = "5 alley-cat, 2 trap"
    assert await faults(world.lobby.sit(table.id, BO, None, None, wrong)) == expected
    assert await faults(world.lobby.ready(table.id, ADA.id, None, None, wrong)) == expected
    assert await faults(world.lobby.add_bot(AddBot(table=table.id, deck=wrong), ADA.id)) == expected
    assert await faults(world.open(deck=wrong)) == expected
    assert len(await faults(world.lobby.sit(table.id, BO, None, None, "what"))) == 1
    assert await world.tables.repository.read(table.id) == before


async def test_a_list_in_which_too_many_lines_name_no_card_is_not_read_to_its_end(world: TableWorld) -> None:
    table = await world.open()
    many = "\n".join(f"1 nobody-{number}" for number in range(150))
    listed = await faults(world.lobby.sit(table.id, BO, None, None, many))
    assert [line for line in listed if line.startswith("Line ")] == list(listed[: MOST_UNREAD + 1])
    assert listed[MOST_UNREAD + 1] == "What follows was not read: too many lines name no card."


def test_more_faults_than_anybody_reads_are_counted() -> None:
    told = setups._counted([f"fault {number}" for number in range(MOST_FAULTS + 50)])
    assert told == [*(f"fault {number}" for number in range(MOST_FAULTS)), "And 50 more faults."]


async def test_a_deck_is_judged_by_the_options_of_its_table(world: TableWorld) -> None:
    deck = GAMES["myacards"].decks
    assert deck is not None
    names = [*deck.numbers]
    small = "\n".join(f"4 {name}" for name in names[:11]) + f"\n1 {names[11]}"
    loose = await world.open("myacards")
    strict = await world.open("myacards", options=Raw(b'{"deck_min": 50}'))
    assert (await world.lobby.sit(loose.id, BO, None, None, small)).places[1].deck is not None
    assert await faults(world.lobby.sit(strict.id, BO, None, None, small)) == (
        "A deck has from 50 to 200 cards, not 45 (S4:67).",
    )


async def test_a_game_without_decks_refuses_one_in_a_sentence(world: TableWorld) -> None:
    table = await world.open("tiny")
    said = ("Players bring no decks to Tiny: leave out `deck`.",)
    assert await faults(world.lobby.sit(table.id, BO, None, None, "vigil")) == said
    assert await faults(world.open("tiny", deck="vigil")) == said


async def test_the_match_is_given_every_card_and_whoever_brings_nothing_a_ready_deck(world: TableWorld) -> None:
    decks = GAMES["amiibart"].decks
    assert decks is not None
    table = await world.open()
    await world.lobby.sit(table.id, BO, None, None, LIST_OF_VIGIL)
    opened = await world.begin(table.id)
    vigil = decks.ready["vigil"]
    assert opened.decks == (decks.of_seat(0), Deck(cards=vigil.cards, beside=vigil.beside))
    assert msgspec.json.decode(opened.options) == {"turn_cap": 100, "double_loss": "draw"}
    other = await world.open("tiny")
    await world.lobby.sit(other.id, BO, None, None)
    assert (await world.begin(other.id)).decks == ()


async def test_two_that_bring_nothing_need_not_play_the_same(world: TableWorld) -> None:
    for game in ("amiibart", "myacards"):
        table = await world.open(game)
        await world.lobby.sit(table.id, BO, None, None)
        first, second = (await world.begin(table.id)).decks
        assert first.id != second.id


async def test_a_player_who_is_ready_may_change_the_deck_and_not_the_entropy(world: TableWorld) -> None:
    table = await world.open(deck="vigil")
    await world.lobby.sit(table.id, BO, None, None)
    await world.lobby.ready(table.id, ADA.id, entropy_hash("first"), None)
    changed = await world.lobby.ready(table.id, ADA.id, entropy_hash("second"), None, ARMOURY)
    assert (names(changed.places), changed.places[0].ready) == ([ARMOURY, None], True)
    assert await world.lobby.ready(table.id, ADA.id, entropy_hash("third"), None) == changed
    await world.lobby.ready(table.id, BO.id, None, None, "upgrade")
    await world.lobby.reveal(Reveal(table=table.id, entropy="first"), ADA.id)
    opened = world.dealing.begun[-1]
    assert ([deck.id for deck in opened.decks], opened.entropy) == ([ARMOURY, "upgrade"], ("first", ""))


async def test_another_deck_ends_the_ready_of_players_who_were_shown_the_first(world: TableWorld) -> None:
    """Whoever is ready last would pick the counter to a deck that lies open."""
    table = await world.open(deck="vigil")
    await world.lobby.sit(table.id, BO, None, None, "wildfire")
    await world.lobby.ready(table.id, BO.id, None, None)
    again = await world.lobby.ready(table.id, ADA.id, None, None, ARMOURY)
    assert (again.stage, [place.ready for place in again.places]) == (TableStage.GATHERING, [True, False])
    await world.lobby.ready(table.id, BO.id, None, None, "wildfire")
    assert len(world.dealing.begun) == 1


async def test_a_deck_brought_by_sitting_down_again_ends_ready_and_the_same_deck_does_not(world: TableWorld) -> None:
    table = await world.open(deck="vigil")
    await world.lobby.sit(table.id, BO, None, None, "wildfire")
    await world.lobby.ready(table.id, BO.id, None, None)
    same = await world.lobby.sit(table.id, ADA, None, None, "vigil")
    assert [place.ready for place in same.places] == [False, True]
    other = await world.lobby.sit(table.id, ADA, None, None, ARMOURY)
    assert [place.ready for place in other.places] == [False, False]


async def test_a_first_deck_ends_no_ready(world: TableWorld) -> None:
    table = await world.open(deck="vigil")
    await world.lobby.sit(table.id, BO, None, None)
    await world.lobby.ready(table.id, ADA.id, None, None)
    begun = await world.lobby.ready(table.id, BO.id, None, None, "wildfire")
    assert begun.stage is TableStage.PLAYING


async def test_a_deck_goes_with_its_player_to_another_seat_and_through_an_absence(world: TableWorld) -> None:
    table = await world.open(deck="vigil")
    assert names((await world.lobby.sit(table.id, ADA, Seat(1), None)).places) == [None, "vigil"]
    await world.tables.sweeper.gone(table.id, ADA.id)
    assert names((await world.lobby.watch(table.id, ADA)).places) == [None, "vigil"]
    assert names((await world.lobby.sit(table.id, ADA, None, None, ARMOURY)).places) == [None, ARMOURY]


async def test_a_rematch_moves_decks_with_their_players_who_may_bring_others(world: TableWorld) -> None:
    table = await world.open(deck="vigil")
    await world.lobby.sit(table.id, BO, None, None)
    assert [deck.id for deck in (await world.begin(table.id)).decks] == ["vigil", "nightblade"]
    again = await world.lobby.rematch(table.id, ADA.id, None)
    assert [place.player for place in again.places] == [BO, ADA]
    assert names(again.places) == ["nightblade", "vigil"], "what was played is kept, a ready deck too"
    opened = await world.begin(table.id, ada=ARMOURY)
    assert [deck.id for deck in opened.decks] == ["nightblade", ARMOURY]


async def test_a_command_sent_again_is_done_once_and_another_deck_is_another_command(world: TableWorld) -> None:
    table = await world.open(ref="open", deck="vigil")
    assert (await world.open(ref="open", deck="vigil")).id == table.id
    sat = await world.lobby.sit(table.id, BO, None, Ref("sit"), ARMOURY)
    await world.lobby.ready(table.id, ADA.id, None, None, "upgrade")
    again = await world.lobby.sit(table.id, BO, None, Ref("sit"), ARMOURY)
    assert names(again.places) == ["upgrade", ARMOURY] != names(sat.places)
    assert (await world.open(ref="open", deck="vigil")).changed == again.changed, "it was opened with that one"
    for doing in (world.lobby.sit(table.id, BO, None, Ref("sit"), "vigil"), world.open(ref="open", deck=ARMOURY)):
        with pytest.raises(CommandRefused) as refused:
            await doing
        assert refused.value.code is RefusalCode.REF_REUSED
    assert mark_of(None) == ""
    assert mark_of("vigil") != mark_of(ARMOURY)


async def test_where_lists_are_open_everybody_sees_the_deck_and_elsewhere_only_that_there_is_one(
    world: TableWorld,
) -> None:
    """S0:35, AM-6: both lists are open. MY-56: a list is not among what is public."""
    open_table, hidden_table = await world.open(deck="vigil"), await world.open("myacards", deck="giants-abroad")
    seen = world.tables.subscribers.shown(open_table).places
    assert [(place.has_deck, place.deck and place.deck.id) for place in seen] == [(True, "vigil"), (False, None)]
    seen = world.tables.subscribers.shown(hidden_table).places
    assert [(place.has_deck, place.deck) for place in seen] == [(True, None), (False, None)]
    frame = msgspec.json.encode(world.tables.subscribers.shown(hidden_table))
    assert b"giants" not in frame
    assert b"loxodonta" not in frame


async def test_a_deck_from_before_the_cards_changed_has_to_be_brought_again(world: TableWorld) -> None:
    """A host may change the sets of a server while tables stand there."""
    table = await world.open(deck="vigil")
    await world.lobby.sit(table.id, BO, None, None)
    await world.lobby.ready(table.id, ADA.id, None, None)
    record = await world.tables.repository.read(table.id)
    old = msgspec.structs.replace(record.places[0], deck=Deck(cards=(("gone-card", 30),)))
    await world.tables.repository.write(
        transitions._with(msgspec.structs.replace(record, changed=record.changed + 1), [old, record.places[1]]),
        gone=False,
    )
    said = ("The deck at seat 0 can no longer be played here: bring another one.",)
    assert await faults(world.lobby.ready(table.id, BO.id, None, None)) == said
    assert world.dealing.begun == []
    await world.lobby.ready(table.id, ADA.id, None, None, "vigil")
    assert len((await world.begin(table.id)).decks) == 2


async def test_a_new_game_has_all_of_this_by_saying_what_its_decks_are(world: TableWorld) -> None:
    game = TinyWithDecks()
    world.games[game.name] = game
    table = await world.open(game.name, deck="1 x, 2 y")
    assert await faults(world.lobby.sit(table.id, BO, None, None, "4 y")) == ("A deck has three cards.",)
    await world.lobby.sit(table.id, BO, None, None)
    opened = await world.begin(table.id)
    assert opened.decks == (Deck(cards=(("x", 1), ("y", 2))), game.decks.ready["crosses"])
    assert names((await world.lobby.rematch(table.id, ADA.id, None)).places) == ["crosses", "own"]
