"""The wish lists of all players, and their opt-in to be found by wishes and owned cards.

A change is a commit of two round trips: the wish list or the opt-in, together with all its index entries. Changes of a
collection update its own indexes in the ledger's commits. So no index is ever repaired later.
"""

from collections.abc import Callable, Collection

import msgspec
from quarterdeck_protocol.lobby.collection.wishes import ChangeWishes, FoundBy, Wishes
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import unknown_token
from quarterdeck_server.lobby.collection.holdings import COLLECTIONS, CollectionRecord
from quarterdeck_server.lobby.collection.ledger import HOLDERS, Ledger
from quarterdeck_server.lobby.collection.movements import Face
from quarterdeck_server.lobby.collection.trader_index import WISHED, having, listed, unlisted, wishing
from quarterdeck_server.lobby.collection.wish_records import WISH_LISTS, WishListRecord, changed, shown
from quarterdeck_server.lobby.collections import Commit, ExtraWrites, commit, seen
from quarterdeck_server.lobby.documents import Change, Document, DocumentStore, IndexChange, IndexEntry, Key, Unchanged


class WishService:
    """The wish lists of this server's players. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self, documents: DocumentStore, ledger: Ledger, faces: Collection[Face], now: Callable[[], Milliseconds]
    ) -> None:
        """Make the service for wish lists. `faces` are the cards and printings that players may own."""
        self._documents = documents
        self._ledger = ledger
        self._faces = faces
        self._now = now

    async def listed(self, player: PlayerId) -> Wishes:
        """Return a player's wish list, in one round trip."""
        wishes, own = await self._documents.read([WISH_LISTS.key(player), COLLECTIONS.key(player)])
        return shown(WISH_LISTS.of(wishes), COLLECTIONS.of(own))

    async def change(self, player: PlayerId, message: ChangeWishes) -> Wishes:
        """Add cards to a player's wish list and remove others. Repeating the command changes nothing."""

        def decide(stored: list[Document | None]) -> Commit[Wishes]:
            account, own, before = ACCOUNTS.of(stored[0]), COLLECTIONS.of(stored[1]), WISH_LISTS.of(stored[2])
            _check_account(account)
            before = before or WishListRecord()
            after = changed(before, message.adds, message.removes, self._faces, self._now())
            answer = shown(after, own)
            if after == before:
                return Commit(answer)
            written = WISH_LISTS.put(player, stored[2], after) if after.faces else WISH_LISTS.drop(player, stored[2])
            indexed: list[IndexChange] = []
            if own is not None and own.is_found:
                indexed += unlisted(wishing, player, before.faces.keys() - after.faces.keys())
                indexed += _wishing(player, own, after.faces.keys() - before.faces.keys())
            stay = (_stays(stored[0], ACCOUNTS.key(player)), _stays(stored[1], COLLECTIONS.key(player)))
            return Commit(answer, (written, *stay), indexed)

        return await commit(self._documents, _keys_of(player), decide)

    async def be_found(self, player: PlayerId, by: FoundBy) -> Wishes:
        """Set if a player may be found by others who search for cards."""
        if by is FoundBy.OTHER:
            known = ", ".join(each for each in FoundBy if each is not FoundBy.OTHER)
            text = Text("This value for who can find you is unknown; use one of: {known}.", known=known)
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.by")
        is_found = by is FoundBy.TRADERS

        def decide(stored: list[Document | None]) -> Commit[Wishes]:
            account, own, wishes = ACCOUNTS.of(stored[0]), COLLECTIONS.of(stored[1]), WISH_LISTS.of(stored[2])
            if _check_account(account).kind is not PlayerKind.PERSON:
                text = Text("Bots cannot be found: only people with an account can.")
                raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
            was_found = own is not None and own.is_found
            if is_found is was_found and (is_found or own is None):
                return Commit(shown(wishes, own))
            # An opt-out removes all index entries: an earlier server may have lost the opt-in.
            begun = CollectionRecord(account=self._ledger.fresh_account()) if own is None else own
            after = msgspec.structs.replace(begun, is_found=is_found)
            faces = () if wishes is None else wishes.faces
            indexed: list[IndexChange] = [] if own is not None else [IndexEntry(HOLDERS, player, self._now())]
            if is_found:
                indexed += [*listed(having, player, after.account, after.copies), *_wishing(player, after, faces)]
            else:
                indexed += [*unlisted(having, player, after.copies), *unlisted(wishing, player, faces)]
            stay = (_stays(stored[0], ACCOUNTS.key(player)), _stays(stored[2], WISH_LISTS.key(player)))
            return Commit(shown(wishes, after), (COLLECTIONS.put(player, stored[1], after), *stay), indexed)

        return await commit(self._documents, _keys_of(player), decide)

    async def leaving(self, player: PlayerId) -> ExtraWrites:
        """Return the writes for the deletion of an account: its wish list and that list's index entries are deleted.
        The ledger deletes the index entries of the collection."""
        (document,) = await self._documents.read([WISH_LISTS.key(player)])
        record = WISH_LISTS.of(document)
        if record is None:
            return ExtraWrites((Unchanged(WISH_LISTS.key(player), 0),))
        return ExtraWrites((WISH_LISTS.drop(player, document),), tuple(unlisted(wishing, player, record.faces)))


def _keys_of(player: PlayerId) -> list[Key]:
    return [ACCOUNTS.key(player), COLLECTIONS.key(player), WISH_LISTS.key(player)]


def _stays(document: Document | None, key: Key) -> Change | Unchanged:
    return Unchanged(key, seen(document))


def _wishing(player: PlayerId, own: CollectionRecord, faces: Collection[Face]) -> list[IndexChange]:
    """Return the changes that list a player under these wishes, and these cards in the index of all wished cards."""
    places = listed(wishing, player, own.account, faces)
    return [*places, *(IndexEntry(WISHED, face, 0) for face in sorted(faces))]


def _check_account(account: AccountRecord | None) -> AccountRecord:
    """Return the account of a player who may keep a wish list. Raises `CommandRefused`."""
    if account is None:
        raise unknown_token()
    if account.kind is PlayerKind.GUEST:
        text = Text("You need an account for a wish list: `register` first.")
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
    return account
