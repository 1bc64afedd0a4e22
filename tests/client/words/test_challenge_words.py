"""Sentences about challenges and notices."""

from quarterdeck_client.words.challenge_words import REASONS, answer_in_words, notice_in_words
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.notices import ClubNamed, Notice, NoticeId, NoticeKind
from quarterdeck_protocol.lobby.social.challenges import Challenge, ChallengeId, ChallengeStage, DeclineReason
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

ADA, BO = (Player(id=PlayerId(name.lower()), name=name) for name in ("Ada", "Bo"))


def challenge(stage: ChallengeStage, reason: DeclineReason | None = None) -> Challenge:
    """Return a challenge of Ada to Bo in this stage."""
    return Challenge(
        id=ChallengeId("c"),
        challenger=ADA,
        challenged=BO,
        game=GameName("tiny"),
        options={},
        time_limit=Milliseconds(30_000),
        rated=False,
        seat=None,
        has_deck=False,
        unrated=None,
        stage=stage,
        reason=reason,
        made_at=Milliseconds(0),
        expires_at=Milliseconds(1),
        table=None,
        match=None,
    )


def notice(kind: NoticeKind, **fields: object) -> Notice:
    """Return a notice of this kind."""
    return Notice(id=NoticeId("7"), kind=kind, at=Milliseconds(0), **fields)  # type: ignore[arg-type]  # by kind


def test_every_reason_and_stage_has_a_sentence_with_the_other_player() -> None:
    assert set(REASONS) == set(DeclineReason)
    for stage in ChallengeStage:
        assert "Bo" in answer_in_words(challenge(stage), ADA.id)
        assert "Ada" in answer_in_words(challenge(stage), BO.id)


def test_a_notice_of_each_kind_is_a_sentence_and_so_is_one_of_a_newer_kind() -> None:
    ended = notice(NoticeKind.MATCH_ENDED, match=MatchId("m"), game=GameName("tiny"), place=2)
    assert notice_in_words(ended, BO.id) == "Your match m of tiny has ended. Your place: 2."
    turn = notice(NoticeKind.YOUR_TURN, match=MatchId("m"), game=GameName("tiny"), until=Milliseconds(1))
    assert notice_in_words(turn, BO.id).startswith("It is your turn in the match m of tiny, until ")
    approved = notice(NoticeKind.ACCOUNT_APPROVED, reason="Welcome.")
    assert notice_in_words(approved, BO.id) == "A moderator has approved your account. Welcome."
    device = notice(NoticeKind.SIGN_IN_CHANGED, reason="new_device")
    assert notice_in_words(device, BO.id) == "A new device has signed in to your account."
    link = notice(NoticeKind.CHALLENGE_LINK_EXPIRED, game=GameName("tiny"), link=ChallengeId("l"))
    assert notice_in_words(link, ADA.id) == "Nobody has accepted your challenge link to tiny in time."
    expired = notice(NoticeKind.CHALLENGE_EXPIRED, challenge=challenge(ChallengeStage.EXPIRED))
    assert notice_in_words(expired, ADA.id) == "The challenge with Bo to tiny has expired."
    made = notice(NoticeKind.CHALLENGED, challenge=challenge(ChallengeStage.OPEN))
    assert notice_in_words(made, BO.id) == "Ada challenges you: tiny, 30 s, not rated. Its id is c."
    declined = challenge(ChallengeStage.DECLINED, DeclineReason.BUSY)
    answered = notice(NoticeKind.CHALLENGE_ANSWERED, challenge=declined)
    assert (
        notice_in_words(answered, ADA.id)
        == "The challenge with Bo to tiny is declined: too many matches at the moment."
    )
    paired = notice(NoticeKind.ROUND_PAIRED, tournament="t", round=2, match=MatchId("m"), game=GameName("tiny"))
    assert notice_in_words(paired, ADA.id) == "Round 2 of the tournament t of tiny has begun. Your match is m."
    club = ClubNamed(id=ClubId("c"), name="Readers")
    invited = notice(NoticeKind.CLUB_INVITED, club=club, player=BO)
    announced = notice(NoticeKind.CLUB_ANNOUNCED, club=club, player=BO, reason="On Friday.")
    answered = notice(NoticeKind.CLUB_ANSWERED, club=club, reason="declined")
    owned = notice(NoticeKind.CLUB_OWNED, club=club)
    assert notice_in_words(owned, ADA.id) == "You are the owner of the club Readers now."
    assert notice_in_words(invited, ADA.id) == "Bo invites you to the club Readers."
    assert notice_in_words(announced, ADA.id) == "Bo announces in the club Readers: On Friday."
    assert notice_in_words(answered, ADA.id) == "The club Readers has declined you."
    won = notice(NoticeKind.TOURNAMENT_ENDED, tournament="t", game=GameName("tiny"), place=1)
    assert notice_in_words(won, ADA.id) == "The tournament t of tiny has ended. Your place: 1."
    newer = notice(NoticeKind("pack_granted"), match=MatchId("m"))
    assert notice_in_words(newer, ADA.id) == "A notice that this client does not know: m."
