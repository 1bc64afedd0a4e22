"""Amiibart TCG in the terminal, against a real server and at tables that are set up."""

import random
from collections.abc import Sequence

import msgspec
import pytest
from msgspec import Raw
from quarterdeck_client import Client
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.games.amiibart.board import AmiibartBoard
from quarterdeck_client.terminal.games.amiibart.choice_labels import ways
from quarterdeck_client.terminal.games.amiibart.pages import pages
from quarterdeck_client.terminal.widgets.choice_steps import in_steps
from quarterdeck_client.words.card_texts import CardTexts
from quarterdeck_games.amiibart.phrases import PHRASES
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import CardId, FighterView, Keyword, PieceId, Question, SeatView, Stage, View
from quarterdeck_protocol.messages import Outlook, RawUpdate, Waiting
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, Version
from quarterdeck_protocol.sides import Player
from quarterdeck_testing.profiles import as_many
from screens import Shown, terminal
from servers import LiveServer

BOT = Plan(game="amiibart", bots=1, deck="bulwark")
SIZES = [(80, 24), (120, 40)]

BOOK = {
    "alley-cat": CardTexts(name="Alley Cat", kind="fighter", line="Assassin, 300/300", text="Swift."),
    "knife-juggler": CardTexts(
        name="Knife Juggler", kind="fighter", text="Fan of Knives (3 Energy): …", attacks=("Fan of Knives",)
    ),
    "bandage": CardTexts(name="Bandage", kind="spell", line="1 Energy", text="Heal a Fighter by 300."),
    "trip-wire": CardTexts(name="Trip Wire", kind="hazard", text="When …"),
    "anvil": CardTexts(name="Anvil", kind="spell", text="Forge.", forge=("Give +100 Attack.", "Give +200 Health.")),
}
CAT = FighterView(
    piece=PieceId("f1"),
    card=CardId("alley-cat"),
    seat=Seat(0),
    slot=2,
    attack=300,
    health=100,
    keywords=(Keyword.SWIFT, Keyword.LIFESTEAL),
    may_attack=True,
)
JUGGLER = FighterView(piece=PieceId("f2"), card=CardId("knife-juggler"), seat=Seat(1), slot=1, attack=200, health=1200)
VIEW = View(
    stage=Stage.TURNS,
    turn=7,
    turn_cap=100,
    turn_seat=Seat(0),
    seats=(
        SeatView(
            seat=Seat(0),
            energy=4,
            tokens=2,
            slots=(None, CAT, None, None, None),
            powers=(CardId("dusk"), CardId("bargain")),
            used=(CardId("bargain"),),
            hazards=(CardId("trip-wire"),),
            library={CardId("bandage"): 2, CardId("alley-cat"): 1, CardId("unheard-of"): 1},
            removed=(CardId("anvil"),),
        ),
        SeatView(
            seat=Seat(1),
            energy=0,
            tokens=0,
            slots=(JUGGLER, None, None, None, None),
            stage=CardId("the-long-wall"),
            discarded=(CardId("bandage"), CardId("bandage")),
        ),
    ),
)
PHRASING = PhraseBook(msgspec.convert(msgspec.to_builtins(PHRASES), Phrases), ["Ada", "Bo"])


def seen(shown: Shown) -> View:
    return msgspec.json.decode(shown.playing.seated.raw_latest.view, type=View)


def update_of(view: View, actions: Sequence[ab.Action] = (), seat: int = 0) -> RawUpdate:
    return RawUpdate(
        match=MatchId("m"),
        game=GameName("amiibart"),
        version=Version(1),
        since=Version(0),
        at=Milliseconds(0),
        now=Milliseconds(0),
        seat=Seat(seat),
        players=tuple(Player(id=PlayerId(name), name=name) for name in ("Ada", "Bo")),
        waiting=(Waiting(seat=Seat(0), until=Milliseconds(60_000)),),
        link="",
        result=None,
        events=(),
        view=Raw(msgspec.json.encode(view)),
        choices=tuple(Raw(msgspec.json.encode(action)) for action in actions),
    )


def table() -> AmiibartBoard:
    view = AmiibartBoard()
    view.book = BOOK
    return view


def said(*actions: ab.Action) -> list[str]:
    return [" ".join(way.steps) for way in ways(VIEW, update_of(VIEW, actions), BOOK, PHRASING)]


def test_anything_that_would_come_of_an_attack_is_said_with_it_as_the_server_tells_it() -> None:
    attack = ab.Attack(piece=PieceId("f1"), target=PieceId("f2"))
    update = msgspec.structs.replace(
        update_of(VIEW, [attack, ab.EndTurn()]),
        outlooks=(Outlook(power=300, against=200, removes=False, dies=True), None),
    )
    (first, last) = [" ".join(way.steps) for way in ways(VIEW, update, BOOK, PHRASING)]
    assert first.endswith("(theirs, slot 1) → 300 v 200: it holds, yours falls")
    assert last == "End your turn"


def test_an_art_rare_is_marked_on_the_board_where_its_name_is_cut_short() -> None:
    """AM-72: in the narrowest terminal only the mark is left of what it is."""
    art = msgspec.structs.replace(BOOK["alley-cat"], name="Alley Cat of the Lane (Art Rare)", face="Art Rare")
    for book, mark in (({**BOOK, "alley-cat": art}, "»◆Alley Cat"), (BOOK, "»Alley Cat")):
        board = table()
        board.book = book
        words = board._rows(VIEW.seats[1], VIEW.seats[0], SIZES[0][0] // 5).plain
        assert mark in words
        assert "Art Rare" not in words


@pytest.mark.parametrize("size", SIZES)
async def test_everything_is_on_the_screen(server: LiveServer, size: tuple[int, int]) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT, size=size) as shown:
        while not (shown.app.screen_stack[1:] and shown.playing.shown and seen(shown).stage is Stage.TURNS):
            await shown.own_turn()
            await shown.choose(1)
        await shown.own_turn()
        await shown.shows("Energy left")
        assert isinstance(shown.playing._view, AmiibartBoard)
        view = seen(shown)
        for words in ("Amiibart TCG · turn", "Ada (you)", "Random 1", "Powers:", "Death Tokens", "slot 1", "slot 5"):
            assert words in shown.text
        for seat in view.seats:
            for fighter in seat.slots:
                if fighter is not None:
                    assert f"{fighter.attack} atk {fighter.health} hp" in shown.text
        assert {len(line) for line in shown.lines} == {size[0]}
        assert "c cards" in shown.text


@pytest.mark.parametrize("size", SIZES[: as_many(1, at_length=2)])
async def test_a_whole_match_is_played_by_number(server: LiveServer, size: tuple[int, int]) -> None:
    dice = random.Random(size[0])
    longest = 0

    def pick(labels: Sequence[str]) -> int:
        nonlocal longest
        longest = max(longest, len(labels))
        goes_on = len(labels) > 1 and shown.playing._choices.keys[-1] == "e" and dice.random() < 0.8
        return dice.randint(1, len(labels) - goes_on)

    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT, size=size) as shown:
        await shown.play_out(pick)
        await shown.shows_beneath("Why it ended:")
        assert longest <= 20, "no list is longer than one can read"


async def test_rubbish_chooses_nothing(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        before = shown.playing.seated.latest.version
        await shown.press("x", "0", "f5", "tab", "enter", "backspace", "escape", "left", "ü", "r", "up", "down", "home")
        await shown.pilot.pause()
        assert shown.playing.seated.latest.version == before
        await shown.shows("Turn One: put a Fighter into a slot of yours.")


async def test_a_step_can_be_taken_back(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        first = shown.playing._choices.labels
        await shown.choose(1)
        await shown.shows("into slot 1")
        await shown.press("escape")
        await shown.shows(first[0].partition(":")[0])  # the rest may stand on the next line
        assert shown.playing._choices.labels == first


async def test_both_libraries_can_be_read_and_searched_while_the_clock_is_shown(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        await shown.press("c")
        await shown.shows("[In play]")
        await shown.press("right")
        await shown.shows("[Your library]")
        assert "Your turn" in shown.text
        await shown.press(*"snail")
        await shown.shows("1 of ")
        assert "Iron Snail" in shown.text
        assert "Gate Warden" not in shown.text
        await shown.press("x")
        await shown.shows("Nothing like that.")
        await shown.press("escape")
        await shown.shows("Gate Warden")
        await shown.press("tab", "tab", "tab", "shift+tab", "escape")
        await shown.until(lambda: shown.app.screen is shown.playing)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (
            ab.PlayFighter(card=CardId("alley-cat"), slot=3),
            "Play a Fighter: Alley Cat (Assassin, 300/300): Swift. into slot 3",
        ),
        (
            ab.PlaySpell(card=CardId("bandage"), targets=(PieceId("f1"),)),
            "Cast a Spell: Bandage (1 Energy): Heal a Fighter by 300. on Alley Cat 300/100 (yours, slot 2)",
        ),
        (ab.PlaySpell(card=CardId("anvil"), forge=1), "Cast a Spell: Anvil: Forge. forged: Give +200 Health."),
        (ab.PlaySpell(card=CardId("unheard-of"), forge=0), "Cast a Spell: Unheard Of with Forge effect 1"),
        (ab.PlayHazard(card=CardId("trip-wire")), "Set a Hazard: Trip Wire: When …"),
        (ab.PlayStage(card=CardId("the-long-wall")), "Play a Stage: The Long Wall"),
        (
            ab.Attack(piece=PieceId("f1"), target=PieceId("f2")),
            "Attack with Alley Cat (2): Knife Juggler 200/1200 (theirs, slot 1)",
        ),
        (
            ab.UseAttack(piece=PieceId("f2"), attack=0, targets=(PieceId("f1"), PieceId("f2"))),
            (
                "Attack with Knife Juggler (1): use Fan of Knives on Alley Cat 300/100 (yours, slot 2)"
                " and Knife Juggler 200/1200 (theirs, slot 1)"
            ),
        ),
        (ab.UseAttack(piece=PieceId("f1"), attack=1), "Attack with Alley Cat (2): use special attack 2"),
        (ab.UsePower(power=CardId("dusk")), "Use a Power: Dusk"),
        (ab.EndTurn(), "End your turn"),
        (ab.Choose(piece=PieceId("f2")), "Knife Juggler 200/1200 (theirs, slot 1)"),
    ],
)
def test_every_action_is_a_sentence(action: ab.Action, sentence: str) -> None:
    assert said(action) == [sentence]


def test_no_action_is_without_its_sentence() -> None:
    marks = next(mark for mark in test_every_action_is_a_sentence.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]  # where pytest keeps them
    assert {type(action) for action, _ in marks.args[1]} == set(ab.Action.__args__)


@pytest.mark.parametrize(
    ("view", "seat", "sentence"),
    [
        (VIEW, 0, "Your turn: 4 Energy left, 0 Fighters played. What do you do?"),
        (VIEW, 1, "Ada is at turn."),
        (
            msgspec.structs.replace(VIEW, stage=Stage.TURN_ONE),
            0,
            "Turn One: put a Fighter into a slot of yours. It costs nothing.",
        ),
        (
            msgspec.structs.replace(VIEW, question=Question(seat=Seat(0), about=CardId("bandage"), options=())),
            0,
            "Choose a Fighter for Bandage. Heal a Fighter by 300.",
        ),
        (
            msgspec.structs.replace(VIEW, question=Question(seat=Seat(0), about=CardId("dusk"), options=())),
            1,
            "Ada chooses a Fighter for Dusk.",
        ),
        (msgspec.structs.replace(VIEW, stage=Stage.OVER, turn_seat=None), 0, ""),
    ],
)
def test_anything_that_is_asked_is_a_sentence(view: View, seat: int, sentence: str) -> None:
    assert table().prompt(update_of(view, seat=seat), PHRASING) == sentence


def test_a_card_that_may_be_used_twice_is_read_before_it_is_played() -> None:
    actions = [ab.PlaySpell(card=CardId("bandage"), targets=(PieceId(piece),)) for piece in ("f1", "f2")] + [
        ab.EndTurn()
    ]
    offers = table().offers(update_of(VIEW, actions), PHRASING)
    assert [(offer.key, offer.label) for offer in offers] == [("2", "Cast a Spell …"), ("e", "End your turn …")]
    assert offers[0].further[0].label.startswith("on Alley Cat")
    assert in_steps([]) == ()


def test_ending_a_turn_is_asked_once_more_if_anything_is_left_to_do() -> None:
    attack = ab.Attack(piece=PieceId("f1"), target=PieceId("f2"))
    *_, end = table().offers(update_of(VIEW, [attack, ab.PlayHazard(card=CardId("trip-wire")), ab.EndTurn()]), PHRASING)
    assert end.action is None
    assert end.so_far == "End your turn? You could still: attack, set a Hazard."
    assert [(yes.key, yes.label) for yes in end.further] == [("y", "Yes: end your turn")]
    (alone,) = table().offers(update_of(VIEW, [ab.EndTurn()]), PHRASING)
    assert (alone.key, alone.label, alone.further) == ("e", "End your turn", ())
    assert alone.action is not None


@pytest.mark.parametrize(
    ("why", "warning"),
    [
        ("must_play_fighter", "You lose the match if you end your turn without a Fighter!"),
        ("must_act", "You lose the match if you end your turn without an attack, a card or an Active Power!"),
    ],
)
def test_a_player_who_would_lose_by_ending_the_turn_is_told_so(why: str, warning: str) -> None:
    own = msgspec.structs.replace(VIEW.seats[0], **{why: True})
    update = update_of(
        msgspec.structs.replace(VIEW, seats=(own, VIEW.seats[1])),
        [ab.PlayFighter(card=CardId("alley-cat"), slot=1), ab.EndTurn()],
    )
    assert warning in table().prompt(update, PHRASING)
    assert warning in table().offers(update, PHRASING)[-1].so_far


def test_a_kind_of_action_keeps_its_key_whatever_else_is_on_offer() -> None:
    choices: tuple[list[ab.Action], ...] = (
        [ab.UsePower(power=CardId("dusk")), ab.EndTurn()],
        [
            ab.PlaySpell(card=CardId("anvil"), forge=0),
            ab.PlayStage(card=CardId("the-long-wall")),
            ab.UsePower(power=CardId("dusk")),
            ab.EndTurn(),
        ],
    )
    few, many = (
        {offer.label.split()[0]: offer.key for offer in table().offers(update_of(VIEW, actions), PHRASING)}
        for actions in choices
    )
    assert few == {"Use": "6", "End": "e"}
    assert many == {"Cast": "2", "Play": "4", "Use": "6", "End": "e"}


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            ab.Attacked(seat=Seat(1), card=CardId("knife-juggler"), piece=PieceId("f2"), targets=(), attack=0),
            "Knife Juggler attacks with Fan of Knives.",
        ),
        (ab.EnergyChanged(seat=Seat(0), amount=-2), "Ada loses 2 Energy."),
        (ab.EnergyChanged(seat=Seat(0), amount=2), "Ada gains 2 Energy."),
        (
            ab.Strengthened(
                seat=Seat(0), piece=PieceId("f1"), card=CardId("alley-cat"), attack=100, health=-200, until_end=True
            ),
            "Alley Cat gets +100 Attack and -200 Health this turn.",
        ),
        (ab.PowersRevealed(seat=Seat(1), powers=(CardId("dusk"), CardId("dawn"))), "Bo reveals Dusk, Dawn."),
        (ab.AttackEnded(seat=Seat(0)), None),
    ],
)
def test_anything_that_happened_is_told_with_names(event: ab.Event, sentence: str | None) -> None:
    assert table().sentence_of(Raw(msgspec.json.encode(event)), PHRASING) == sentence


def test_the_pages_tell_everything_by_kind() -> None:
    paragraphs = {page.title: [one.plain for one in page.paragraphs] for page in pages(VIEW, Seat(0), BOOK, PHRASING)}
    assert paragraphs["Your library"] == [
        "Fighter Alley Cat  Assassin, 300/300\nSwift.",
        "Spell Bandage ×2  1 Energy\nHeal a Fighter by 300.",
        "Unheard Of",
    ]
    assert paragraphs["Bo's library"] == ["No card is left."]
    assert paragraphs["In play"] == [
        "Your Power Dusk",
        "Your Power Bargain – used this turn",
        "Your Hazard Trip Wire\nWhen …",
        ("Your slot 2 Alley Cat – now 300 Attack, 100 Health, Swift, Lifesteal, may attack  Assassin, 300/300\nSwift."),
        "Bo's Stage The Long Wall",
        "Bo's slot 1 Knife Juggler – now 200 Attack, 1200 Health\nFan of Knives (3 Energy): …",
    ]
    assert paragraphs["Gone"] == [
        "Your gone for good Anvil\nForge.",
        "Bo's discarded Bandage ×2  1 Energy\nHeal a Fighter by 300.",
    ]


async def test_a_player_who_watches_sees_the_table_and_has_no_choices(server: LiveServer) -> None:
    async with Client(server.url, name="Bo") as bo, Client(server.url, name="Ada") as ada:
        seat = await bo.play("amiibart", bots=1)
        async with terminal(ada, Plan(watch=seat.match)) as shown:
            await shown.shows("slot 5")
            assert shown.playing._choices.labels == ()
            await shown.press("c")
            await shown.shows("library")


async def test_a_long_name_leaves_the_line_of_its_seat_whole(server: LiveServer) -> None:
    async with Client(server.url, name="Stranger from afar") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        await shown.shows("Turn One")
        line = next(line for line in shown.lines if "(you)" in line)
        assert line.split()[-2] == "discarded"
