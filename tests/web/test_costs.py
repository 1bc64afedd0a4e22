"""What one frame may cost the event loop, at its dearest: for every command there is, from anybody who has come in.

Processor time of this thread, in units of a yardstick that is measured in the same run: a slower machine is slower at
both. Whatever is new is tried by itself: each text of each command is filled with what has been dear before.
"""

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.deck_lists import MOST_ENTRIES, MOST_PASSED_OVER
from quarterdeck_protocol.limits import Limits
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_protocol.sides import FromClient
from quarterdeck_server.lobby.accounts import player_names
from quarterdeck_server.lobby.tables import setups
from quarterdeck_server.web.caller import FrameOutput
from quarterdeck_server.web.connection import Connection
from quarterdeck_server.web.rate_limit.quotas import CHARACTERS_UNCOUNTED
from servers import live_server

MOST = 8.0
"""Yardsticks that the most expensive frame may take: less than a millisecond where one takes a tenth."""

MOST_OF_A_LIST = 24.0
"""As many for a deck of 250 cards, each on a line of its own in another spelling. Refused and long decks count with
the address, so nobody has more than two a second judged (decision 90). A deck that counts with nobody has the bound of
all other frames."""

DECK_LENGTH, LONG_LIST = 16_000, "long list: "
YARDSTICKS, MOST_TRIES = 30, 2_000

KINDS: dict[str, type[FromClient]] = {str(kind.__struct_config__.tag): kind for kind in get_args(AnyFromClient)}
NASTY = {
    "one character that stands for eighteen": "\ufdfa",
    "letters that stand for three": "각",
    "letters that look like others": "\u0430\u0440\u0441\u0435\u03bf\u0501\u13a0\u10ff",
    "signs upon signs": "a\u0301\u0323\u0327",
    "small capitals": "\u1d04\u1d0f\u1d1b",
    "letters of which each is another": "".join(map(chr, range(0x370, 0x530))),
    "syllables of which each is another": "".join(map(chr, range(0xAC00, 0xAD00, 3))),
    "capitals in mathematics": "\U0001d4d0\U0001d56c",
    "lines that are no cards": "a\n",
    "cards that are none": "1 a\n",
    "one card after the other": "1 {number}\n",
    "a code": "AB-" + "AEAU2ICB",
    "words": "a ",
    "quotation marks": '"\\',
}


LINES_OF_A_LIST, CARDS_OF_A_LIST = 390, 250
LISTS = {
    "ids that are nearly right": "1 alley-cat{number}",
    "names that are nearly right": "4x Alley Cat {letter} (AB1) {number}",
    "names beyond ASCII": "1 é{letter}é Löwe",
    "ligatures": "1 \ufdfa\ufdfa\ufdfa\ufdfa",
    "cards of a file": '<card number="1" name="{letter} cat"/>',
    "rows of a table": "1,Alley Cat {letter}",
    "cards in one line": "1 Alley Cat {letter}, 1 Alley Cat {number},",
    "headings": "Fighters {number}",
    "0 of a card": "0 alley-cat",
    "brackets": "4 ((((((((((((((((((((((((((((",
    "bars": "4 a|b|c|d|e|f|g|1|2",
    "digits": "1 2 3 4 5 6 7 8 9 {number}",
    "remarks": "# {letter}",
    "codes": "AB-AEBUCQRRBYBNI",
    "elements of JSON": '["alley-cat {letter}",1],',
    "quotation marks in a table": '4,"a""b","c"',
}
"""Lines of decks in many forms, each as long and as often as a deck bears it."""

ALONE = {
    "blanks before a sign": " " * (DECK_LENGTH - 1) + "4",
    "a name without a value in XML": f"<deck><card {'a' * (DECK_LENGTH - 20)}></deck>",
    "links without a place": "://" * (DECK_LENGTH // 3) + "#",
    "marks of crossed-out lines": ("~ " * 199 + "a\n") * 39,
    "comments that do not end": "/* " * (DECK_LENGTH // 3),
}
"""Decks of which an expression without a bound took up to two seconds."""


def lists() -> Iterator[tuple[str, str]]:
    for name, line in LISTS.items():
        numbered = (
            line.replace("{number}", str(at)).replace("{letter}", chr(97 + at % 26)) for at in range(LINES_OF_A_LIST)
        )
        text = "\n".join(numbered)
        opening = {"<": "<deck>", "[": "["}.get(line[0], "")
        closing = "0]" if opening == "[" else ""
        yield name, (opening + text + closing)[:DECK_LENGTH].ljust(DECK_LENGTH)


def spelt_otherwise() -> Iterator[tuple[str, str]]:
    """Every card of a game, each on a line of its own and in another spelling than its own."""
    for game in GAMES.values():
        cards = [card.name for one in game.card_sets for card in one.cards]
        some = (cards * 2)[:CARDS_OF_A_LIST]
        yield f"cards of {game.name}", "\n".join(f"1 x {name.upper()} (XYZ) #" for name in some)[:DECK_LENGTH]


SPELLINGS = ("1 x {name} (XYZ) #", "1X{name}")

FILLINGS = {
    "headings": "Deck (2)",
    "headings with signs": "== Deck: 2 ==",
    "lines about the deck": "Name: mine",
    "lines without a word": "-----",
    "remarks": "// ﷺ",
    "remarks behind a sign": "# Deck",
    "nothing": "",
}
"""Lines that a deck may have beside its cards."""


def accepted() -> Iterator[tuple[str, AnyGame, str]]:
    """Ready decks with each copy on a line of its own in another spelling, with as much beside it as may be there."""
    for game in GAMES.values():
        if game.decks is None:
            continue
        names = {card.id: card.name for one in game.card_sets for card in one.cards}
        for ready, deck in game.decks.ready.items():
            copies = [names[card] for card, count in deck.cards for _ in range(count)]
            in_json = {"cards": [[name.upper(), 1] for name in copies], "beside": deck.beside}
            yield f"{ready} as JSON", game, msgspec.json.encode({**in_json, "x": ["y"] * 1_500}).decode()
            for spelling in SPELLINGS:
                lines = [*deck.beside, *(spelling.replace("{name}", name.upper()) for name in copies)]
                for name, line in FILLINGS.items():
                    many = MOST_ENTRIES - len(lines) if line[:1] in ("", "#", "/") else MOST_PASSED_OVER
                    yield f"{ready}, {name}, as {spelling}", game, "\n".join([*lines, *[line] * many])[:DECK_LENGTH]


def yardstick() -> float:
    """Return the processor time of a fixed piece of work of the same nature: Python over small objects."""
    begun = time.thread_time()
    words: dict[str, int] = {}
    for number in range(600):
        word = f"{number % 50:x}"
        words[word] = words.get(word, 0) + len(word)
    return time.thread_time() - begun


def kinds_of(field: inspect.Type) -> tuple[inspect.Type, ...]:
    """Return what a field may be, without the marks of its schema."""
    if isinstance(field, inspect.Metadata):
        return kinds_of(field.type)
    if isinstance(field, inspect.UnionType):
        return tuple([kind for each in field.types for kind in kinds_of(each)])
    return (field,)


def texts(field: inspect.Type) -> Iterator[tuple[str, str]]:
    """Return the dearest texts for a field, as long as it takes them."""
    for kind in kinds_of(field):
        if isinstance(kind, inspect.StrType):
            most = kind.max_length or Limits().message_bytes // 8
            for name, part in NASTY.items():
                parts = (part.replace("{number}", str(number)) for number in range(most))
                yield name, "".join(parts)[:most]
            if most == DECK_LENGTH:
                yield from ((name, part[:most]) for name, part in ALONE.items())
                yield from lists()
                yield from ((f"{LONG_LIST}{name}", text) for name, text in spelt_otherwise())


def dearest(field: inspect.Type) -> Iterator[tuple[str, Any]]:
    """Return values of a field that are dear to read, to check or to repeat."""
    room = Limits().message_bytes
    for kind in kinds_of(field):
        match kind:
            case inspect.StrType():
                yield from texts(kind)
            case inspect.IntType():
                yield "the largest number", kind.le
            case inspect.RawType():
                yield "many fields", {f"f{number}": [] for number in range(room // 16)}
                yield "deep", deep(400)
                yield "a long word", {"type": "x" * (room - 500)}
            case inspect.VarTupleType():
                most = kind.max_length or room // 16
                for name, value in dearest(kind.item_type):
                    size = len(msgspec.json.encode(value)) + 1
                    yield f"many of {name}", [value] * min(most, max(1, room // size - 10))
            case inspect.StructType():
                for each in kind.fields:
                    for name, value in dearest(each.type):
                        yield f"{each.encode_name}: {name}", {**given(kind.fields), each.encode_name: value}
            case inspect.EnumType():
                yield "the last of them", list(kind.cls)[-1]
            case _:
                pass


def deep(levels: int) -> Any:
    inner: Any = 0
    for _ in range(levels):
        inner = [inner]
    return inner


def given(fields: Any) -> dict[str, Any]:
    """Return what a command cannot be read without, simply."""
    simple: dict[type[inspect.Type], Any] = {inspect.StrType: "xyz", inspect.RawType: {}, inspect.IntType: 1}
    simple[inspect.BoolType] = True
    found: dict[str, Any] = {}
    for field in fields:
        if not field.required:
            continue
        match field.type:
            case inspect.VarTupleType(item_type=item, min_length=least):
                found[field.encode_name] = [next(iter(dearest(item)))[1]] * (least or 0)
            case inspect.TupleType(item_types=items):
                found[field.encode_name] = [1 for _ in items]
            case inspect.EnumType(cls=cls):
                found[field.encode_name] = next(iter(cls))
            case inspect.UnionType(types=types):
                found[field.encode_name] = simple[type(kinds_of(types[0])[0])]
            case inspect.StructType(fields=parts):
                found[field.encode_name] = given(parts)
            case _:
                found[field.encode_name] = simple[type(kinds_of(field.type)[0])]
    return found


def full_of_numbers(plain: dict[str, Any], fields: Any) -> Iterator[tuple[str, bytes]]:
    """Return frames with one whole number of the command written with a point, among as many other things as there is
    room for: the whole of it is looked through then."""
    room = Limits().message_bytes - 2_000
    number = next((each.encode_name for each in fields if inspect.IntType in map(type, kinds_of(each.type))), None)
    if number is None:
        return
    for name, part in {"a point": "1.0,", "an exponent": "1e0,", "digits": "1,", "texts": '"",'}.items():
        filler = '"raw":[' + part * (room // len(part)) + "0]}"
        yield (
            f"{number}: many numbers, {name}",
            msgspec.json.encode({**plain, number: 1.0})[:-1] + b"," + filler.encode(),
        )
    filler = '"raw":"' + '\\"' * (room // 2) + '"}'
    yield f"{number}: many escapes", msgspec.json.encode({**plain, number: 1.0})[:-1] + b"," + filler.encode()
    for raw in (each.encode_name for each in fields if isinstance(each.type, inspect.RawType)):
        full = {**plain, number: 1.0, raw: {"type": "x", "numbers": [1.0] * (room // 4)}}
        yield f"{number}: many numbers in {raw}", msgspec.json.encode(full)


def broken(tag: str) -> Iterator[tuple[str, bytes]]:
    """Return frames that are no JSON at their end, and are looked through for a `ref` that is not there."""
    room = Limits().message_bytes - 200
    for name, part in {"texts": '"",', "brackets": "[],", "names": '"ref":{},', "escapes": '"\\"\\\\"'}.items():
        yield f"broken, many {name}", f'{{"type":"{tag}","x":[{part * (room // len(part))}'.encode()
    yield "broken, one long text", f'{{"type":"{tag}","x":"{chr(92) * 2 * (room // 2)}'.encode()


def frames(tag: str) -> Iterator[tuple[str, bytes]]:
    """Return the dearest frames of a command: each field by itself, and, where it names a game, of every game."""
    fields = inspect.type_info(KINDS[tag]).fields  # type: ignore[attr-defined]  # it is a struct
    plain = {"type": tag, **given(fields)}
    yield "plain", msgspec.json.encode(plain)
    yield "an unknown long field", msgspec.json.encode({**plain, "x" * (Limits().message_bytes - 2_000): 1})
    yield "a long type", msgspec.json.encode({**plain, "type": tag + "x" * (Limits().message_bytes - 2_000)})
    yield from full_of_numbers(plain, fields)
    yield from broken(tag)
    named: dict[str, list[Any]] = {"game": list(GAMES), "games": [[name] for name in GAMES]}
    games: list[Any] = next(
        (values for name, values in named.items() if any(each.encode_name == name for each in fields)), [None]
    )
    full = {**plain, **{each.encode_name: "xyz" for each in fields if any(True for _ in texts(each.type))}}
    for field in fields:
        for name, text in texts(field.type):
            yield f"{field.encode_name}: {name}, with all else", msgspec.json.encode({**full, field.encode_name: text})
        for name, value in dearest(field.type):
            for game in games if field.encode_name in ("deck", "options") else games[:1]:
                asked = {**plain, **({} if game is None else {"game" if isinstance(game, str) else "games": game})}
                frame = msgspec.json.encode({**asked, field.encode_name: value})
                if len(frame) <= Limits().message_bytes:
                    yield f"{field.encode_name}: {name} ({game})", frame


@asynccontextmanager
async def somebody(*, signed_in: bool) -> AsyncIterator[Callable[[bytes], Any]]:
    """Return what a frame is said with, to a server where nothing goes on."""
    async with live_server(messages_per_second=1_000_000) as server:
        output = FrameOutput(lambda frame: None, lambda frame: None)
        session = Connection(server.services, output, lambda code, why: None, "127.0.0.1")

        async def say(frame: bytes) -> float:
            player_names._latin.cache_clear()
            player_names._is_kept.cache_clear()
            begun = time.thread_time()  # with nothing remembered: who means harm says something else each time
            await session.receive(frame)
            return time.thread_time() - begun

        if signed_in:
            await say(b'{"type":"sign_in"}')
        yield say
        await session.end()


def yardsticks() -> float:
    """Return a yardstick at its least."""
    return min(yardstick() for _ in range(YARDSTICKS))


def most_of(name: str) -> float:
    return MOST_OF_A_LIST if LONG_LIST in name else MOST


async def in_yardsticks(cost: Callable[[], Any], unit: float, most: float) -> float:
    """Return what something costs at its least, in yardsticks at their least: what else the machine does only ever
    makes both dearer, so what seems too dear is measured again."""
    least = float("inf")
    for _ in range(MOST_TRIES):
        least = min(least, await cost())
        if least <= most * unit:
            break
        unit = min(unit, yardstick())
    return least / unit


@pytest.mark.parametrize("signed_in", [False, True])
async def test_no_frame_costs_more_than_its_bound(signed_in: bool) -> None:
    dear: dict[str, float] = {}
    for tag in KINDS:
        unit = yardsticks()
        async with somebody(signed_in=signed_in) as say:
            for name, frame in frames(tag):
                dear[f"{tag}.{name}"] = await in_yardsticks(partial(say, frame), unit, most_of(name))
    too_dear = {name: round(cost, 1) for name, cost in dear.items() if cost > most_of(name)}
    assert too_dear == {}


async def test_no_deck_that_is_accepted_costs_more_than_its_bound() -> None:
    dear: dict[str, float] = {}
    for name, game, text in accepted():
        options = setups.options_for(game, game.default_seats, msgspec.Raw(b"{}"))

        async def cost(game: AnyGame = game, options: Any = options, text: str = text) -> float:
            begun = time.thread_time()
            assert setups.deck_for(game, game.default_seats, options, text) is not None
            return time.thread_time() - begun

        most = MOST_OF_A_LIST if len(text) > CHARACTERS_UNCOUNTED else MOST
        cost_of_it = await in_yardsticks(cost, yardsticks(), most)
        if cost_of_it > most:
            dear[f"{game.name}: {name}, {len(text)} characters"] = round(cost_of_it, 1)
    assert dear == {}


def test_anything_that_is_tried_is_dear_enough_to_find_what_was_found() -> None:
    tried = [frame for tag in KINDS for _, frame in frames(tag)]
    assert any("\ufdfa" * 64 in frame.decode() for frame in tried)
    assert any(b"a\\na\\na\\n" * 2_000 in frame for frame in tried)
    assert {tag for tag in KINDS if len(list(frames(tag))) > 1} == {
        tag for tag, kind in KINDS.items() if any(field.name != "type" for field in msgspec.structs.fields(kind))
    }
