"""Records of wish lists and their changes. Pure: `wishes.py` stores them."""

from collections.abc import Collection, Sequence

import msgspec
from quarterdeck_protocol.lobby.collection.wishes import MOST_WISHES, FoundBy, NamedCard, WishCard, WishedCard, Wishes
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.holdings import CollectionRecord
from quarterdeck_server.lobby.collection.movements import Face, face_of, parts_of
from quarterdeck_server.lobby.collection.trade_terms import check_known
from quarterdeck_server.lobby.collections import Collection as Documents


class WishListRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A player's wish list as it is stored."""

    faces: dict[Face, Milliseconds] = msgspec.field(default_factory=dict)
    """The wished cards, each with the time of the wish."""


WISH_LISTS = Documents("wish_list", WishListRecord)


def changed(
    record: WishListRecord,
    adds: Sequence[WishCard],
    removes: Sequence[WishCard],
    faces: Collection[Face],
    now: Milliseconds,
) -> WishListRecord:
    """Return a wish list after additions and removals. `faces` are the cards and printings that players may own. Raises
    `CommandRefused`."""
    check_known([(each.game, each.card) for each in adds], faces, "$.adds")
    gone = {face_of(each.game, each.card) for each in removes}
    added = dict.fromkeys((face_of(each.game, each.card) for each in adds), now)
    kept = {face: at for face, at in record.faces.items() if face not in gone or face in added}
    after = WishListRecord(faces={**added, **kept})
    if len(after.faces) > max(MOST_WISHES, len(record.faces)):
        text = Text("A wish list can have at most {most} cards; remove some first.", most=MOST_WISHES)
        raise CommandRefused(RefusalCode.TOO_MANY_KEPT, text, "$.adds")
    return after


def shown(record: WishListRecord | None, own: CollectionRecord | None) -> Wishes:
    """Return a wish list as its player sees it, the newest first."""
    faces = {} if record is None else record.faces
    listed = sorted(faces.items(), key=lambda each: (-each[1], each[0]))
    is_found = own is not None and own.is_found
    return Wishes(
        wishes=tuple(
            WishedCard(game=game, card=card, at=at)
            for (game, card), at in ((parts_of(face), at) for face, at in listed)
        ),
        found_by=FoundBy.TRADERS if is_found else FoundBy.NOBODY,
    )


def named(face: Face) -> NamedCard:
    """Return a card or printing in the form that others see."""
    game, card = parts_of(face)
    return NamedCard(game=game, card=card)
