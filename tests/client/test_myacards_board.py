"""MYACARDS in the terminal, against a real server and at tables that are set up."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from quarterdeck_client import Client
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.games.myacards.board import MyacardsBoard
from quarterdeck_client.terminal.games.myacards.choice_labels import PASSES, PASSING, ways
from quarterdeck_client.terminal.games.myacards.pages import BONUSES, pages
from quarterdeck_client.terminal.games.myacards.prompts import ASKS, prompt
from quarterdeck_client.terminal.games.myacards.whole_view import owner_of
from quarterdeck_client.terminal.games.myacards.words import Words
from quarterdeck_client.terminal.widgets.choice_steps import Menu
from quarterdeck_client.words.card_texts import CardTexts
from quarterdeck_games.myacards.phrases import PHRASES
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import (
    AttackView,
    Bonus,
    CardId,
    Face,
    Kind,
    PieceId,
    PieceView,
    Placement,
    Point,
    Prompt,
    Question,
    SeatView,
    Stage,
    Until,
    View,
    ZoneId,
)
from quarterdeck_protocol.messages import Outlook, RawUpdate, Waiting
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Seat, Version
from quarterdeck_protocol.sides import Player
from quarterdeck_testing.profiles import as_many
from screens import Shown, terminal
from servers import LiveServer, live_server

BOT = Plan(game="myacards", bots=1, deck="packs-and-sisters")
SIZES = [(80, 24), (120, 40)]
LION, WOLF, FLOOD, CROW = CardId("panthera-leo"), CardId("canis-lupus"), CardId("flood"), CardId("corvus-corax")

FACES = {
    LION: Face(sets="EUK ANI", affinities="grassland", stats=(7, 5, 4), sacrifices=1),
    WOLF: Face(stats=(5, 3, 4), junior_of="Canis minor"),
    CROW: Face(kind=Kind.SUPPORT, text="Your cards have +1 ATK."),
    FLOOD: Face(name="Great Flood", kind=Kind.EVENT, text="Remove an active card."),
}
FIELD = (
    PieceView(
        piece=PieceId("p1"),
        card=LION,
        seat=Seat(0),
        zone=ZoneId("0.3.3"),
        stats=(11, 9, 7),
        bonuses=(Bonus.PACK, Bonus.TYRANT),
        attacks_left=1,
    ),
    PieceView(piece=PieceId("p2"), card=WOLF, seat=Seat(1), zone=ZoneId("1.4.3"), stats=(5, 3, 4), stilled=True),
    PieceView(piece=PieceId("p3"), card=CROW, seat=Seat(1), zone=ZoneId("1.2.3"), last_turn=12),
    PieceView(piece=PieceId("p4"), card=WOLF, seat=Seat(0), zone=ZoneId("1.3.3"), stats=(4, 3, 4), shielded=True),
)
VIEW = View(
    options=my.Options(),
    stage=Stage.PLAY,
    turn=8,
    turn_seat=Seat(0),
    starting_seat=Seat(1),
    pace=None,
    attack=None,
    placing=None,
    question=None,
    seats=(
        SeatView(seat=Seat(0), deck_count=40, hand_count=2, oblivion={FLOOD: 2}, banned=(FLOOD,), waived=0),
        SeatView(seat=Seat(1), deck_count=39, hand_count=4, oblivion={CardId("gale"): 1}, banned=(), waived=1),
    ),
    field=FIELD,
    hand=(LION, FLOOD),
    their_hand=(),
    passes=Until.CALL,
    faces=FACES,
)
BOOK = {"gale": CardTexts(name="Gale", line="event", text="Move a card.")}
PHRASING = PhraseBook(msgspec.convert(msgspec.to_builtins(PHRASES), Phrases), ["Ada", "Bo"])
WORDS = Words(VIEW, Seat(0), BOOK, FACES)


def seen(shown: Shown) -> View:
    return msgspec.json.decode(shown.playing.seated.raw_latest.view, type=View)


def update_of(view: View, actions: Sequence[my.Action] = (), seat: int = 0) -> RawUpdate:
    return RawUpdate(
        match=MatchId("m"),
        game=GameName("myacards"),
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


def table() -> MyacardsBoard:
    view = MyacardsBoard()
    view.book = BOOK
    view._faces = dict(FACES)
    return view


def asked(seat: int = 0, acts: bool = True, **changes: Any) -> str:
    view = msgspec.structs.replace(VIEW, **changes)
    return table().prompt(update_of(view, [my.EndTurn()] if acts else [], seat), PHRASING)


@pytest.mark.parametrize("size", SIZES)
async def test_everything_is_on_the_screen(server: LiveServer, size: tuple[int, int]) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT, size=size) as shown:
        await shown.own_turn()
        await shown.shows("This is your opening hand. Keep it?")
        assert isinstance(shown.playing._view, MyacardsBoard)
        for words in ("MYACARDS · turn", "Ada (you)", "Random 1", "opening hands", "c cards"):
            assert words in shown.text
        hand = seen(shown).hand
        assert hand is not None
        names = Words(seen(shown), None, {}, seen(shown).faces)
        assert names.card(hand[0]) in shown.text
        await shown.press("c")
        await shown.shows("[Hand]")
        for card in hand:
            assert names.card(card) in shown.text
        assert {len(line) for line in shown.lines} == {size[0]}
        await shown.press("escape")
        await shown.choose(1)
        await shown.own_turn()
        await shown.shows("── a ")
        assert "── h " in shown.text
        assert shown.text.count("row 4 ") == 2, "both halves have their rows"


@pytest.mark.parametrize("luck", [1, 40, 73, 90, 95])  # of 120 those whose hand had a card twice, and too many lines
@pytest.mark.parametrize("size", SIZES)
async def test_an_opening_hand_can_be_read_whole_where_one_decides_to_keep_it(size: tuple[int, int], luck: int) -> None:
    async with (
        live_server(luck=luck) as server,
        Client(server.url, name="Ada") as ada,
        terminal(ada, BOT, size=size) as shown,
    ):
        await shown.own_turn()
        view = seen(shown)
        await shown.shows("This is your opening hand. Keep it?")
        assert view.hand
        words = Words(view, Seat(0), {}, view.faces)
        wanted = {word for card in view.hand for word in f"{words.card(card)} {view.faces[card].text}".split()}
        await shown.until(lambda: wanted <= set(shown.text.split()))


@pytest.mark.parametrize("size", SIZES[: as_many(1, at_length=2)])
async def test_a_whole_match_is_played_by_number(server: LiveServer, size: tuple[int, int]) -> None:
    dice = random.Random(size[0])
    prompts: set[str] = set()

    def pick(labels: Sequence[str]) -> int:
        prompts.add(shown.playing._asked)
        goes_on = len(labels) > 1 and shown.playing._choices.keys[-1] == "e" and dice.random() < 0.8
        return dice.randint(1, len(labels) - goes_on)

    def asks_in_words_with_the_clock_beside_it() -> bool:
        if "Let it pass" not in shown.playing._choices.labels:
            return True
        return "Do you react?" in " ".join(shown.text.split()) and "!! Decide 0:" in shown.text

    async with Client(server.url, name="Ada") as ada:
        gathering = await ada.tables.open("myacards", options={"turn_cap": 24}, time_limit=60)
        await ada.tables.add_bot(gathering.id, "greedy")
        async with terminal(ada, Plan(back_to=gathering.id, deck="packs-and-sisters"), size=size) as shown:
            await shown.play_out(pick, is_laid_out=asks_in_words_with_the_clock_beside_it)
            await shown.shows_beneath("Why it ended:")
            assert all(prompts), "whatever is asked is asked in a sentence"


async def test_rubbish_chooses_nothing(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        before = shown.playing.seated.latest.version
        await shown.press("x", "0", "9", "f5", "tab", "enter", "backspace", "escape", "left", "ü", "r", "up", "down")
        await shown.pilot.pause()
        assert shown.playing.seated.latest.version == before
        await shown.shows("Keep this hand")


async def test_a_person_picks_the_zone(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        while True:
            await shown.own_turn()
            labels = shown.playing._choices.labels
            places = [number for number, key in enumerate(shown.playing._choices.keys, start=1) if key == "1"]
            if places or shown.playing.seated.result is not None:
                break
            await shown.choose(1)
        if places:
            await shown.choose(places[0])
            while not (labels := shown.playing._choices.labels)[0].startswith("at "):
                await shown.choose(1)
            number = next(number for number, label in enumerate(labels, start=1) if label.startswith("at e"))
            await shown.choose(number)
            own = shown.playing.seated.latest.seat
            await shown.until(
                lambda: any(piece.zone.endswith(".4") for piece in seen(shown).field if owner_of(piece) == own)
            )


@pytest.mark.parametrize(
    ("action", "sentences"),
    [
        (my.KeepHand(), ["Keep this hand"]),
        (my.Mulligan(), ["Show this hand and draw another"]),
        (
            my.Place(card=LION, zones=(ZoneId("0.3.0"), ZoneId("1.4.7"))),
            [
                "Place Panthera leo 7/5/4 for 1 sacrifice in your row 3 at a3",
                "Place Panthera leo 7/5/4 for 1 sacrifice in their row 4 at h4",
            ],
        ),
        (my.Sacrifice(piece=PieceId("p4")), ["Sacrifice Canis lupus 4/3/4 (yours, d3 of their half)"]),
        (my.Play(card=FLOOD), ["Play Great Flood (event) – yes: Remove an active card."]),
        (my.BeginAttacks(), ["Begin to attack"]),
        (
            my.Attack(piece=PieceId("p1"), targets=(PieceId("p2"), PieceId("p3"))),
            [
                "Attack with Panthera leo (d3): Canis lupus 5/3/4 (theirs, d4)",
                "Attack with Panthera leo (d3): Corvus corax (theirs, d2)",
            ],
        ),
        (my.EndTurn(), ["End your turn"]),
        (my.LetPass(until=Until.NOW), ["Let it pass"]),
        (my.LetPass(until=Until.ATTACK), ["Let more pass: this whole attack"]),
        (my.LetPass(until=Until.TURN), ["Let more pass: all attacks of this turn"]),
        (my.LetPass(until=Until.CALL), ["Let more pass: all attacks from now on"]),
        (my.EndTurnWatching(), ["End your turn, and be asked about attacks again"]),
        (my.CallBonus(bonus=my.Bonus.PACK), ["Call a pack bonus"]),
        (my.Discard(card=WOLF), ["Discard Canis lupus 5/3/4"]),
        (my.ChoosePiece(piece=PieceId("p2")), ["Canis lupus 5/3/4 (theirs, d4)"]),
        (my.ChooseZone(zone=ZoneId("1.3.5")), ["f3 of their half"]),
        (my.ChooseCard(card=CardId("gale")), ["Gale: Move a card."]),
    ],
)
def test_every_action_is_a_sentence(action: my.Action, sentences: list[str]) -> None:
    found = ways(WORDS, update_of(VIEW, [action]), PHRASING)
    assert [" ".join(way.steps) for way in found] == sentences


def test_showing_a_hand_and_drawing_another_is_asked_once_more() -> None:
    keep, another = table().offers(update_of(VIEW, [my.KeepHand(), my.Mulligan()]), PHRASING)
    assert keep.action is not None
    assert (another.action, another.key, another.so_far) == (None, "m", "Show this hand and draw another?")


def test_anything_that_would_come_of_an_attack_is_said_with_it_as_the_server_tells_it() -> None:
    attack = my.Attack(piece=VIEW.field[0].piece, targets=(VIEW.field[-1].piece,))
    update = msgspec.structs.replace(update_of(VIEW, [attack]), outlooks=(Outlook(power=5, against=3, removes=True),))
    ((*_, whom),) = [way.steps for way in ways(WORDS, update, PHRASING)]
    assert whom.endswith(" → 5 v 3: it falls")


def test_no_number_gives_a_standing_order_at_once() -> None:
    """MY-66: it lets attacks pass of which one is not asked any more; a key that was meant for a list gives none."""
    passes = [my.LetPass(until=until) for until in Until]
    menu = Menu(update := update_of(VIEW, [my.Play(card=FLOOD), *passes]), tuple(table().offers(update, PHRASING)))
    at_once = {key for key, offer in zip(menu.keys, menu.offers, strict=True) if offer.action is not None}
    assert at_once == {"w"}
    (more,) = [offer for offer in menu.offers if offer.label == "Let more pass …"]
    assert [one.label for one in more.further] == [
        "this whole attack",
        "all attacks of this turn",
        "all attacks from now on",
    ]


def test_anything_that_may_be_played_after_the_attacks_begin_is_not_denied() -> None:
    """S4:110: entities are not placed any more; events, effects and dominions may be played."""
    play = my.Play(card=FLOOD)
    _, going_on = table().offers(update_of(VIEW, [play, my.BeginAttacks()]), PHRASING)
    assert going_on.so_far == "Begin to attack? No entity is placed after that."


def test_no_action_is_without_its_sentence() -> None:
    marks = next(mark for mark in test_every_action_is_a_sentence.pytestmark if mark.name == "parametrize")  # type: ignore[attr-defined]  # where pytest keeps them
    assert {type(action) for action, _ in marks.args[1]} == set(my.Action.__args__)


def test_a_pattern_is_taken_apart_into_actions_that_name_one() -> None:
    update = update_of(VIEW, [my.Place(card=LION, zones=(ZoneId("0.3.0"), ZoneId("0.3.1")))])
    found = [msgspec.json.decode(way.action, type=my.Place) for way in ways(WORDS, update, PHRASING)]
    assert found == [my.Place(card=LION, zones=(ZoneId("0.3.0"),)), my.Place(card=LION, zones=(ZoneId("0.3.1"),))]


def test_a_player_who_would_lose_by_ending_the_turn_is_told_so() -> None:
    own = msgspec.structs.replace(VIEW.seats[0], must_place_entity=True)
    update = update_of(
        msgspec.structs.replace(VIEW, seats=(own, VIEW.seats[1])),
        [my.Place(card=LION, zones=(ZoneId("0.3.0"),)), my.BeginAttacks(), my.EndTurn(), my.EndTurnWatching()],
    )
    warning = "You lose the match if you end your turn without an entity!"
    assert warning in table().prompt(update, PHRASING)
    offers = {offer.key: offer for offer in table().offers(update, PHRASING)}
    assert offers["e"].so_far == f"End your turn? {warning} You could still: place, begin to attack."
    assert warning in offers["g"].so_far
    assert [key for key, offer in offers.items() if warning in offer.so_far] == ["g", "e", "u"]
    calm = table().offers(update_of(VIEW, [my.BeginAttacks(), my.EndTurn(), my.EndTurnWatching()]), PHRASING)
    assert not any(warning in offer.so_far for offer in calm)


def test_every_kind_of_question_is_a_sentence() -> None:
    questions = {
        prompt: asked(question=Question(seat=Seat(0), about=FLOOD, prompt=prompt, piece=None, left=1))
        for prompt in Prompt
    }
    assert questions == {prompt: f"Great Flood: {words}. Remove an active card." for prompt, words in ASKS.items()}
    assert (
        asked(
            question=Question(
                seat=Seat(0), about=CardId("gale"), prompt=Prompt.CHOOSE_A_ZONE, piece=PieceId("p1"), left=2
            )
        )
        == "Gale: choose a zone for Panthera leo 11/9/7 (yours, d3) (2 to choose). Move a card."
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "Your turn: place entities and play cards, then attack."),
        ({"stage": Stage.OPENING}, "This is your opening hand. Keep it?"),
        ({"stage": Stage.ATTACK}, "Your attacks, the fastest first."),
        (
            {"stage": Stage.ATTACK, "pace": 5},
            "Your attacks, the fastest first. Your last attacker had SPD 5: no faster card may follow.",
        ),
        ({"stage": Stage.DISCARD}, "You hold too many cards: which one do you discard?"),
        (
            {"placing": Placement(card=LION, zone=ZoneId("0.3.0"), sacrifices=2, chosen=(PieceId("p4"),))},
            "Panthera leo at a3 needs 2 sacrifices, 1 chosen: which card?",
        ),
        (
            {"attack": AttackView(piece=PieceId("p2"), target=PieceId("p1"), point=Point.BEFORE)},
            "Before the attack: Canis lupus 5/3/4 (theirs, d4) attacks Panthera leo 11/9/7 (yours, d3). Do you react?",
        ),
        (
            {"attack": AttackView(piece=PieceId("p2"), target=PieceId("p1"), point=Point.AFTER)},
            (
                "After the attack: Canis lupus 5/3/4 (theirs, d4) has attacked Panthera leo 11/9/7 (yours, d3)."
                " Do you react?"
            ),
        ),
    ],
)
def test_anything_that_is_asked_is_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    assert asked(**changes) == sentence


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "Waiting for Ada."),
        ({"stage": Stage.OPENING}, "Waiting for Ada: whether to keep the opening hand."),
        ({"stage": Stage.ATTACK}, "Waiting for Ada: which card attacks."),
        ({"stage": Stage.DISCARD}, "Waiting for Ada: which card to discard."),
        (
            {"question": Question(seat=Seat(0), about=FLOOD, prompt=Prompt.CHOOSE_A_PIECE, piece=None, left=1)},
            "Waiting for Ada: Great Flood asks to choose a card on the field.",
        ),
        (
            {"placing": Placement(card=LION, zone=ZoneId("0.3.0"), sacrifices=1, chosen=())},
            "Waiting for Ada: sacrifices for Panthera leo.",
        ),
    ],
)
def test_whom_the_others_wait_for_is_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    assert asked(seat=1, acts=False, **changes) == sentence


def test_a_target_that_has_gone_is_called_what_it_was_called() -> None:
    words = Words(VIEW, Seat(0), BOOK, FACES, {"p9": "Vulpes vulpes (d3)"})
    view = msgspec.structs.replace(
        VIEW, attack=AttackView(piece=PieceId("p2"), target=PieceId("p9"), point=Point.AFTER)
    )
    question = prompt(view, words, update_of(view, [my.EndTurn()]), PHRASING)
    assert "has attacked Vulpes vulpes (d3)" in question


def test_a_spectator_is_told_where_and_not_whose() -> None:
    words = Words(VIEW, None, BOOK, FACES)
    assert words.piece(PieceId("p1")) == "Panthera leo 11/9/7 (d3 of the lower half)"
    assert words.piece(PieceId("p4")) == "Canis lupus 4/3/4 (d3 of the upper half)"
    assert words.place(words.pieces[PieceId("p4")]) == "d3 of the upper half"


def test_every_way_to_let_an_attack_pass_and_every_bonus_has_its_words() -> None:
    assert set(PASSES) == set(PASSING) == set(Until)
    assert set(BONUSES) == set(Bonus)


def test_statistics_are_explained_by_what_they_are_made_of() -> None:
    paragraphs = {page.title: [one.plain for one in page.paragraphs] for page in pages(VIEW, WORDS, PHRASING)}
    assert paragraphs["Field"][1:] == [
        (
            "Yours Panthera leo at d3: now 11/9/7 (printed 7/5/4, Pack bonus +3 each, Tyrant's bonus +1 each,"
            " chips and other cards 0/0/-1)"
            "  active 7/5/4 · 1 sacrificed for it · EUK ANI · grassland"
        ),
        ("Bo Canis lupus at d4: now 5/3/4 (as printed) – may not attack  active 5/3/4 · Junior of Canis minor"),
        "Bo Corvus corax at d2 – until the end of turn 12  support\nYour cards have +1 ATK.",
        (
            "Yours Canis lupus at d3 of their half: now 4/3/4 (printed 5/3/4, chips and other cards -1/0/0)"
            " – cannot be removed by an attack  active 5/3/4 · Junior of Canis minor"
        ),
    ]
    assert paragraphs["Hand"] == [
        "Yours Panthera leo  active 7/5/4 · 1 sacrificed for it · EUK ANI · grassland",
        "Yours Great Flood  event\nRemove an active card.",
    ]
    assert paragraphs["Order of attack"][1:] == [
        "You – at turn",
        "  SPD  7  Panthera leo at d3 – may attack 1×",
        "  SPD  4  Canis lupus at d3 of their half – no attack now",
        "Bo",
        "  SPD  4  Canis lupus at d4 – no attack now",
    ]
    assert paragraphs["Oblivion"] == [
        "Yours Great Flood ×2 – banned  event\nRemove an active card.",
        "Bo Gale  event\nMove a card.",
    ]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            my.Placed(seat=Seat(0), card=LION, piece=PieceId("p1"), zone=ZoneId("0.3.3")),
            "Ada places Panthera leo at d3.",
        ),
        (
            my.Placed(seat=Seat(1), card=LION, piece=PieceId("p1"), zone=ZoneId("0.4.3")),
            "Bo places Panthera leo at d4 of Ada's half.",
        ),
        (
            my.Removed(seat=Seat(0), card=LION, piece=PieceId("p1"), why=my.Why.BELOW_ZERO, banned=False),
            "Panthera leo leaves play: a statistic fell below zero.",
        ),
        (
            my.AttackResolved(
                seat=Seat(0),
                piece=PieceId("p1"),
                target=PieceId("p2"),
                outcome=my.Outcome.REMOVED,
                attack=3,
                defense=None,
            ),
            "ATK 3 against a support card: p2 is removed.",
        ),
        (
            my.AttackResolved(
                seat=Seat(0),
                piece=PieceId("p1"),
                target=PieceId("p2"),
                outcome=my.Outcome.VOIDED,
                attack=None,
                defense=None,
            ),
            "The attack comes to nothing.",
        ),
        (my.Passed(seat=Seat(1), until=Until.TURN), "Bo lets it pass: for the rest of this turn."),
        (my.Drew(seat=Seat(0), card=FLOOD), "Ada draws Great Flood."),
        (my.Drew(seat=Seat(1), card=None), "Bo draws a card."),
        (my.AttackOver(seat=Seat(0)), None),
    ],
)
def test_anything_that_happened_is_told_with_names(event: my.Event, sentence: str | None) -> None:
    assert table().sentence_of(Raw(msgspec.json.encode(event)), PHRASING) == sentence


async def test_a_player_who_watches_sees_no_hand_and_has_no_choices(server: LiveServer) -> None:
    async with Client(server.url, name="Bo") as bo, Client(server.url, name="Ada") as ada:
        seat = await bo.play("myacards", bots=1)
        async with terminal(ada, Plan(watch=seat.match)) as shown:
            await shown.shows("the hands are not shown to you")
            assert shown.playing._choices.labels == ()


async def test_anything_that_is_read_beside_the_table_follows_the_match(server: LiveServer) -> None:
    async with Client(server.url, name="Ada") as ada, terminal(ada, BOT) as shown:
        await shown.own_turn()
        await shown.press("c")
        await shown.shows("[Hand]")
        before = shown.text
        update = shown.playing.seated.raw_latest
        assert await shown.playing.seated.act(update.choices[0], update.version)
        await shown.until(lambda: len(seen(shown).hand or ()) != 5 or shown.playing.seated.latest.result is not None)
        await shown.until(lambda: shown.text != before)
        await shown.press("escape")
        await shown.until(lambda: "[Hand]" not in shown.text)
