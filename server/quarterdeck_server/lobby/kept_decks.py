"""Saved decks of players. They are read and validated by the rules of tables, and stored card by card, so that sets may
grow and deck codes may change."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from quarterdeck_games import AnyGame
from quarterdeck_games.deck_support import DeckSupport
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.kept_decks import DeckDropped, DeckKept, Decks, DropDeck, KeepDeck, KeptDeck
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused, unknown_game
from quarterdeck_server.lobby.accounts.accounts import AccountRecord
from quarterdeck_server.lobby.accounts.decks import LONGEST_NAME, DeckRecord, DecksRecord, with_deck, without_deck
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, DECKS
from quarterdeck_server.lobby.accounts.identities import unknown_token
from quarterdeck_server.lobby.collections import Commit, commit, seen
from quarterdeck_server.lobby.documents import Document, DocumentStore, Unchanged
from quarterdeck_server.lobby.player_text import plain
from quarterdeck_server.lobby.tables import setups

MOST_JUDGED = 1_000
"""Number of decks for which the validation result is cached. Fifty decks with every possible fault would block the
event loop for too long if each were validated on every listing."""


class KeptDecks:
    """Stores the decks of all players. Every method raises `CommandRefused` and `Unavailable`."""

    def __init__(self, games: Mapping[str, AnyGame], documents: DocumentStore, now: Callable[[], Milliseconds]) -> None:
        self._games = games
        self._documents = documents
        self._now = now
        self._is_legal = lru_cache(MOST_JUDGED)(self._judged_legal)

    async def listed(self, player: PlayerId, game: GameName | None, where: str = "$.game") -> Decks:
        """Return the decks of a player, all or those for one game. Decks for games that the server no longer offers are
        left out."""
        if game is not None:
            self._support(game, where)
        (record,) = await DECKS.read(self._documents, [player])
        return Decks(decks=self.shown(record, game))

    def shown(self, record: DecksRecord | None, game: GameName | None = None) -> tuple[KeptDeck, ...]:
        """Return saved decks as their player sees them: all, or those for one game."""
        return tuple(
            self._shown(deck)
            for deck in (DecksRecord() if record is None else record).decks
            if game in (None, deck.game) and self._can_be_read(deck)
        )

    async def keep(self, player: PlayerId, wanted: KeepDeck) -> DeckKept:
        """Save a deck, legal or not."""
        self._support(wanted.game)
        game = self._games[wanted.game]
        name = _checked(wanted.name)
        judged = setups.judged_deck(game, game.options(), wanted.deck)
        if judged.deck is None:
            raise setups.bad_deck(judged.faults)
        deck = DeckRecord(game=wanted.game, name=name, deck=judged.deck, kept_at=self._now())
        await self._change(player, lambda decks: with_deck(decks, deck))
        return DeckKept(deck=self._shown(deck), faults=judged.faults)

    async def drop(self, player: PlayerId, wanted: DropDeck) -> DeckDropped:
        """Delete a saved deck. Idempotent: a second call changes nothing."""
        self._support(wanted.game)
        name = _checked(wanted.name)
        await self._change(player, lambda decks: without_deck(decks, wanted.game, name))
        return DeckDropped(game=wanted.game, name=name)

    async def _change(self, player: PlayerId, change: Callable[[DecksRecord], DecksRecord]) -> None:
        def decide(stored: list[Document | None]) -> Commit[None]:
            before = DECKS.of(stored[1]) or DecksRecord()
            after = change(before)
            if after == before:
                return Commit(None)
            _check_account(ACCOUNTS.of(stored[0]))
            written = DECKS.put(player, stored[1], after) if after.decks else DECKS.drop(player, stored[1])
            # If the account is deleted meanwhile, nothing is stored.
            return Commit(None, [Unchanged(ACCOUNTS.key(player), seen(stored[0])), written])

        await commit(self._documents, [ACCOUNTS.key(player), DECKS.key(player)], decide)

    def _support(self, name: GameName, where: str = "$.game") -> DeckSupport:
        game = self._games.get(name)
        if game is None:
            raise unknown_game(name, self._games, where)
        if game.decks is None:
            raise setups.bad_deck([setups.without_decks(game)], where)
        return game.decks

    def _can_be_read(self, record: DeckRecord) -> bool:
        game = self._games.get(record.game)
        return game is not None and game.decks is not None

    def _shown(self, record: DeckRecord) -> KeptDeck:
        support = self._support(record.game)
        legal = self._is_legal(record.game, record.deck)
        return KeptDeck(
            game=record.game,
            name=record.name,
            deck=record.deck,
            text=support.code(record.deck) if legal else support.write(record.deck),
            legal=legal,
            kept_at=record.kept_at,
        )

    def _judged_legal(self, name: GameName, deck: Deck) -> bool:
        return not self._support(name).faults(deck, self._games[name].options())


def _checked(name: str) -> str:
    return plain(" ".join(name.split()), LONGEST_NAME, "$.name")


def _check_account(account: AccountRecord | None) -> None:
    """Raise `CommandRefused` for players without a registered account."""
    if account is None:
        raise unknown_token()
    if account.kind is PlayerKind.GUEST:
        text = Text(
            "You need an account to save decks: `register` first. The decks that you brought to tables stay there."
        )
        raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
