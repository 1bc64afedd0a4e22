"""Generator of test vectors for case folding and for text search. Implementations in other languages can be tested with
them."""

from typing import Any

from quarterdeck_protocol.folding import (
    APOSTROPHES,
    PLAIN,
    SPELT_OUT,
    TIMES,
    TRADE_MARKS,
    finds,
    folded,
    searchable,
    spelt_out,
    words_sought,
)

TEXTS = (
    *(f"a{sign}b" for sign in APOSTROPHES + TRADE_MARKS + TIMES),
    " ".join((*PLAIN, *map(chr, SPELT_OUT))),
    "",
    "Candle Squire",
    "  candle-squire\t",
    "ＣＡＮＤＬＥ　ＳＱＵＩＲＥ",
    "Adélie penguin",
    "Ade\u0301lie penguin",
    "ＡＤÉＬＩＥ",
    "Löwe",
    "Lo\u0308we",
    "Überläufer, größer",
    "Daubenton’s bat",
    "Daubenton's bat",
    "Daubenton\u00b4s bat",
    "Daubenton\u1fefs, Daubenton\u1ffds",
    "Père David’s deer",
    "L’ours, l'ours",
    "Mentha × piperita",
    "×Cuprocyparis leylandii",
    "Cæsar’s œuvre",
    "Ångström, Bjørn, Łódź, Đorđe, Þór, Ħal, kırmızı, ŊŦĸ",
    "Straße ſtraẞe",
    "ΟΔΟΣ οδος",
    "Ёжик",
    "İstanbul",
    "Nidoran♀ ★",
    "Pokémon™ © 2026",
    "ﬁre ﬂow, № 3, ½, Ⅳ, x²",
    "猫カード",
    "ﾈｺ・ハバパ",
    "고양이",
    "דוּב (1)",
    "किताब",
    "zero\u200bwidth\u00ad \u2060word\ufeff",
    "no-break\u00a0and\u202fnarrow\u2003blanks",
    "dash–dash—dash−dash‐dash",
    "👩‍🚀 🏳️‍🌈 ☀️",
    "snake_case, and (brackets) [too]",
    "!?",
)
QUESTIONS = (
    *("", "!?", "squire candle", "adelie", "adélie", "lowe", "loewe", "LÖWE", "lö", "lowen", "grosser", "groesser"),
    *("davids", "david's", "david", "ours", "l'ours", "mentha piperita", "mentha x piperita", "x cuprocyparis", "★"),
    *("nidoran", "caesar", "oeuvre", "bjoern", "bjorn", "aangstrom", "strasse", "カード", "カ", "neko", "width"),
)


def folding_vectors() -> dict[str, Any]:
    """Return all test vectors for case folding and text search."""
    return {
        "about": "Test vectors for `docs/cards.md`, *Search*. Written by `quarterdeck schema --write`.",
        "texts": [
            {"text": text, "folded": folded(text), "spelt_out": spelt_out(text), "searchable": searchable(text)}
            for text in TEXTS
        ],
        "questions": [
            {
                "question": question,
                "finds": [text for text in TEXTS if finds(words_sought(question), searchable(text))],
            }
            for question in QUESTIONS
        ],
    }
