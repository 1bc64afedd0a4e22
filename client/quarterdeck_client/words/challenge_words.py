"""Text for challenges and notices, as their player reads them."""

from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.social.challenges import Challenge, ChallengeStage, DeclineReason, OpenChallengeLink
from quarterdeck_protocol.names import PlayerId

from quarterdeck_client.words.collection_words import moment_in_words

REASONS = {
    DeclineReason.GENERIC: "no reason",
    DeclineReason.LATER: "not now, but later",
    DeclineReason.BUSY: "too many matches at the moment",
    DeclineReason.GAME: "not this game",
    DeclineReason.OPTIONS: "not with these options",
    DeclineReason.TOO_FAST: "the time is too short",
    DeclineReason.TOO_SLOW: "the time is too long",
    DeclineReason.RATED: "a rated match, please",
    DeclineReason.UNRATED: "an unrated match, please",
    DeclineReason.NO_BOTS: "no challenges by programs",
    DeclineReason.ONLY_BOTS: "only challenges by programs",
    DeclineReason.OTHER: "a reason that this client does not know",
}


SIGN_INS = {
    "new_device": "A new device has signed in to your account.",
    "password_changed": "The password of your account was changed.",
    "recovery_codes_made": "New recovery codes were made for your account.",
    "second_factor_added": "A second factor was turned on for your account.",
    "second_factor_removed": "The second factor of your account was turned off.",
    "passkey_added": "A passkey was added to your account.",
    "email_added": "An e-mail address was confirmed for your account.",
    "email_removed": "The e-mail addresses of your account were removed.",
    "token_made": "A token for a program was made in your account.",
    "webhook_added": "A webhook was added to your account.",
    "app_allowed": "An app was allowed to act for you.",
    "passkey_removed": "A passkey of your account was removed.",
    "identity_linked": "Another sign-in was linked to your account.",
    "identity_unlinked": "A sign-in was unlinked from your account.",
}

DECIDED = {
    NoticeKind.ACCOUNT_APPROVED: "A moderator has approved your account.",
    NoticeKind.ACCOUNT_REJECTED: "A moderator has rejected your account.",
}
APPEALS = {
    NoticeKind.RULING_APPEALED: "appeals against a ruling in",
    NoticeKind.APPEAL_ANSWERED: "has answered an appeal in",
}


def terms_in_words(challenge: Challenge | OpenChallengeLink) -> str:
    """Return the terms of a challenge: `density-deck, 30 s, not rated`."""
    terms = [
        str(challenge.game),
        f"{challenge.time_limit / 1000:g} s",
        "rated" if challenge.rated and challenge.unrated is None else "not rated",
        *(
            []
            if challenge.unrated is None or not challenge.rated
            else [f"because {str(challenge.unrated).replace('_', ' ')}"]
        ),
        *([] if challenge.seat is None else [f"challenger has seat {challenge.seat + 1}"]),
        *(f"{name} {value}" for name, value in sorted(dict(challenge.options or {}).items())),
    ]
    return ", ".join(terms)


def challenge_in_a_row(challenge: Challenge, me: PlayerId) -> str:
    """Return one line that describes an open challenge, with its id first."""
    is_own = challenge.challenger.id == me
    who = f"you challenge {challenge.challenged.name}" if is_own else f"{challenge.challenger.name} challenges you"
    return f"{challenge.id}  {who}: {terms_in_words(challenge)}; open until {moment_in_words(challenge.expires_at)}"


def answer_in_words(challenge: Challenge, me: PlayerId) -> str:
    """Return the stage of a challenge in a sentence."""
    other = challenge.challenged if challenge.challenger.id == me else challenge.challenger
    match challenge.stage:
        case ChallengeStage.OPEN:
            return f"{other.name} has not answered yet."
        case ChallengeStage.ACCEPTED:
            return f"The challenge with {other.name} to {challenge.game} is accepted. Its match is {challenge.match}."
        case ChallengeStage.DECLINED:
            why = REASONS[challenge.reason or DeclineReason.GENERIC]
            return f"The challenge with {other.name} to {challenge.game} is declined: {why}."
        case ChallengeStage.CANCELLED:
            return f"The challenge with {other.name} to {challenge.game} is cancelled."
        case ChallengeStage.EXPIRED:
            return f"The challenge with {other.name} to {challenge.game} has expired."
        case ChallengeStage.OTHER:
            return f"The challenge with {other.name} to {challenge.game} is over."


def notice_in_words(notice: Notice, me: PlayerId) -> str:
    """Return a notice in a sentence. A kind that is newer than this client has its game and match."""
    challenge = notice.challenge
    if notice.kind is NoticeKind.MATCH_ENDED:
        place = "" if notice.place is None else f" Your place: {notice.place}."
        return f"Your match {notice.match} of {notice.game} has ended.{place}"
    if notice.kind in DECIDED:
        return " ".join(each for each in (DECIDED[notice.kind], notice.reason) if each)
    if notice.kind is NoticeKind.SIGN_IN_CHANGED:
        return SIGN_INS.get(notice.reason or "", "A way to sign in to your account has changed.")
    if notice.kind is NoticeKind.YOUR_TURN:
        until = "" if notice.until is None else f", until {moment_in_words(notice.until)}"
        return f"It is your turn in the match {notice.match} of {notice.game}{until}."
    if notice.kind is NoticeKind.ROUND_PAIRED:
        what = "You have a bye." if notice.match is None else f"Your match is {notice.match}."
        return f"Round {notice.round} of the tournament {notice.tournament} of {notice.game} has begun. {what}"
    if notice.kind is NoticeKind.ROUND_OVER:
        return f"Round {notice.round} of the tournament {notice.tournament} of {notice.game} waits for you to be ready."
    if notice.kind is NoticeKind.TOURNAMENT_ADMITTED:
        return f"You have moved up from the waiting list of the tournament {notice.tournament} of {notice.game}."
    if notice.kind is NoticeKind.TOURNAMENT_ENDED:
        place = "It was cancelled." if notice.place is None else f"Your place: {notice.place}."
        said = f" The director's reason: {notice.reason}" if notice.reason else ""
        return f"The tournament {notice.tournament} of {notice.game} has ended. {place}{said}"
    if notice.kind in APPEALS and notice.player is not None:
        what = f"{notice.player.name} {APPEALS[notice.kind]} the tournament {notice.tournament}"
        return f"{what} of {notice.game}: {notice.reason}"
    if notice.club is not None:
        return club_notice_in_words(notice, notice.club.name, notice.reason or "")
    if notice.kind is NoticeKind.CHALLENGE_LINK_EXPIRED:
        return f"Nobody has accepted your challenge link to {notice.game} in time."
    if notice.kind is NoticeKind.PRIVATE_MESSAGE and notice.player is not None:
        return f"{notice.player.name} has sent you a message."
    if challenge is not None and challenge.stage is ChallengeStage.OPEN:
        return f"{challenge.challenger.name} challenges you: {terms_in_words(challenge)}. Its id is {challenge.id}."
    if challenge is not None:
        return answer_in_words(challenge, me)
    about = ", ".join(str(each) for each in (notice.game, notice.match) if each is not None)
    return f"A notice that this client does not know: {about or notice.id}."


def club_notice_in_words(notice: Notice, club: str, reason: str) -> str:
    """Return a notice of a club in a sentence, with its sender: a text can be reported."""
    kind, by = notice.kind, "?" if notice.player is None else notice.player.name
    if kind is NoticeKind.CLUB_INVITED:
        return f"{by} invites you to the club {club}."
    if kind is NoticeKind.CLUB_OWNED:
        return f"You are the owner of the club {club} now."
    if kind is NoticeKind.CLUB_ANNOUNCED:
        return f"{by} announces in the club {club}: {reason}"
    return f"The club {club} has {reason} you."
