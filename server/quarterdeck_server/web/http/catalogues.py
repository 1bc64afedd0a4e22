"""HTTP answers that are the same for all clients, prepared plain and compressed; and the card catalogues of all games,
encoded at first request."""

import gzip
import hashlib
from collections.abc import Mapping
from itertools import product

import msgspec
from aiohttp import ETag, hdrs, web
from quarterdeck_games import AnyGame
from quarterdeck_games.rule_versions import held_versions, rules_of
from quarterdeck_protocol.catalogue import Catalogue
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.names import GameName

from quarterdeck_server.cards.pictures.gallery import Galleries
from quarterdeck_server.made_when_asked import MadeWhenAsked
from quarterdeck_server.translations import ENGLISH, LANGUAGES, cards_in

CACHE_CONTROL = "public, no-cache"
"""`Cache-Control`: any cache may keep the answer, and revalidates it each time. That costs an empty answer."""


class StaticAnswer:
    """An HTTP answer that is the same for all clients, plain and compressed, each with its entity tag."""

    __slots__ = ("charset", "kind", "language", "packed", "packed_tag", "plain", "tag")

    def __init__(
        self, plain: bytes, kind: str = "application/json", charset: str | None = None, language: str | None = None
    ) -> None:
        """Make an answer whose body never changes. `language` is the language of the answer, if it exists in
        several."""
        self.kind = kind
        self.language = language
        self.charset = charset
        self.plain = plain
        packed = gzip.compress(plain, mtime=0)
        self.packed = packed if len(packed) < len(plain) else plain  # bitmaps are not kept twice
        self.tag = hashlib.sha256(plain).hexdigest()
        self.packed_tag = f"{self.tag}-gzip"

    def answer(self, request: web.Request, cache_control: str = CACHE_CONTROL) -> web.Response:
        """Return the answer in a form that the client accepts, or status 304 if the client has it already."""
        packed = self.packed is not self.plain and takes_gzip(request)
        tag = self.packed_tag if packed else self.tag
        headers = {hdrs.ETAG: f'"{tag}"', hdrs.CACHE_CONTROL: cache_control, hdrs.VARY: hdrs.ACCEPT_ENCODING}
        if self.language is not None:
            headers[hdrs.CONTENT_LANGUAGE] = self.language
            headers[hdrs.VARY] = f"{hdrs.ACCEPT_LANGUAGE}, {hdrs.ACCEPT_ENCODING}"
        if has(request.if_none_match, tag):
            return web.Response(status=304, headers=headers)
        if packed:
            headers[hdrs.CONTENT_ENCODING] = "gzip"
        body = self.packed if packed else self.plain
        return web.Response(body=body, headers=headers, content_type=self.kind, charset=self.charset)


def catalogue_answers(
    games: Mapping[str, AnyGame], galleries: Galleries
) -> MadeWhenAsked[tuple[str, int, str], StaticAnswer]:
    """Return the catalogues of all games that have one, for each stored version of the rules and each language."""

    def answer(asked: tuple[str, int, str]) -> StaticAnswer:
        name, rules, language = asked
        game = rules_of(games, name, rules)
        catalogue = Catalogue(
            game=GameName(name), sets=game.card_sets, further=game.further_sets, pictures=galleries[name].address
        )
        if language == ENGLISH:
            return StaticAnswer(wire.encode(catalogue), language=language)
        said = cards_in(language, game, msgspec.to_builtins(catalogue))
        return StaticAnswer(wire.encode(said), language=language)

    with_cards = [(name, rules) for name, game in games.items() if game.card_sets for rules in held_versions(game)]
    return MadeWhenAsked([(*each, language) for each, language in product(with_cards, LANGUAGES)], answer)


def has(tags: tuple[ETag, ...] | None, tag: str) -> bool:
    """True if the client already has this answer: its header is `*` or contains the entity tag, weak or not."""
    return tags is not None and any(each.value in ("*", tag) for each in tags)


def takes_gzip(request: web.Request) -> bool:
    """True if a client accepts gzip and does not exclude it."""
    for part in ",".join(request.headers.getall(hdrs.ACCEPT_ENCODING, [])).split(","):
        coding, _, weight = part.partition(";")
        if coding.strip().lower() in ("gzip", "x-gzip"):
            _, _, number = weight.partition("=")
            return number.strip() not in ("0", "0.0", "0.00", "0.000")
    return False
