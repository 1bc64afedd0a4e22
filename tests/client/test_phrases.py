"""Saying in words what a match tells, for any game."""

import msgspec
import pytest
from quarterdeck_client.phrases import PhraseBook, Phrases, names_of, places_in_words
from quarterdeck_client.terminal.widgets.chat import in_words
from quarterdeck_games import installed_games
from quarterdeck_protocol.lobby.chat import Audience, Line
from quarterdeck_protocol.lobby.tables import Place
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import LineId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_server.cards.rule_books import phrases_of

PHRASES = Phrases(
    actions={"take": "Take {card} from {from_seat}", "wait": "Wait"},
    events={
        "took": "{seat} takes {card}.",
        "shown": "Shown: {showings}.",
        "hidden": "It was {card}.",
        "ended": "{winners} won because {because}.",
        "moved": "{piece} moves.",
        "drew": "{seat} draws {count|# card|# cards|nothing}.",
        "found": "{cards|# is|# are|nothing is} found.",
        "oddly": "{count|# always}.",
        "stronger": "{card}:{attack| +# Attack| +# Attack|}{health| +# Health| +# Health|}.",
    },
    things={
        "card": "{colour} {power}",
        "hand": "{colour} {power}",
        "showings": "{seat} with {hand}",
        "winners": "{seat}",
        "knight": "a knight on {field}",
        "tree-frog": "Tree Frog",
    },
)
PHRASING = PhraseBook(PHRASES, ["Ann", "Ben"])
RED_FIVE = {"colour": "red", "power": 5}


def event(**said: object) -> str:
    return PHRASING.event(msgspec.json.encode(said))


def test_an_action_is_its_phrase_with_the_fields_filled_in() -> None:
    action = msgspec.json.encode({"type": "take", "card": RED_FIVE, "from_seat": 1})
    assert PHRASING.action(action) == "Take red 5 from Ben"


def test_a_seat_is_said_as_the_players_name() -> None:
    assert event(type="took", seat=0, card=RED_FIVE) == "Ann takes red 5."
    assert event(type="took", seat=7, card=RED_FIVE) == "seat 7 takes red 5."


def test_a_list_is_its_elements_with_commas() -> None:
    showings = [{"seat": 0, "hand": [RED_FIVE, RED_FIVE]}, {"seat": 1, "hand": []}]
    assert event(type="shown", showings=showings) == "Shown: Ann with red 5, red 5, Ben with –."


def test_anything_that_is_hidden_or_missing_is_a_dash() -> None:
    assert event(type="hidden", card=None) == "It was –."
    assert event(type="hidden") == "It was –."


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"type": "drew", "seat": 0, "count": 1}, "Ann draws 1 card."),
        ({"type": "drew", "seat": 0, "count": 3}, "Ann draws 3 cards."),
        ({"type": "drew", "seat": 0, "count": 0}, "Ann draws nothing."),
        ({"type": "drew", "seat": 0}, "Ann draws nothing."),
        ({"type": "found", "cards": ["tree-frog"]}, "Tree Frog is found."),
        ({"type": "found", "cards": ["tree-frog", "newt"]}, "Tree Frog, newt are found."),
        ({"type": "found", "cards": []}, "nothing is found."),
        ({"type": "oddly", "count": 7}, "7 always."),
        ({"type": "stronger", "card": "newt", "attack": 100, "health": 1}, "newt: +100 Attack +1 Health."),
        ({"type": "stronger", "card": "newt", "attack": -100, "health": 0}, "newt: -100 Attack."),
    ],
)
def test_a_phrase_has_a_form_for_one_for_many_and_for_none(said: dict[str, object], words: str) -> None:
    assert event(**said) == words


def test_a_thing_with_a_type_is_said_by_its_type() -> None:
    assert event(type="moved", piece={"type": "knight", "field": "b1"}) == "a knight on b1 moves."


def test_a_word_that_has_a_name_is_said_by_it() -> None:
    assert event(type="moved", piece="tree-frog") == "Tree Frog moves."
    assert event(type="moved", piece="knight") == "knight moves.", "a phrase with fields is no name"


def test_underscores_are_blanks_and_truths_are_words() -> None:
    assert event(type="ended", winners=[{"seat": 1}], because="pile_ran_out") == "Ben won because pile ran out."
    assert PHRASING.thing("open", True) == "yes"
    assert PHRASING.thing("open", False) == "no"


def test_anything_that_has_no_phrase_is_said_field_by_field() -> None:
    assert event(type="card_burned", card=RED_FIVE, next_seat=0) == "Card burned: card red 5, next seat Ann"
    assert event(type="bell") == "Bell"
    assert event(type="moved", piece={"x": 1, "tall": True}) == "x 1, tall yes moves."
    assert PHRASING.event(b"17") == "17"


def test_a_name_with_braces_in_it_is_not_filled_in_again() -> None:
    assert PhraseBook(PHRASES, ["{card}"]).seat(0) == "{card}"
    assert PhraseBook(PHRASES, ["{card}"]).event(b'{"type":"took","seat":0,"card":null}') == "{card} takes –."


def test_a_result_is_said_place_by_place() -> None:
    phrasing = PhraseBook(PHRASES, ["Ann", "Ben", "Cleo"])
    assert phrasing.result(Result(places=(3, 1, 1), reason="end")) == "1. Ben and Cleo, 3. Ann"


def test_two_of_one_name_are_told_apart() -> None:
    players = [Player(id=PlayerId(str(number)), name=name) for number, name in enumerate(["Ann", "Ben", "Ann"])]
    assert names_of(players) == ("Ann (1)", "Ben", "Ann (3)")
    assert places_in_words([Place(player=players[1]), Place()]) == "Ben, free"


def test_a_bot_of_somebodys_is_marked_wherever_players_are_named() -> None:
    engine = Player(id=PlayerId("bot-1"), name="Ann", kind=PlayerKind.BOT)
    house = Player(id=PlayerId("bot-2"), name="Random 1", kind=PlayerKind.BOT, bot="random")
    ann = Player(id=PlayerId("1"), name="Ann")
    assert names_of([engine, ann, house]) == ("Ann (bot)", "Ann", "Random 1")
    assert places_in_words([Place(player=engine), Place(player=ann)]) == "Ann (bot), Ann"
    line = Line(id=LineId("l"), player=engine, audience=Audience.EVERYBODY, text="I compute", at=Milliseconds(0))
    assert in_words(line).plain == "Ann (bot): I compute"


@pytest.mark.parametrize("name", installed_games())
def test_the_phrases_of_every_game_are_read_as_they_are_served(name: str) -> None:
    served = msgspec.json.encode(phrases_of(installed_games()[name]))
    phrases = msgspec.json.decode(served, type=Phrases)
    assert phrases.actions
    assert phrases.events
    assert phrases.rules


OPTIONAL = Phrases(
    actions={"aim": "Aim {card}[ at {targets}][ in way {way}]"},
    things={"piece": "{name} ({seat}, {row})", "ant": "Ant"},
)


def aimed(view: object = None, **said: object) -> str:
    phrasing = PhraseBook(OPTIONAL, ["Ann", "Ben"])
    if view is not None:
        phrasing = phrasing.at(msgspec.json.encode(view))
    return phrasing.action(msgspec.json.encode({"type": "aim", "card": "ant", **said}))


def test_anything_that_stands_in_brackets_is_left_out_where_there_is_nothing_to_say() -> None:
    assert aimed(targets=[], way=None) == aimed() == "Aim Ant"
    assert aimed(targets=["x"], way=0) == "Aim Ant at x in way 0"
    assert aimed(targets=[]) == "Aim Ant"


def test_a_word_that_is_a_piece_in_the_view_is_said_as_that() -> None:
    view = {"rows": [{"slots": [{"piece": "p1", "name": "ant", "seat": 1, "row": 3}, None]}], "piece": 7}
    assert aimed(view, targets=["p1", "p2"]) == "Aim Ant at Ant (Ben, 3), p2"
    assert aimed(targets=["p1"]) == "Aim Ant at p1"


def test_an_object_is_not_said_by_the_word_for_the_name_of_its_field() -> None:
    book = PhraseBook(Phrases(things={"hand": "Hand"}), ["Ann"])
    assert book.thing("hand", {"cards": 3}) == "cards 3"
    assert book.thing("to", "hand") == "Hand"
