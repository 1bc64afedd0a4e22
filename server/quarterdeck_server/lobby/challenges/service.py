"""The challenges of all players: made, and answered once.

Each command is one commit: the challenge, both players' lists of open challenges, and the notice for the other player.
Accepting commits the table of the match as well, with both players ready. So whichever process dies, there is one
outcome, and both players are told the same.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_protocol.lobby.social.challenges import (
    AcceptChallenge,
    Challenge,
    ChallengedBy,
    ChallengeId,
    Challenges,
    ChallengeStage,
    CreateChallenge,
    DeclineReason,
    RatingBand,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.accounts import not_your_bot
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.accounts.identities import unknown_token
from quarterdeck_server.lobby.challenges.challenge_acceptance import Acceptance, Found, game_of, people_of
from quarterdeck_server.lobby.challenges.challenge_records import (
    CHALLENGE_COUNTS,
    CHALLENGERS,
    CHALLENGES,
    DAY,
    MOST_A_DAY,
    MOST_RECEIVED,
    NEW,
    NONE_MADE,
    ChallengeRecord,
    ChallengerRecord,
    check_open,
    check_room,
    not_accepting,
    notice_of,
    unknown_challenge,
)
from quarterdeck_server.lobby.challenges.challenge_writes import changed, keys_of, known_players
from quarterdeck_server.lobby.challenges.new_challenges import new_challenge
from quarterdeck_server.lobby.challenges.open_challenges import OpenChallenges
from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import Document, DocumentStore, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.followed_players.follow_lists import follows_any
from quarterdeck_server.lobby.moderation.eligibility import Eligibility, EligibilityChecks
from quarterdeck_server.lobby.notices.notifications import InboxesChanged
from quarterdeck_server.lobby.tables.composition import LobbyTables
from quarterdeck_server.store_errors import Conflict


class ChallengeService:
    """The challenges of this server's players. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        games: Mapping[str, AnyGame],
        tables: LobbyTables,
        now: Callable[[], Milliseconds],
        chance: Chance = secrets,
    ) -> None:
        self._documents = documents
        self._open = OpenChallenges(documents, now)
        self._games = games
        self._eligibility = EligibilityChecks(documents)
        self._acceptance = Acceptance(documents, games, tables, now, chance)
        self._now = now
        self._chance = chance

    async def create(self, player: PlayerId, message: CreateChallenge) -> Challenge:
        """Challenge a player. If the same command is repeated, there is still only one challenge."""
        other = message.player
        if other == player:
            raise CommandRefused(RefusalCode.NOT_YOURSELF, Text("You cannot challenge yourself."), "$.player")
        made = new_challenge((player, other), message, self._games, self._now(), self._chance)

        async def step() -> Challenge:
            permit = await self._eligibility.of(made.players, self._now())
            record = msgspec.structs.replace(made, people=people_of(made.players, permit))
            stored = await self._stored(record)
            before = CHALLENGES.of(stored[0])
            known = known_players(record, permit)
            if before is not None:
                if (before.players[0], before.order) != (player, record.order):
                    text = Text("You have already used this `ref` for another challenge.")
                    raise CommandRefused(RefusalCode.REF_REUSED, text, "$.ref")
                return before.shown(known, self._open.unrated(before, known, stored[5]), self._now())
            if player not in permit.playing:
                raise unknown_token()
            if other not in permit.blocked:
                text = Text("There is no player `{other}`. The account may have been deleted.", other=other)
                raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, text, "$.player")
            theirs = CHALLENGERS.of(stored[2]) or NEW
            counts = CHALLENGE_COUNTS.of(stored[6]) or NONE_MADE
            check_room(counts.at(record.made_at), record.people[1], record.made_at)
            ratings = await self._open.ratings(record)
            follows = await follows_any(self._documents, other, {player, record.people[0]})
            # Last, and after the same work for each reason: nobody can tell them apart.
            if not _accepts(theirs.at(record.made_at), record, permit, ratings, follows=follows):
                raise not_accepting("$.player")
            shown = record.shown(known, self._open.unrated(record, known, stored[5]), record.made_at)
            notices = [(other, notice_of(shown, NoticeKind.CHALLENGED, record.made_at))]
            kept = changed(record, stored, notices, record.made_at)
            await self._documents.commit(
                [*kept.changes, *permit.while_unchanged], kept.indexed, notification(InboxesChanged((other,)))
            )
            return shown

        return await again(step)

    async def accept(
        self, player: PlayerId, message: AcceptChallenge, terms: str | None = None, *, guests_play: bool = True
    ) -> Challenge:
        """Accept a challenge: its match begins, unless the challenger has not accepted the version `terms` of the terms
        of use, or is a guest and not `guests_play`."""

        async def found() -> Found:
            record, seen = await self._found(player, message.challenge, is_challenger=False)
            return Found(record, seen)

        return await self._acceptance.begin(player, found, message, terms, guests_play=guests_play)

    async def decline(self, player: PlayerId, challenge: ChallengeId, reason: DeclineReason) -> Challenge:
        """Decline a challenge."""
        if reason is DeclineReason.OTHER:
            known = ", ".join(each for each in DeclineReason if each is not DeclineReason.OTHER)
            text = Text("This reason is unknown; use one of: {known}.", known=known)
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.reason")
        return await self._ended(player, challenge, ChallengeStage.DECLINED, reason)

    async def cancel(self, player: PlayerId, challenge: ChallengeId) -> Challenge:
        """Cancel a challenge that this player has made."""
        return await self._ended(player, challenge, ChallengeStage.CANCELLED, None)

    async def keep_apart(self, player: PlayerId, other: PlayerId) -> None:
        """Cancel or decline the open challenges between a player and another one whom the player has blocked, bots of
        both included. The other player is notified as of any ended challenge."""
        (account,) = await ACCOUNTS.read(self._documents, [player])
        mine = [player, *(() if account is None else account.bots)]
        pages = [(page or NEW).at(self._now()) for page in await CHALLENGERS.read(self._documents, mine)]
        ids = list(dict.fromkeys(id_ for page in pages for id_ in (*page.sent, *page.received)))
        for record in await CHALLENGES.read(self._documents, ids):
            if record is None:
                continue
            for own, theirs, person in zip(record.players, record.players[::-1], record.people[::-1], strict=True):
                if own in mine and other in (theirs, person):
                    with suppress(CommandRefused):  # then it has ended meanwhile
                        if own == record.players[0]:
                            await self.cancel(own, record.id)
                        else:
                            await self.decline(own, record.id, DeclineReason.GENERIC)

    async def listed(self, player: PlayerId) -> Challenges:
        """Return the open challenges of a player, and the group of players that may challenge them."""
        return await self._open.listed(player)

    async def set_challengers(
        self, player: PlayerId, by: ChallengedBy, bands: Sequence[RatingBand] | None = None, bot: PlayerId | None = None
    ) -> Challenges:
        """Set which players may challenge this one, or this one's bot. Without `bands`, those of ratings stay."""
        of = bot or player
        if by is ChallengedBy.OTHER:
            known = ", ".join(each for each in ChallengedBy if each is not ChallengedBy.OTHER)
            text = Text("This value for who can challenge you is unknown; use one of: {known}.", known=known)
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.by")

        for number, band in enumerate(bands or ()):
            game_of(band.game, self._games)
            if band.game in [each.game for each in (bands or ())[:number]]:
                text = Text("Name each game once.")
                raise CommandRefused(RefusalCode.MALFORMED, text, f"$.rating_bands[{number}].game")

        async def step() -> None:
            document, stored = await self._documents.read([CHALLENGERS.key(of), ACCOUNTS.key(player)])
            account = ACCOUNTS.of(stored)
            if account is None or stored is None:
                raise unknown_token()
            if bot is not None and bot not in account.bots:
                raise not_your_bot(bot)
            own = CHALLENGERS.of(document) or NEW
            own = msgspec.structs.replace(own, by=by, bands=own.bands if bands is None else tuple(bands))
            await self._documents.commit([CHALLENGERS.put(of, document, own), Unchanged(stored.key, stored.revision)])

        await again(step)
        return await self._open.listed(of)

    async def left_today(self, player: PlayerId) -> tuple[int, Milliseconds]:
        """Return the number of challenges that a player's person may still make today, and the time until all are."""
        (account,) = await ACCOUNTS.read(self._documents, [player])
        person = player if account is None else account.owner or player
        (counts,) = await CHALLENGE_COUNTS.read(self._documents, [person])
        now = self._now()
        made = (counts or NONE_MADE).at(now).lately
        return max(0, MOST_A_DAY - len(made)), Milliseconds(made[-1][1] + DAY - now if made else 0)

    # How a challenge changes

    async def _ended(
        self, player: PlayerId, challenge: ChallengeId, stage: ChallengeStage, reason: DeclineReason | None
    ) -> Challenge:
        """End a challenge without a match. Repeating the same command changes nothing."""

        async def step() -> Challenge:
            record, seen = await self._found(player, challenge, is_challenger=stage is ChallengeStage.CANCELLED)
            now = self._now()
            if (record.stage, record.reason) == (stage, reason):
                return await self._shown(record)
            check_open(record, now)
            permit, stored = await self._read(record)
            if stored[0] != seen:
                raise Conflict("the challenge was changed meanwhile")
            after = msgspec.structs.replace(record, stage=stage, reason=reason)
            known = known_players(record, permit)
            shown = after.shown(known, self._open.unrated(after, known, stored[5]), now)
            other = record.other(player)
            notices = [(other, notice_of(shown, NoticeKind.CHALLENGE_ANSWERED, now))]
            kept = changed(after, stored, notices, now)
            await self._documents.commit(kept.changes, kept.indexed, notification(InboxesChanged((other,))))
            return shown

        return await again(step)

    async def _found(
        self, player: PlayerId, challenge: ChallengeId, *, is_challenger: bool
    ) -> tuple[ChallengeRecord, Document | None]:
        """Return a challenge of which this player is the challenger, or the challenged player."""
        (document,) = await self._documents.read([CHALLENGES.key(challenge)])
        record = CHALLENGES.of(document)
        if record is None or record.players[0 if is_challenger else 1] != player:
            raise unknown_challenge()
        return record, document

    async def _read(self, record: ChallengeRecord) -> tuple[Eligibility, list[Document | None]]:
        """Return the eligibility of both players, and the documents of a challenge."""
        permit = await self._eligibility.of(record.players, self._now())
        return permit, await self._stored(record)

    async def _stored(self, record: ChallengeRecord) -> list[Document | None]:
        """Return the documents that change together with a challenge."""
        return await self._documents.read(keys_of(record))

    async def _shown(self, record: ChallengeRecord) -> Challenge:
        (found,) = await self._open.read((record.id,))
        return found


def _accepts(
    theirs: ChallengerRecord, record: ChallengeRecord, permit: Eligibility, ratings: tuple[int, int], *, follows: bool
) -> bool:
    """True if the challenged player accepts challenges such as this one. Their chosen group and ratings of challengers,
    blocks, sanctions and number of open challenges decide. `follows` is true if the challenged player follows the
    challenger. All reasons are always checked."""
    challenger, challenged = record.players
    is_blocked = permit.parts([(challenger,), (challenged,)])
    is_guest = permit.playing[challenger].kind is PlayerKind.GUEST
    wanted = {ChallengedBy.EVERYBODY: True, ChallengedBy.REGISTERED: not is_guest, ChallengedBy.FOLLOWED: follows}
    is_wanted = wanted.get(theirs.by, False)
    has_room = len(theirs.received) < MOST_RECEIVED
    is_in_band = theirs.takes_rating(record.game, own=ratings[1], other=ratings[0])
    is_played = theirs.bot is None or record.game in theirs.bot.games
    reasons = (is_blocked, not is_wanted, not has_room, not is_in_band, not is_played, challenged in permit.gone)
    return not any(reasons)
