"""Decks as people type and paste them: every way of writing one deck is that deck, or it is refused."""

import json
import unicodedata
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec
import pytest
from games.hosted import HOSTED
from games.worlds import WORLDS
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_games.card_names import NOTE, key_of
from quarterdeck_games.deck_lists import MOST_PASSED_OVER
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_games.decks import Unreadable
from quarterdeck_protocol.decks import Deck
from quarterdeck_server.cards.deck_names import decks_of
from quarterdeck_server.translations import cards_in

WITH_DECKS = ("amiibart", "myacards")


def support(game: str = "amiibart") -> DeckSupport:
    found = decks_of(HOSTED[game])
    assert found is not None
    return found


AMIIBART = support()
OPTIONS = HOSTED["amiibart"].options()
VIGIL = AMIIBART.ready["vigil"]
CODE = AMIIBART.code(VIGIL)
NAMES = AMIIBART.names
assert NAMES is not None
LIST = AMIIBART.write(VIGIL)
TITLES: Mapping[str, str] = {card: NAMES.title(card) for card in (*dict(VIGIL.cards), *VIGIL.beside)}
NUMBERS = AMIIBART.numbers


def same(one: Deck | None, other: Deck) -> bool:
    return one is not None and (one.all_cards, sorted(one.beside)) == (other.all_cards, sorted(other.beside))


def each(line: Callable[[str, int], str], beside: Callable[[str], str] = "power {}".format) -> str:
    """Return Vigil with each line written so."""
    return "\n".join([*(line(card, count) for card, count in VIGIL.cards), *map(beside, VIGIL.beside)])


def in_xml(card: str, count: int) -> str:
    return f'  <card number="{count}" name="{TITLES[card]}"/>'


PASTES = {
    "as this server writes it": LIST,
    "CRLF": LIST.replace("\n", "\r\n"),
    "CR": LIST.replace("\n", "\r"),
    "BOM": "\ufeff" + LIST,
    "blanks behind": LIST.replace("\n", "   \n"),
    "tabs": LIST.replace(" ", "\t"),
    "no-break spaces": LIST.replace(" ", "\u00a0"),
    "narrow spaces": LIST.replace(" ", "\u202f"),
    "zero-width space behind the number": LIST.replace(" ", " \u200b"),
    "zero-width space at the end": LIST.replace("\n", "\u200b\n"),
    "blank lines": LIST.replace("\n", "\n\n"),
    "capitals": LIST.upper(),
    "commas": LIST.replace("\n", ", "),
    "semicolons": LIST.replace("\n", "; "),
    "4x": each("{1}x {0}".format),
    "4X": each("{1}X {0}".format),
    "x4 in front": each("x{1} {0}".format),
    "x4 behind": each("{0} x{1}".format),
    "4 behind": each("{0} {1}".format),
    "4 in brackets behind": each("{0} ({1})".format),
    "4 in brackets in front": each("({1}) {0}".format),
    "colon": each("{0}: {1}".format),
    "times": each("{1}× {0}".format),
    "times alone": each("{1} × {0}".format),
    "times in front": each("×{1} {0}".format),
    "full-width digits": each(lambda card, count: f"{chr(0xFF10 + count)} {card}"),
    "bare and repeated": each(lambda card, count: "\n".join([card] * count)),
    "bare names": each(lambda card, count: "\n".join([TITLES[card]] * count), lambda card: TITLES[card]),
    "names": each(lambda card, count: f"{count} {TITLES[card]}", lambda card: f"power {TITLES[card]}"),
    "names, 4x": each(lambda card, count: f"{count}x {TITLES[card]}", lambda card: f"Power: {TITLES[card]}"),
    "names in small letters": each(lambda card, count: f"{count} {TITLES[card]}").lower(),
    "numbered lines": "\n".join(
        f"{at}. {line}" for at, line in enumerate(each("{1} {0}".format, "1 {}".format).split("\n"), 1)
    ),
    "set and number": "Deck\n"
    + each(
        lambda card, count: f"{count} {TITLES[card]} ({NUMBERS[card][0]}) {NUMBERS[card][1]}",
        lambda card: f"\nSideboard\n1 {TITLES[card]}",
    ),
    "set alone": each(lambda card, count: f"{count} {TITLES[card]} [{NUMBERS[card][0]}]"),
    "set of another game": each(lambda card, count: f"{count} {TITLES[card]}|M10|1"),
    "foil": each(lambda card, count: f"{count} {TITLES[card]} ({NUMBERS[card][0]}) *F*"),
    "About": "About\nName My deck\n\nDeck\n" + LIST,
    "headings": "Fighters (21)\n" + LIST.replace("power", "\n== Powers: 2 ==\npower", 1),
    "kinds counted": "21 Fighters\n" + LIST + "\n30 cards\n",
    "total": LIST + "\n\nTotal: 30",
    "// remark": "// my deck\n" + LIST.replace("\n", " // good\n"),
    "; remark": "; my deck\n" + LIST,
    "# remark": "# my deck, by Bo\n" + LIST.replace("\n", " # good\n"),
    "name and format": "Name: Vigil\nFormat=Standard\n" + LIST,
    "SB:": each("{1} {0}".format, "SB: 1 {}".format),
    "Sideboard": each("{1} {0}".format, "Sideboard\n{}".format),
    "Markdown": each("- {1} {0}".format, "* power {}".format),
    "quoted": each("> {1} {0}".format, "> power {}".format),
    "bold": each("**{1}** {0}".format),
    "code marks": each("`{1} {0}`".format, "`power {}`".format),
    "Hearthstone": "### Vigil\n# Class\n#\n" + each("# {1}x (1) {0}".format, "#".format) + f"\n#\n{CODE}",
    "cost in front": each(lambda card, count: f"{count}x (3) {TITLES[card]}"),
    "CSV": "Count,Name\n" + each("{1},{0}".format, "1,{}".format),
    "CSV with more columns": "Name,Set,Number,Quantity\n"
    + each(lambda card, count: f'"{TITLES[card]}",AB1,4,{count}', lambda card: f"{TITLES[card]},AB1,4,1"),
    "CSV without headings": each("{1},{0}".format, "1,{}".format),
    "CSV of a German Excel": "Anzahl;Karte\n" + each("{1};{0}".format, "1;{}".format),
    "tab-separated": "Quantity\tCard\n" + each("{1}\t{0}".format, "1\t{}".format),
    "Cockatrice": '<?xml version="1.0"?>\n<cockatrice_deck version="1">\n<zone name="main">\n'
    + each(in_xml, lambda card: f'<zone name="side"><card number="1" name="{TITLES[card]}"/></zone>')
    + "\n</zone></cockatrice_deck>",
    "MTGO": "<Deck>"
    + each(
        '<Cards CatID="1" Quantity="{1}" Sideboard="false" Name="{0}"/>'.format,
        '<Cards Quantity="1" Sideboard="true" Name="{}"/>'.format,
    )
    + "</Deck>",
    "OCTGN": "<deck>" + each('<card qty="{1}" id="x">{0}</card>'.format, '<card qty="1">{}</card>'.format) + "</deck>",
    "JSON of deck_read": msgspec.json.encode(VIGIL).decode(),
    "JSON of an answer": json.dumps({"type": "deck_read", "deck": msgspec.to_builtins(VIGIL), "code": CODE}, indent=1),
    "JSON of a card set": json.dumps({"id": "v", "cards": dict(VIGIL.cards), "beside": VIGIL.beside}),
    "JSON of ids": json.dumps({**dict(VIGIL.cards), **dict.fromkeys(VIGIL.beside, 1)}),
    "JSON of objects": json.dumps(
        [
            {"name": TITLES[card], "count": count}
            for card, count in (*VIGIL.cards, *((card, 1) for card in VIGIL.beside))
        ]
    ),
    "JSON of a list": json.dumps({"deck": LIST}),
    "JSON of a code": "\ufeff " + json.dumps({"code": CODE}),
    "code": CODE,
    "code in small letters": CODE.lower(),
    "code among words": f"my deck: {CODE}, have fun\nsee you",
    "code in brackets": f"<{CODE}>",
    "code in quotes": f"“{CODE}”",
    "link": f"https://example.org/decks/amiibart/{CODE}",
    "link with more": f"Look: <https://example.org/decks/amiibart/{CODE.lower()}?own#x>!",
    "code beside its own list": f"{LIST}\n\n{CODE}",
    "ready deck": "vigil",
    "ready deck with blanks": " \u200bvigil \n",
    "ready deck in capitals": "VIGIL",
    "ready deck with a remark": "vigil # the light one",
    "ready deck in quotes": "“Vigil”",
    "ready deck in German": "Nachtwache",
    "comment before the list": "/* 4 alley-cat\n4 trip-wire */\n" + LIST,
    "comment in a line": LIST.replace("4 ", "4 /* not 3 */ ", 1),
    "comment of HTML": "<!-- 4 alley-cat\n-->" + LIST,
    "card that is commented out in XML": "<deck>"
    + each(in_xml, lambda card: f'<card number="1" name="{card}"/>')
    + '<!-- <card number="4" name="Alley Cat"/> --></deck>',
    "raised digits": each(lambda card, count: f"{'⁰¹²³⁴'[count]} {card}"),
    "circled digits": each(lambda card, count: f"({'⓪①②③④'[count]}) {card}"),
    "CSV with a zone": "Count,Name,Board\n" + each("{1},{0},Main".format, "1,{},Sideboard".format),
    "CSV with a sideboard": "Count,Name,Sideboard\n" + each("{1},{0},false".format, "1,{},TRUE".format),
    "CSV with a set and no headings": each("{1},{0},AB1".format, "1,{},AB1".format),
    "CSV with two names": "id,name,count\n"
    + each(lambda card, count: f"{card},{TITLES[card]},{count}", lambda card: f"?,{TITLES[card]},1"),
    "OCTGN with sections": '<deck><section name="Main">'
    + each('<card qty="{1}">{0}</card>'.format, '</section><section name="Sideboard"><card qty="1">{}</card>'.format)
    + "</section></deck>",
    "counts with a dot": each(lambda card, count: f"{count}. {TITLES[card]}"),
    "counts with a bracket": each("{1}) {0}".format),
    "counts in square brackets": each("[{1}] {0}".format),
    "counts with a point": each("{1}.0 {0}".format),
    "counts with a unit": each(lambda card, count: f"{count} Stück {TITLES[card]}"),
    "Arabic digits": each(lambda card, count: f"{chr(0x660 + count)} {card}"),
    "Cyrillic x": each("{1}х {0}".format),
    "Deckstats": "//Main\n" + each(lambda card, count: f"{count} [AB1] {TITLES[card]}", "SB: 1 [AB1] {}".format),
    "Archidekt": each(lambda card, count: f"{count}x {TITLES[card]} (ab1) {NUMBERS[card][1]} [Main]"),
    "Pokémon Live": "Pokémon: 12\n" + each(lambda card, count: f"{count} {TITLES[card]} AB1 {NUMBERS[card][1]}"),
    "Forge": "[metadata]\nName=V\n[Main]\n" + each("{1} {0}|AB1|1".format, "[Sideboard]\n1 {}|AB1".format),
    "XMage": each("{1} {0}".format, "SB: 1 [AB1:1] {}".format),
    "table for Excel": "sep=;\nAnzahl;Name\n" + each("{1};{0}".format, "1;{}".format),
    "table of Markdown": "| Count | Name |\n|---|:-:|\n" + each("| {1} | {0} |".format),
    "links of Markdown": each("{1}x [{0}](https://example.org/c/{0})".format),
    "name of the deck": "Bo's Light Deck\n" + LIST,
    "remark in brackets": each(lambda card, count: f"{count} {TITLES[card]} (key card)"),
    "remark behind dashes": each("{1} {0} -- good one".format),
    "price": each("{1} {0} €0.50".format),
    "Nebendeck": each("{1} {0}".format, "Nebendeck\n1 {}".format),
    "Primary Power": each("{1} {0}".format, "Primary Power: {}".format),
    "entities of HTML": LIST.replace(" ", "&nbsp;"),
    "wrapped code": "\n".join(CODE[at : at + 40] for at in range(0, len(CODE), 40)),
    "code in groups": " ".join(CODE[at : at + 4] for at in range(0, len(CODE), 4)),
    "code with a soft hyphen": f"{CODE[:20]}\u00ad{CODE[20:]}",
    "link with a hash": f"https://example.org/#/decks/amiibart/{CODE}",
    "JSON with a zone": json.dumps(
        [
            *({"name": card, "count": count, "board": "main"} for card, count in VIGIL.cards),
            *({"name": card, "sideboard": True} for card in VIGIL.beside),
        ]
    ),
}


@pytest.mark.parametrize("paste", PASTES)
def test_every_way_to_write_a_deck_is_the_same_deck(paste: str) -> None:
    deck, faults = AMIIBART.judge(PASTES[paste], OPTIONS)
    assert (list(faults), same(deck, VIGIL)) == ([], True)


COD = '<cockatrice_deck version="1"><zone name="{}"><card number="4" name="Alley Cat"/></zone></cockatrice_deck>'
REFUSED = {
    '{"cards": {"alley-cat": 4, "alley-cat": 2}}': "In this JSON “alley-cat” stands twice in one object: ",
    '{"cards": [["alley-cat", 4]], "cards": []}': "In this JSON “cards” stands twice in one object: ",
    '[{"name": "Alley Cat", "count": 4, "count": 2}]': "In this JSON “count” stands twice in one object: ",
    '[{"name": "Alley Cat", "count": 4, "qty": 2}]': 'Line 1, “"Alley Cat": [4,2]”, does not say how many.',
    '[{"id": "alley-cat", "name": "Trip Wire"}]': 'Line 1, “"alley-cat": 1”, fits several cards: ',
    '[{"name": "Alley Cat", "board": "maybe"}]': 'Line 1, “"Alley Cat": 1”: nobody can tell whether “maybe” is ',
    '[{"name": "Alley Cat", "maybeboard": true}]': 'Line 1, “"Alley Cat": 1”: nobody can tell whether “maybeboard” ',
    "{" * 401: "This list has 401 lines; ",
    "/*\n4 alley-cat\n4 trip-wire": "Line 1, “/*”, begins or ends a comment, and its other end is missing.",
    "4 alley-cat\n*/\n4 trip-wire": "Line 2, “*/”, begins or ends a comment, ",
    "<!-- a\n4 alley-cat": "Line 1, “<!-- a”, begins or ends a comment, ",
    "4 trip-wire\n4 alley-cat -->": "Line 2, “4 alley-cat -->”, begins or ends a comment, ",
    "4 trip-wire\n~~4 alley-cat~~": "Line 2, “~~4 alley-cat~~”, is crossed out: leave out what is not in the deck.",
    "- ~4 alley-cat~": "Line 1, “- ~4 alley-cat~”, is crossed out: ",
    "4 a\u0336lley-cat": "Line 1, “4 a\u0336lley-cat”, is crossed out: ",
    "2² alley-cat": "Line 1, “2² alley-cat”, does not say how many.",
    "①② alley-cat": "Line 1, “①② alley-cat”, does not say how many.",
    "Alley Cat²": "Line 1, “Alley Cat²”, does not say how many.",
    "⒉ Alley Cat": "Line 1, “⒉ Alley Cat”, does not say how many.",
    "Alley Cat,2,4": "Line 1, “Alley Cat,2,4”, may say several numbers: 2, 4.",
    "4,Alley Cat,2,Trip Wire": "Line 1, “4,Alley Cat,2,Trip Wire”, fits several cards: ",
    "4,Alley Cat,maybe": "Line 1, “4,Alley Cat,maybe”: nobody can tell whether “maybe” is a part of the deck; ",
    "4,Alley Cat,Sideboard": "Line 1, “4,Alley Cat,Sideboard”: Alley Cat is a card of the deck, ",
    "Count,Name,Board\n4,Alley Cat,maybe": "Line 2, “4,Alley Cat,maybe”: nobody can tell whether “maybe” is ",
    "Count,Name,Maybeboard\n4,Alley Cat,yes": "Line 2, “4,Alley Cat,yes”: nobody can tell whether “maybeboard” is ",
    "Count,Count,Name\n4,3,Alley Cat": "Line 2, “4,3,Alley Cat”, may say several numbers: 3, 4.",
    "4 Alley Cat (maybe)": "Line 1, “4 Alley Cat (maybe)”, names no card",
    "4 Alley Cat [side]": "Line 1, “4 Alley Cat [side]”, names no card",
    "4 Temple Guard (Ambush)": "Line 1, “4 Temple Guard (Ambush)”, fits several cards: “Ambush” (ambush), “",
    COD.format("maybe"): "Line 1, “<card ",
    COD.format("tokens"): "Line 1, “<card ",
    COD.format("main").partition("</zone>")[0]: "This XML is cut off: “cockatrice_deck” does not end.",
    '<deck><card number="4" name="Alley Cat"/><card number="4" name="Echo"</deck>': "Line 1, “<card ",
    '<deck><card number="4" qty="2" name="Alley Cat"/></deck>': "Line 1, “<card ",
    '<deck><section name="Maybe"><card qty="4">Alley Cat</card></section></deck>': "Line 1, “<card ",
    "1. Alley Cat\n2. Trip Wire\n2. Echo\n3. Ambush": "Line 1, “1. Alley Cat”, names no card; ",
    "4 Alley Cat (not in the deck)": "Line 1, “4 Alley Cat (not in the deck)”, names no card",
    "4 Alley Cat (2 more)": "Line 1, “4 Alley Cat (2 more)”, names no card",
    "4 Alley Cat -- cut": "Line 1, “4 Alley Cat -- cut”, names no card",
    "4 Alley Cat -- Trip Wire": "Line 1, “4 Alley Cat -- Trip Wire”, fits several cards: ",
    "4 [maybe] Alley Cat": "Line 1, “4 [maybe] Alley Cat”, names no card",
    "My maybe deck\n4 alley-cat": "Line 1, “My maybe deck”, must be like ",
    "Lightning Bolt\n4 alley-cat": "Line 1, “Lightning Bolt”, must be like ",
    "4 alley-cat sep=;": "Line 1, “4 alley-cat sep=;”, ",
    "Tokens\n4 alley-cat": "Line 1, “Tokens”, must be like ",
    "": "This is empty: ",
    "\ufeff \u200b\n": "This is empty: ",
    "# nothing\n// at all\n; here": "Nothing but remarks stands here: ",
    "vigilante": "vigilante is no deck: name a ready one (bulwark, ",
    "MY-AEBUCQRRBYBNIAW3ALSAF2YC6MB": "MY-AEBUCQRRBYBNIAW3ALSAF2YC6MB is the deck code of another game; ",
    "AB-XYZ": "This deck code has a character too many, too few, or a wrong one.",
    CODE[:-1] + ("A" if CODE[-1] != "A" else "B"): "This deck code is damaged: ",
    f"{CODE}\n{AMIIBART.code(AMIIBART.ready['bulwark'])}": "There are 2 different deck codes here: give one.",
    f"{CODE}\n30 alley-cat": "Here are a deck code and a list, and they are different decks: ",
    '{"cards": ': "This begins like JSON, but cannot be read as such.",
    "[" * 9_000: "This begins like JSON, but cannot be read as such.",
    '{"id": 1, "players": []}': "Line 1, “",
    "[]": "This JSON names no cards; a deck is like ",
    '[Event "Casual"]\n\n1. e4 e5': "This is not a deck: it is a chess game in PGN.",
    '{"match": "m", "commitment": "", "entries": []}': "This is not a deck: it is a transcript of a match.",
    '{"type": "gameFull"}\n{"type": "gameState"}\n': "This is not a deck: it is several JSON values, one a line",
    '{"game": "amiibart", "id": "X", "cards": [{"id": "a", "text": ""}]}': "This is not a deck: it is a card set.",
    "null": "null is no deck: ",
    '{"deck": "{\\"deck\\": \\"vigil\\"}"}': "This JSON names no cards; ",
    '{"alley-cat": "many"}': 'Line 1, “"alley-cat": "many"”, does not say how many.',
    '{"alley-cat": 1.5}': 'Line 1, “"alley-cat": 1.5”, does not say how many.',
    '{"alley-cat": 0}': 'Line 1, “"alley-cat": 0”, says 0: ',
    "<!DOCTYPE html><title>Replay</title>": "This is XML or a web page, and it names no cards of a deck.",
    "0 alley-cat": "Line 1, “0 alley-cat”, says 0: leave out what is not in the deck.",
    "0x Alley Cat": "Line 1, “0x Alley Cat”, says 0: ",
    "1 alley-cat\n-4 alley-cat": "Line 2, “-4 alley-cat”, names no card; most like it is “Alley Cat” (alley-cat).",
    "1. Alley Cat\n2. Alley Cat": "Line 1, “1. Alley Cat”, names no card; ",
    "1 alley-cat\n4 Stage": "Line 2, “4 Stage”, names no card of this game.",
    "1 alley-cat\nStage 4": "Line 2, “Stage 4”, must be like “3 card-name” or “power name”.",
    "1 alley-cat\n\n\n4 Aley Cat": "Line 4, “4 Aley Cat”, names no card; most like it is “Alley Cat” (alley-cat).",
    "# by Bo\n\n4 alley-cat, 2 Trip Wir\n": "Line 3, “2 Trip Wir”, names no card; most like it is “Trip Wire” (",
    "Sideboard\n2 alley-cat": "Line 2, “2 alley-cat”: Alley Cat is a card of the deck, ",
    "SB: 2 alley-cat": "Line 1, “SB: 2 alley-cat”: Alley Cat is a card of the deck, ",
    "Name,Number\nAlley Cat,4\n": "Line 1, “Name”, must be like ",
    "Count,Name\nx,Alley Cat": "Line 2, “x,Alley Cat”, does not say how many.",
    "4 Alley Cat (AB1) 13": "Line 1, “4 Alley Cat (AB1) 13”, fits several cards: “Alley Cat” (alley-cat), “",
    "1 alley-cat\n" * 401: "This list has 401 lines; at most 400 are read.",
    "1 alley-cat," * 401: "This list has ",
    "9 alley-cat\n" * 30: "This list has more than 250 cards: ",
    "x y " * 60: "Line 1, “",
}


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: ascii(text)[:60])
def test_anything_that_is_no_deck_is_refused_with_what_is_wrong_and_where(text: str) -> None:
    deck, faults = AMIIBART.judge(text, OPTIONS)
    assert deck is None
    assert str(faults[0]).startswith(REFUSED[text]), list(faults)
    assert all(fault.endswith(".") for fault in faults)


def test_lines_are_counted_in_the_text_as_it_was_given() -> None:
    shown = "# Vigil\n# by Bo\n\n4 candle-squire\r\n4 temple gard\n1 a, 2 b c, power first-lite\nfoo bar\n"
    deck, faults = AMIIBART.judge(shown, OPTIONS)
    assert deck is None
    assert [fault.split(",")[0] for fault in faults if fault.startswith("Line")] == [
        "Line 5",
        *["Line 6"] * 3,
        "Line 7",
    ]


def test_an_id_that_no_card_has_is_told_with_its_line_and_stays_in_the_deck() -> None:
    """So a kept deck of which a card is gone can be opened and mended."""
    deck, faults = AMIIBART.judge("\n3 alley-cat\n2 unheard-of\npower nobody", OPTIONS)
    assert deck == Deck(cards=(("alley-cat", 3), ("unheard-of", 2)), beside=("nobody",))
    assert list(faults)[:2] == [
        "Line 3, “2 unheard-of”, names no card of this game.",
        "Line 4, “power nobody”, must be like “3 card-name” or “power name”.",
    ]
    assert not [fault for fault in faults if fault.startswith("There is no card")]


def test_so_many_strange_lines_are_looked_at_and_no_more() -> None:
    deck, faults = AMIIBART.judge("\n".join(f"{n} alley catz" for n in range(1, 301)), OPTIONS)
    assert deck is None
    assert len(faults) < 25
    assert faults[-1] == "What follows was not read: too many lines name no card."
    assert sum("most like it is" in fault for fault in faults) == 6


@pytest.mark.parametrize("line", ["Powers (2)", "== Powers: 2 ==", "Name: mine", "-----"])
def test_so_many_lines_that_are_for_people_are_passed_over_and_no_more(line: str) -> None:
    lines = LIST.strip().splitlines()
    deck, faults = AMIIBART.judge("\n".join([*lines, *[line] * MOST_PASSED_OVER]), OPTIONS)
    assert (same(deck, VIGIL), list(faults)) == (True, [])
    deck, faults = AMIIBART.judge("\n".join([*lines, *[line] * (MOST_PASSED_OVER + 1)]), OPTIONS)
    assert [fault.partition(",")[0] for fault in faults] == [f"Line {len(lines) + MOST_PASSED_OVER + 1}"]


def test_a_printing_is_named_by_its_face_or_by_its_number() -> None:
    for line in (
        "1 night-countess-art",
        "Night Countess (Art Rare)",
        "1 Night Countess (AB1) 129",
        "1 Nachtgräfin [Art Rare]",
    ):
        assert AMIIBART.read(f"{line}\n1 alley-cat").cards[0] == ("night-countess-art", 1), line
    assert AMIIBART.read("1 Night Countess (AB1) 5\n1 alley-cat").cards[0] == ("night-countess", 1)


def test_the_answer_can_be_said_in_german() -> None:
    from quarterdeck_server.translations import said

    _, faults = AMIIBART.judge("# x\n4 Aley Cat\nfoo bar\n0 alley-cat", OPTIONS)
    assert [said(fault, "de") for fault in faults][:3] == [
        "Zeile 2, „4 Aley Cat“, nennt keine Karte; am ähnlichsten ist “Alley Cat” (alley-cat).",
        "Zeile 3, „foo bar“, muss so sein: „3 card-name“ oder „power name“.",
        "Zeile 4, „0 alley-cat“, sagt 0: Lass weg, was nicht im Deck ist.",
    ]


COUNTED = (
    *("{n} {card}", "{n}x {card}", "{n}X  {card}", "x{n} {card}", "{card} x{n}", "{n}× {card}", "{n}\t{card}"),
    *("({n}) {card}", "- {n} {card}", "**{n}** {card}", "{n}\u00a0{card}\u200b", "{card} ({n})", "{n}: “{card}”"),
    *("{n} {card} # {n} more", "{n} {card} // good", "SINGLE"),
)


class Spelling:
    """Random ways to write the cards of a game."""

    def __init__(self, game: str) -> None:
        rules = HOSTED[game]
        self.decks = support(game)
        plain: Any = {"game": game, "sets": msgspec.to_builtins(rules.card_sets)}
        self.names: dict[str, list[str]] = {card: [card] for card in self.decks.numbers}
        for language in ("en", "de"):
            for one in cards_in(language, rules, plain)["sets"]:
                for card in one["cards"]:
                    names = self.names[card["id"]]
                    names += [card[part] for part in ("name", "english") if card.get(part)]

    def name(self, card: str, random: Random) -> str:
        name = random.choice(self.names[card])
        assert self.decks.names is not None
        if len(self.decks.names.find(name)) > 1:  # two cards are called so: only the id says which
            return card
        form = random.choice(["as it is", "upper", "lower", "NFD", "hyphens", "plain"])
        match form:
            case "upper":
                return name.upper()
            case "lower":
                return name.lower()
            case "NFD":
                return unicodedata.normalize("NFD", name)
            case "hyphens":
                return name.replace(" ", "-")
            case "plain":
                return key_of(name)
            case _:
                return name

    def line(self, card: str, count: int, random: Random) -> str:
        name = self.name(card, random)
        form = random.choice(COUNTED)
        if form == "SINGLE":
            return "\n".join([name] * count)
        note = (
            f" ({self.decks.numbers[card][0]}) {self.decks.numbers[card][1]}"
            if form.startswith("{n}") and random.random() < 0.2
            else ""
        )
        return form.replace("{n}", str(count)).replace("{card}", name + (note if form.endswith("{card}") else ""))

    def text(self, deck: Deck, random: Random, line: Callable[[str, int, Random], str]) -> str:
        lines = [line(card, count, random) for card, count in deck.cards]
        lines += [
            random.choice(["power {}", "1 {}", "SB: 1 {}", "{}"]).format(self.name(card, random))
            for card in deck.beside
        ]
        lines += random.sample(["", "Deck", "# 4 alley-cat", "; hm", "// hm", "Total: 1", "== Cards ==", "---"], 3)
        random.shuffle(lines)
        return random.choice(["", "\ufeff", "\n"]) + random.choice(["\n", "\r\n", " \n"]).join(lines)


SPELLINGS = {game: Spelling(game) for game in WITH_DECKS}


def some_deck(game: str, random: Random) -> Deck:
    made = WORLDS[game].some_deck
    catalogue = HOSTED[game].catalogue
    assert made is not None
    assert catalogue is not None
    return made(HOSTED[game].options(), random, catalogue.cards)


@pytest.mark.parametrize("game", WITH_DECKS)
@given(seed=st.integers(0, 2**32))
def test_a_deck_that_is_spelt_in_any_way_is_read_as_that_deck(game: str, seed: int) -> None:
    random, spelling = Random(seed), SPELLINGS[game]
    deck = some_deck(game, random)
    text = spelling.text(deck, random, spelling.line)
    read, faults = spelling.decks.judge(text, HOSTED[game].options())
    assert same(read, deck), (text, list(faults))
    assert list(faults) == []


@pytest.mark.parametrize("game", WITH_DECKS)
@given(seed=st.integers(0, 2**32))
def test_a_deck_with_mistakes_is_never_read_as_another_one(game: str, seed: int) -> None:
    """Letters are dropped, doubled, swapped and replaced in one of the lines with cards."""
    random, spelling = Random(seed), SPELLINGS[game]
    decks, names = spelling.decks, spelling.decks.names
    assert names is not None
    deck = some_deck(game, random)
    chosen, _ = random.choice(deck.cards)

    def mistaken(card: str, count: int, random: Random) -> str:
        if card != chosen:
            return spelling.line(card, count, random)
        name = spelling.name(card, random)
        wrong = list(name)
        for _ in range(random.randint(1, 2)):
            at = random.randrange(len(wrong))
            change = random.choice(["drop", "double", "swap", "replace"])
            if change == "drop" and len(wrong) > 1:
                del wrong[at]
            elif change == "double":
                wrong.insert(at, wrong[at])
            elif change == "swap":
                wrong[at - 1], wrong[at] = wrong[at], wrong[at - 1]
            else:
                wrong[at] = random.choice("aeiouxyz -,;:()[]|/#'\u00e90123456789")
        said = "".join(wrong)
        counted = f"{count} {said}"
        others = {found for _, found in meant(counted) if found != card}
        means_another = bool(others) or any(number != count for number, found in meant(counted) if found == card)
        return f"{count} {name}" if means_another else counted

    def meant(line: str) -> set[tuple[int, str]]:
        """What somebody who reads the line would take it for, with the simplest of rules."""
        line = line.partition("#")[0].partition("//")[0]
        pieces = [piece for piece in line.replace(";", ",").split(",") if piece.strip()]
        found: set[tuple[int, str]] = set()
        for piece in pieces:
            number, _, rest = piece.strip().partition(" ")
            rest = NOTE.sub("", rest)
            if number.isdecimal():
                found |= {(int(number), card) for card in names.find(rest.strip())}
            found |= {(1, card) for card in names.find(piece.strip())}
        return found

    text = spelling.text(deck, random, mistaken)
    try:
        read = decks.read(text)
    except Unreadable:
        return
    strange = [card for card in (*dict(read.cards), *read.beside) if card not in decks.numbers]
    assert strange or same(read, deck), text
