"""The rules that refusals may cite: the anchors of a game's rule book."""

import re

from quarterdeck_server.cards.rule_books import rule_book

from quarterdeck_testing.world import World

ANCHOR = re.compile(r'<a id="([^"]+)"')


def anchors_of(world: World) -> frozenset[str] | None:
    """Return the ids of all anchors in the rule book of a game; `None` if it has no book."""
    book = rule_book(world.game)
    return None if book is None else frozenset(ANCHOR.findall(book.markdown))
