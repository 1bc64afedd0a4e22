"""Text for clubs."""

import pytest
from quarterdeck_client.words.club_words import (
    MOST_ANNOUNCED,
    club_in_words,
    club_member_in_words,
    club_summary_in_words,
    roles_to_give,
)
from quarterdeck_protocol.lobby.clubs import (
    Club,
    ClubAccess,
    ClubAnnouncement,
    ClubId,
    ClubMember,
    ClubRole,
    ClubSummary,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

ADA = Player(id=PlayerId("ada"), name="Ada")


def summary(access: ClubAccess, role: ClubRole, members: int = 3) -> ClubSummary:
    """Return a club in a list."""
    return ClubSummary(id=ClubId("c"), name="Harbour", access=access, members=members, role=role)


def test_a_club_says_its_members_access_role_and_newest_announcements() -> None:
    said = tuple(ClubAnnouncement(text=f"text {number}", by=ADA, at=Milliseconds(0)) for number in range(5))
    club = Club(
        summary=summary(ClubAccess.OPEN, ClubRole.MEMBER),
        about="Cards.",
        made_at=Milliseconds(0),
        members=(ClubMember(player=ADA, role=ClubRole.OWNER, since=Milliseconds(0)),),
        announcements=said,
    )
    first, about, *rest = club_in_words(club)
    assert (first, about) == ("Harbour: 3 members, open to all, you: member", "Cards.")
    assert [line.split("  ")[1] for line in rest] == [f"Ada: text {number}" for number in range(MOST_ANNOUNCED)]
    assert club_member_in_words(club.members[0]) == "Ada, owner"
    newer = summary(ClubAccess("of tomorrow"), ClubRole("of tomorrow"), 1)
    unknown = "a kind that this client does not know"
    assert club_summary_in_words(newer) == f"Harbour: 1 member, {unknown}, you: {unknown}"
    assert club_summary_in_words(summary(ClubAccess.PRIVATE, ClubRole.NONE)) == (
        "Harbour: 3 members, private, by invitation"
    )


OWNER, ORGANISER, MEMBER, NONE = ClubRole.OWNER, ClubRole.ORGANISER, ClubRole.MEMBER, ClubRole.NONE


@pytest.mark.parametrize(
    ("mine", "theirs", "given"),
    [
        (ORGANISER, ClubRole.APPLICANT, [MEMBER, NONE]),
        (ORGANISER, ClubRole.INVITED, [NONE]),
        (ORGANISER, MEMBER, [NONE]),
        (ORGANISER, ORGANISER, []),
        (OWNER, MEMBER, [ORGANISER, NONE]),
        (OWNER, ORGANISER, [OWNER, MEMBER, NONE]),
        (OWNER, OWNER, []),
        (MEMBER, ClubRole.APPLICANT, []),
        (NONE, MEMBER, []),
    ],
)
def test_only_the_owner_and_organisers_give_roles(mine: ClubRole, theirs: ClubRole, given: list[ClubRole]) -> None:
    assert list(roles_to_give(mine, theirs).values()) == given
