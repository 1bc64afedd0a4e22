"""Challenges as they are stored, with the open challenges and the preference of each player. Pure."""

from collections.abc import Mapping

import msgspec
from msgspec import Raw
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.lobby.social.challenges import (
    DAYS_OPEN,
    HOURS_OF_A_LINK,
    Challenge,
    ChallengedBy,
    ChallengeId,
    ChallengeStage,
    DeclineReason,
    RatingBand,
)
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.notices.inbox import NO_ID

HOUR = 60 * 60 * 1000
DAY = 24 * HOUR
SECONDS_KEPT = 45 * 24 * 60 * 60
"""Seconds for which a challenge is kept after its last change: longer than it is open, and than its notices."""

MOST_SENT = 20
"""Limit of open challenges by one person and their bots."""

MOST_RECEIVED = 50
"""Limit of open challenges to one player."""

ANYBODY = PlayerId("")
"""The challenged player of a link that nobody has accepted yet."""

MOST_OPEN_BETWEEN_TWO = 1
MOST_A_DAY_BETWEEN_TWO = 10
MOST_A_DAY = 100


class ChallengeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The stored record of a challenge. It contains the challenger's deck, so only the result of `shown` may leave the
    server."""

    id: ChallengeId
    players: tuple[PlayerId, PlayerId]
    """The challenger, and the challenged player."""

    people: tuple[PlayerId, PlayerId]
    """The persons behind the two players: the owner of a bot, else the player."""

    game: GameName
    options: Raw
    time_limit: Milliseconds
    rated: bool
    seat: int | None
    deck: Deck | None
    order: str
    """The mark of the command that has made it."""

    made_at: Milliseconds
    stage: ChallengeStage = ChallengeStage.OPEN
    reason: DeclineReason | None = None
    table: TableId | None = None
    match: MatchId | None = None

    @property
    def expires_at(self) -> Milliseconds:
        return Milliseconds(self.made_at + DAYS_OPEN * DAY)

    def stage_at(self, now: Milliseconds) -> ChallengeStage:
        """Return the stage of a challenge at this time: an open challenge expires by itself."""
        is_late = self.stage is ChallengeStage.OPEN and now >= self.expires_at
        return ChallengeStage.EXPIRED if is_late else self.stage

    def other(self, player: PlayerId) -> PlayerId:
        """Return the other player of a challenge."""
        first, second = self.players
        return second if player == first else first

    def shown(self, known: Mapping[PlayerId, Player], unrated: Unrated | None, now: Milliseconds) -> Challenge:
        """Return the challenge as both players see it."""
        challenger, challenged = self.players
        return Challenge(
            id=self.id,
            challenger=known[challenger],
            challenged=known[challenged],
            game=self.game,
            options=msgspec.json.decode(self.options),
            time_limit=self.time_limit,
            rated=self.rated,
            seat=self.seat,
            has_deck=self.deck is not None,
            unrated=unrated,
            stage=self.stage_at(now),
            reason=self.reason,
            made_at=self.made_at,
            expires_at=self.expires_at,
            table=self.table,
            match=self.match,
        )


class BotRecord(msgspec.Struct, frozen=True):
    """The record of what a bot account has declared."""

    games: tuple[GameName, ...]
    at_once: int


class ChallengerRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of one player's open challenges, and of who may challenge the player."""

    by: ChallengedBy = ChallengedBy.REGISTERED
    bands: tuple[RatingBand, ...] = ()
    """The ratings of players that may challenge the player, by game."""

    bot: BotRecord | None = None
    """What a listed bot plays; `None` for all other players."""

    sent: dict[ChallengeId, tuple[PlayerId, Milliseconds]] = {}
    """The open challenges by this player: the challenged player, and the time of the challenge."""

    received: dict[ChallengeId, tuple[PlayerId, Milliseconds]] = {}
    """The same of challenges to this player, with the challenger."""

    links: dict[ChallengeId, tuple[str, Milliseconds]] = {}
    """The open challenge links of this player: the hash of the token, and the time of the link."""

    def takes_rating(self, game: GameName, own: int, other: int) -> bool:
        """True if a challenger with the rating `other` is in the band of a player with the rating `own`."""
        band = next((each for each in self.bands if each.game == game), None)
        if band is None:
            return True
        is_too_low = band.below is not None and other < own - band.below
        is_too_high = band.above is not None and other > own + band.above
        return not (is_too_low or is_too_high)

    def at(self, now: Milliseconds) -> "ChallengerRecord":
        """Return the record of a player's challenges at this time, without expired ones."""
        oldest = now - DAYS_OPEN * DAY
        oldest_link = now - HOURS_OF_A_LINK * HOUR
        return msgspec.structs.replace(
            self,
            sent={id_: each for id_, each in self.sent.items() if each[1] > oldest},
            received={id_: each for id_, each in self.received.items() if each[1] > oldest},
            links={id_: each for id_, each in self.links.items() if each[1] > oldest_link},
        )

    def after(self, record: ChallengeRecord, player: PlayerId, now: Milliseconds) -> "ChallengerRecord":
        """Return the record of one of the two players' challenges after this challenge has changed."""
        noted = self.at(now)
        sent, received = dict(noted.sent), dict(noted.received)
        mine = sent if player == record.players[0] else received
        mine.pop(record.id, None)
        if record.stage is ChallengeStage.OPEN:
            mine[record.id] = record.other(player), record.made_at
        links = {id_: each for id_, each in noted.links.items() if id_ != record.id}
        return msgspec.structs.replace(noted, sent=sent, received=received, links=links)


class ChallengeCounts(msgspec.Struct, frozen=True, kw_only=True):
    """The challenges that count against the limits of one person: those by the player and by all of their bots. They
    still count after a bot is deleted."""

    open: dict[ChallengeId, tuple[PlayerId, Milliseconds]] = {}
    """The open challenges: the challenged person, and the time of the challenge."""

    lately: tuple[tuple[PlayerId, Milliseconds], ...] = ()
    """The challenges of the last day, with any outcome."""

    def at(self, now: Milliseconds) -> "ChallengeCounts":
        """Return these counts of challenges without those that have expired at this time."""
        return ChallengeCounts(
            open={id_: each for id_, each in self.open.items() if each[1] > now - DAYS_OPEN * DAY},
            lately=tuple(each for each in self.lately if each[1] > now - DAY),
        )

    def after(self, record: ChallengeRecord, now: Milliseconds) -> "ChallengeCounts":
        """Return these counts after a challenge of this person has been made, answered or cancelled."""
        noted = self.at(now)
        still_open, lately = dict(noted.open), noted.lately
        was_open = still_open.pop(record.id, None) is not None
        if record.stage is ChallengeStage.OPEN:
            made = record.people[1], record.made_at
            still_open[record.id] = made
            lately = lately if was_open else (*lately, made)
        return ChallengeCounts(open=still_open, lately=lately)


CHALLENGES = Collection("challenge", ChallengeRecord)
CHALLENGERS = Collection("challenger", ChallengerRecord)
"""By the player."""

CHALLENGE_COUNTS = Collection("challenge_counts", ChallengeCounts)
"""By the person."""

NEW = ChallengerRecord()
NONE_MADE = ChallengeCounts()


def check_room(own: ChallengeCounts, other: PlayerId, now: Milliseconds) -> None:
    """Raise `CommandRefused` if the maker of a challenge has as many open challenges, or has made as many lately, as
    allowed. `own` are the counts of the maker's person at this time, and `other` is the challenged person, `ANYBODY`
    for a link."""
    if len(own.open) >= MOST_SENT:
        text = Text("You have {count|# open challenge|# open challenges}: cancel one first.", count=MOST_SENT)
        raise CommandRefused(RefusalCode.TOO_MANY, text, "$.type", remaining=0)
    if other and sum(each == other for each, _ in own.open.values()) >= MOST_OPEN_BETWEEN_TWO:
        text = Text("Your challenge to this player waits for an answer: cancel it first.")
        raise CommandRefused(RefusalCode.TOO_MANY, text, "$.player", remaining=0)
    with_other = [at for each, at in own.lately if each == other and other]
    for made, most, where in (
        (with_other, MOST_A_DAY_BETWEEN_TWO, "$.player"),
        ([at for _, at in own.lately], MOST_A_DAY, "$.type"),
    ):
        if len(made) >= most:
            text = Text("The limit is {most} challenges a day.", most=most)
            retry_in = Milliseconds(made[0] + DAY - now)
            raise CommandRefused(RefusalCode.TOO_MANY, text, where, retry_in=retry_in, remaining=0)


def check_open(record: ChallengeRecord, now: Milliseconds) -> None:
    """Raise `CommandRefused` if a challenge was answered or has expired."""
    if record.stage_at(now) is not ChallengeStage.OPEN:
        raise over()


def over(where: str = "$.challenge") -> CommandRefused:
    """Return the refusal for a challenge that was answered or has expired."""
    text = Text("This challenge is over: it was answered or has expired.")
    return CommandRefused(RefusalCode.CHALLENGE_OVER, text, where)


def unknown_challenge(where: str = "$.challenge") -> CommandRefused:
    """Return the refusal for a challenge that does not exist, or belongs to other players."""
    return CommandRefused(RefusalCode.UNKNOWN_CHALLENGE, Text("You have no challenge with this id."), where)


def not_accepting(where: str) -> CommandRefused:
    """Return the common refusal for all reasons that concern only the other player."""
    return CommandRefused(RefusalCode.NOT_ACCEPTING, Text("This player does not accept this challenge."), where)


def would_be_unrated(reason: Unrated) -> CommandRefused:
    """Return the refusal for a challenge that is to be accepted for a rated match only, and would not be rated."""
    text = Text("This match would not be rated: `{reason}`. The challenge is still open.", reason=reason.value)
    return CommandRefused(RefusalCode.WOULD_BE_UNRATED, text, "$.only_rated")


def notice_of(challenge: Challenge, kind: NoticeKind, at: Milliseconds) -> Notice:
    """Return the notice of a challenge that was made or answered."""
    return Notice(id=NO_ID, kind=kind, at=at, match=challenge.match, game=challenge.game, challenge=challenge)
