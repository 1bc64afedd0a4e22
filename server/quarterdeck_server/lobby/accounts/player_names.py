"""Rules for players' names, and similarity of names.

A name is normalised by RFC 8266 (PRECIS nicknames). Two names look alike if they have the same skeleton: without case,
spaces, signs and accents, with every character that looks like a plain Latin letter (Unicode's table of confusables) as
that letter. Only one account has a given skeleton. Guests may share one, but never that of an account.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from confusable_homoglyphs import categories, confusables
from precis_i18n import get_profile
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.extensions import name_fault
from quarterdeck_server.lobby.player_text import MOST_MARKS

LONGEST_NAME = 32

LIKE_NO_NAME = "-"
"""The skeleton of text that is not a name. No name has this skeleton, because skeletons contain only letters and
digits."""

MOST_REMEMBERED = 4_096
"""Number of characters whose look-alikes are cached. Most scripts have fewer."""

RESERVED = (
    "admin",
    "administrator",
    "host",
    "house",
    "moderator",
    "quarterdeck",
    "server",
    "somebody who has left",
    "staff",
    "support",
    "system",
)
"""Names that would make a player look like an official. No player may have one."""

RESERVED_WORDS = ("admin", "admins", "mod", "moderation", "mods", "staff", "support")
"""Words that no player may have as a word of their name: “Mod Ann”, “Ann (admin)”, “ModAnn”, “M.o.d. Ann”."""

RESERVED_PARTS = ("administrator", "moderator", "quarterdeck")
"""Character sequences that no name may contain. No other word contains them."""

HOUSE_BOTS = ("greedy", "random")
"""The names of the server's bots, each followed by a number."""

_TOGETHER = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
"""Scripts that may be mixed in one name: UTS 39, “highly restrictive”."""

_MODIFIERS = frozenset(map(chr, range(0x02B0, 0x0300)))
"""Characters that Unicode classes as letters but that look like quotation marks and dots."""

_LIKE_AN_ID = re.compile("(bot-)?[0-9a-f]{16}|[0-9a-f]{16,}-(a?[0-9]+)(-[0-9]+)*", re.IGNORECASE)
"""The form of the ids of players, and of matches of tournaments (`TOURNAMENT-ROUND-PAIRING`, `TOURNAMENT-aMATCH`). A
director names a board by its id or by a player."""

_nicknames = get_profile("NicknameCasePreserved")
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s"})


def checked(name: str, where: str = "$.name") -> str:
    """Return the normal form of a name. Raises `CommandRefused` if the name is not allowed."""
    tidy = " ".join(name.split())
    length = len(unicodedata.normalize("NFKC", tidy))
    if length > LONGEST_NAME:  # looked at first: all that follows costs much for each character
        raise _not_allowed(
            Text(
                "A name has 1 to {longest_name} characters; this one has {length}.",
                longest_name=LONGEST_NAME,
                length=length,
            ),
            where,
        )
    try:
        normal: str = _nicknames.enforce(tidy)
    except UnicodeEncodeError as error:
        raise _not_allowed(_why(error.reason, name), where) from error
    alike = skeleton(normal)
    if not alike:
        raise _not_allowed(Text("A name needs at least one letter or digit."), where)
    if _LIKE_AN_ID.fullmatch(normal):
        raise _not_allowed(Text("A name must not look like the id of a player or a match."), where)
    scripts = categories.unique_aliases(normal) - {"COMMON", "INHERITED"}
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        raise _not_allowed(
            Text("A name must not mix scripts: {scripts}.", scripts=", ".join(sorted(scripts)).lower()), where
        )
    if any(len(run) > MOST_MARKS for run in _runs_of_marks(normal)):
        raise _not_allowed(
            Text("A name can have at most {most_marks} combining marks in a row.", most_marks=MOST_MARKS), where
        )
    if "LATIN" not in scripts and _seeming(normal) not in (None, alike):
        text = Text("In capitals this looks like a name in Latin letters; use lower case.")
        raise _not_allowed(text, where)
    if _is_reserved(normal):
        raise CommandRefused(
            RefusalCode.NAME_TAKEN, Text("“{normal}” is reserved; choose another name.", normal=normal), where
        )
    if fault := name_fault(normal):
        raise _not_allowed(Text("This server does not allow the name: {why}", why=fault), where)
    return normal


def _is_reserved(name: str) -> bool:
    """True if a player of this name would seem to speak for the server, or to be one of its bots."""
    whole, stem = skeleton(name), name.rstrip("0123456789 #")
    if any(part in whole for part in _RESERVED_PARTS):
        return True
    if {whole, skeleton(stem)} & (_RESERVED | _RESERVED_WORDS) or (stem != name and skeleton(stem) in _HOUSE_BOTS):
        return True
    return any({skeleton(word), skeleton(word.rstrip("0123456789"))} & _RESERVED_WORDS for word in _words(name))


def _words(name: str) -> list[str]:
    """Return the words of a name. It is split at spaces and signs, and at a capital after a small letter. Words spelled
    in single letters are joined."""
    words = re.sub(r"(?<=[^\W\d_])(?=[A-Z])(?<![A-Z])|[\W_]+", " ", name).split()
    spelt = ["".join(run) for is_letter, run in groupby(words, lambda word: len(word) == 1) if is_letter]
    return [*words, *spelt]


def skeleton(name: str) -> str:
    """Return the skeleton of a name, which is equal for all names that look alike: letters and digits without spaces.
    Text longer than any name has none."""
    normal = unicodedata.normalize("NFKC", name)
    if len(normal) > LONGEST_NAME:
        return LIKE_NO_NAME
    plain = unicodedata.normalize("NFKD", normal.casefold())
    letters = "".join(_latin(character) for character in plain)
    bare = "".join(each for each in unicodedata.normalize("NFKD", letters) if _is_kept(each))
    return bare.casefold().translate(_ALIKE).replace("rn", "m").replace("vv", "w")


@lru_cache(MOST_REMEMBERED)
def _is_kept(character: str) -> bool:
    """True for a letter or digit, for a vowel that its script writes as a combining sign, and for the one sign that
    looks like a letter."""
    kind = unicodedata.category(character)
    if kind in ("Mc", "Mn"):
        return unicodedata.combining(character) == 0 and categories.alias(character) not in ("COMMON", "INHERITED")
    return (kind[0] in "LN" and character not in _MODIFIERS) or character == "|"


@lru_cache(MOST_REMEMBERED)
def _latin(character: str) -> str:
    """Return the ASCII letter or digit that a character looks like, itself or as a capital; else the character."""
    if character.isascii():
        return character
    found = _looks(character) or _looks(character.upper())
    return min(found, default=character, key=lambda one: (len(one), one.casefold()))


def _looks(character: str) -> list[str]:
    """Return all ASCII letters and digits that a character looks like."""
    known = confusables.confusables_data.get(character, ())
    _, is_small_capital, letter = unicodedata.name(character[0], "").partition("LATIN LETTER SMALL CAPITAL ")
    alike = (*("".join(filter(_is_kept, each["c"])) for each in known), letter if is_small_capital else "")
    return [one for one in alike if one.isascii() and one.isalnum()]


def _seeming(name: str) -> str | None:
    """Return the skeleton of the Latin name that this name looks like; `None` if any letter does not look like a
    Latin letter. The case of letters is kept, because some Greek capitals look like other Latin letters than their
    lower-case forms do."""
    letters = "".join(_latin(each) for each in unicodedata.normalize("NFKD", name) if _is_kept(each))
    return skeleton(letters) if letters.isascii() else None


def _runs_of_marks(name: str) -> Iterator[str]:
    """Yield the sequences of combining marks in a name."""
    for is_mark, run in groupby(name, lambda each: unicodedata.category(each) in ("Mn", "Me")):
        if is_mark:
            yield "".join(run)


def _why(reason: str, name: str) -> str:
    if reason.endswith("empty") or not name.strip():
        return Text("A name has 1 to {longest_name} characters.", longest_name=LONGEST_NAME)
    return Text("A name can only have visible characters: letters, digits, symbols and single spaces.")


def taken(name: str, where: str = "$.name") -> CommandRefused:
    """Return the refusal of a name that is taken."""
    return CommandRefused(
        RefusalCode.NAME_TAKEN,
        Text("“{name}” is taken, or looks too much like a name that is taken.", name=name),
        where,
    )


def _not_allowed(text: str, where: str) -> CommandRefused:
    return CommandRefused(RefusalCode.NAME_NOT_ALLOWED, text, where)


_RESERVED, _RESERVED_WORDS, _RESERVED_PARTS, _HOUSE_BOTS = (
    frozenset(map(skeleton, each)) for each in (RESERVED, RESERVED_WORDS, RESERVED_PARTS, HOUSE_BOTS)
)
