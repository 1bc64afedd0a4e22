"""What players may be called, and which names are too like each other.

A name is what RFC 8266 (PRECIS nicknames) makes of it. Two names look alike if they have the same skeleton: without
case, spaces and signs, with every letter of another script that looks like a Latin one (Unicode's table of confusables)
as that Latin one. Of all accounts only one has a skeleton; guests may be called alike among themselves, never like an
account.
"""

import unicodedata

from confusable_homoglyphs import categories, confusables
from precis_i18n import get_profile
from quarterdeck_protocol.refusals import Refusal

from quarterdeck_server.refusing import Refusing

LONGEST_NAME = 32

RESERVED = (
    "admin",
    "administrator",
    "host",
    "house",
    "moderator",
    "quarterdeck",
    "server",
    "staff",
    "support",
    "system",
)
"""Nobody may seem to be one of these."""

_TOGETHER = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
"""Scripts that are written together: UTS 39, “highly restrictive”."""

_nicknames = get_profile("NicknameCasePreserved")
_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "5": "s"})


def checked(name: str, where: str = "$.name") -> str:
    """Give a name in its normal form. Raises `Refusing` if it cannot be shown to others."""
    try:
        normal: str = _nicknames.enforce(" ".join(name.split()))
    except UnicodeEncodeError as error:
        raise _not_allowed(_why(error.reason, name), where) from error
    if len(normal) > LONGEST_NAME:
        raise _not_allowed(f"A name has 1 to {LONGEST_NAME} characters; this one has {len(normal)}.", where)
    if not skeleton(normal):
        raise _not_allowed("A name has at least one letter or digit.", where)
    scripts = categories.unique_aliases(normal) - {"COMMON", "INHERITED"}
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        raise _not_allowed(f"A name does not mix scripts: {', '.join(sorted(scripts)).lower()}.", where)
    if skeleton(normal) in _RESERVED_SKELETONS:
        raise Refusing(Refusal.NAME_TAKEN, f"“{normal}” is reserved; choose another name.", where)
    return normal


def skeleton(name: str) -> str:
    """Give what all names have in common that look like this one: letters and digits without spaces."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(_latin(character) for character in plain if unicodedata.category(character)[0] in "LNS")
    return letters.casefold().translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def _latin(character: str) -> str:
    """Give the Latin letter that a letter of another script looks like, or the letter itself."""
    if categories.alias(character) in ("LATIN", "COMMON"):
        return character
    alike = confusables.is_confusable(character, preferred_aliases=["latin"])
    found = alike[0]["homoglyphs"] if alike else []
    latin = [each["c"] for each in found if all(categories.alias(part) == "LATIN" for part in each["c"])]
    return min(latin, default=character, key=lambda one: (len(one), one.casefold()))


def _why(reason: str, name: str) -> str:
    if reason.endswith("empty") or not name.strip():
        return f"A name has 1 to {LONGEST_NAME} characters."
    return "A name has only characters that can be shown: letters, digits, signs and single spaces."


def _not_allowed(text: str, where: str) -> Refusing:
    return Refusing(Refusal.NAME_NOT_ALLOWED, text, where)


_RESERVED_SKELETONS = frozenset(skeleton(name) for name in RESERVED)
