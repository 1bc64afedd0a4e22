"""Names and texts as they are compared, however somebody types them: one folding for searches, decks and lists.

- Case, accents, the width of letters and zero-width characters make no difference: `ＡＤÉＬＩＥ` is `adelie`.
- Letters without a decomposition have their usual spelling: `æ` is `ae`, `ß` is `ss`, `ø` is `o`.
- Apostrophes and trade marks are left out: `Daubenton’s` is `daubentons`.
- The sign of hybrids is a word of its own: `Mentha × piperita` is `mentha x piperita`.
- A symbol (`★`, `♀`) is a word of its own, and so is each sign of Chinese and Japanese, which have no blanks.
- Everything else stands between words: dashes, dots, blanks of any kind.

A German umlaut may be spelt out, so a search tries both forms of a word: `Löwe` is found by `lowe` and by `loewe`. A
client that folds by itself compares its results with `folding-vectors.json`.
"""

import unicodedata

Words = tuple[tuple[str, ...], ...]
"""The words of a question, each in every form that a card may have."""

APOSTROPHES = "'`´‘’‚‛′ʹʻʼʽˈ＇｀"
TRADE_MARKS = "©®™℠"
TIMES = "×✕✖⨯"
"""The sign of hybrids, and the characters that people type in its place."""

SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
PLAIN = dict(zip("ßæœøłđðþħıŋŧĸς", ("ss", "ae", "oe", *"oldd", "th", *"hintkσ"), strict=True))
WITHOUT_BLANKS = (
    *((0x3005, 0x3007), (0x3021, 0x3029), (0x3031, 0x3035), (0x3041, 0x30FF), (0x31F0, 0x31FF)),
    *((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)),
)
"""Han, Hiragana and Katakana, from and to."""

MOST_REMEMBERED = 4096
"""Maximum number of cached characters: more than the names of all games use. The bound keeps clients from filling the
memory.
"""

_BEFORE = dict.fromkeys(map(ord, APOSTROPHES + TRADE_MARKS))  # some of them decompose into a blank, or into letters


class _Characters(dict[int, str]):
    """The normalized form of each character, for a decomposed text in small letters."""

    def __missing__(self, code: int) -> str:
        found = _becomes(chr(code))
        if len(self) < MOST_REMEMBERED:
            self[code] = found
        return found


def _becomes(character: str) -> str:
    if character in APOSTROPHES:
        return ""
    if character in TIMES:
        return " x "
    match unicodedata.category(character):
        case "Mn" | "Me" | "Cf":
            return ""
        case "So":
            return f" {character} "
        case kind if kind[0] in "LN" or kind == "Mc":
            code = ord(character)
            alone = any(first <= code <= last for first, last in WITHOUT_BLANKS)
            return f" {character} " if alone else PLAIN.get(character, character)
        case _:
            return " "


_CHARACTERS = _Characters()
_ASCII = str.maketrans({chr(code): _becomes(chr(code)) for code in range(128)})


def words_of(text: str) -> list[str]:
    """Return the words of a text in the normalized form that is used for comparison."""
    if text.isascii():
        return text.lower().translate(_ASCII).split()
    composed = unicodedata.normalize("NFC", text)  # where an apostrophe may have come from another sign
    decomposed = unicodedata.normalize("NFKD", composed.translate(_BEFORE))
    return decomposed.lower().translate(_CHARACTERS).split()


def folded(text: str) -> str:
    """Return the normalized words of a text, with a space between them."""
    return " ".join(words_of(text))


def spelt_out(text: str) -> str:
    """Return the normalized words of a text with umlauts written as two letters: `loewe`."""
    return " ".join(words_spelt_out(text))


def words_spelt_out(text: str) -> list[str]:
    """Return the normalized words of a text as a list, with umlauts written as two letters."""
    if text.isascii():
        return words_of(text)
    return words_of(unicodedata.normalize("NFC", text).lower().translate(SPELT_OUT))


def searchable(text: str) -> str:
    """Return all words by which a text can be found, each once and preceded by a space."""
    apart = text.translate(dict.fromkeys(map(ord, APOSTROPHES), " "))
    words = " ".join((folded(text), spelt_out(text), folded(apart))).split()
    return "".join(f" {word}" for word in dict.fromkeys(words))


def words_sought(question: str) -> Words:
    """Return the normalized words of a search, each in all its spellings."""
    pairs = zip(folded(question).split(), spelt_out(question).split(), strict=True)
    return tuple([tuple(dict.fromkeys(forms)) for forms in pairs])


def finds(words: Words, searched: str) -> bool:
    """True if each word of a search begins a word of a `searchable` text."""
    return all(any(f" {form}" in searched for form in forms) for forms in words)


def forms(text: str) -> frozenset[str]:
    """Return all normalized spellings of a whole text. A text without any word is returned unchanged."""
    return frozenset([folded(text) or text, spelt_out(text) or text])


def are_same(one: str, other: str) -> bool:
    """True if two typed texts are equal after normalization."""
    return not forms(one).isdisjoint(forms(other))
