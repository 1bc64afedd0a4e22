"""Text for clubs."""

from quarterdeck_protocol.lobby.clubs import Club, ClubAccess, ClubMember, ClubRole, ClubSummary

from quarterdeck_client.words.collection_words import moment_in_words

ACCESS = {
    ClubAccess.ON_REQUEST: "by application",
    ClubAccess.OPEN: "open to all",
    ClubAccess.PRIVATE: "private, by invitation",
}
ROLES = {
    ClubRole.OWNER: "owner",
    ClubRole.ORGANISER: "organiser",
    ClubRole.MEMBER: "member",
    ClubRole.APPLICANT: "has applied",
    ClubRole.INVITED: "invited",
}
NEW = "a kind that this client does not know"

MEMBERS = (ClubRole.OWNER, ClubRole.ORGANISER, ClubRole.MEMBER)
MOST_ANNOUNCED = 3
"""Number of announcements that are shown, the newest first."""


def club_summary_in_words(summary: ClubSummary) -> str:
    """Return one line about a club: `Harbour club: 3 members, open to all, you: organiser`."""
    many = "1 member" if summary.members == 1 else f"{summary.members} members"
    role = "" if summary.role is ClubRole.NONE else f", you: {ROLES.get(summary.role, NEW)}"
    return f"{summary.name}: {many}, {ACCESS.get(summary.access, NEW)}{role}"


def club_in_words(club: Club) -> list[str]:
    """Return the lines about a club: its summary, its description, and the newest announcements."""
    said = [f"{moment_in_words(each.at)}  {each.by.name}: {each.text}" for each in club.announcements[:MOST_ANNOUNCED]]
    return [club_summary_in_words(club.summary), *([club.about] if club.about else []), *said]


def club_member_in_words(member: ClubMember) -> str:
    """Return one line about a player in a club: `Ada, owner`."""
    return f"{member.player.name}, {ROLES.get(member.role, NEW)}"


def roles_to_give(mine: ClubRole, theirs: ClubRole) -> dict[str, ClubRole]:
    """Return the roles that a player with the role `mine` may give to one with the role `theirs`, by label."""
    owns = mine is ClubRole.OWNER
    if not owns and mine is not ClubRole.ORGANISER:
        return {}
    match theirs:
        case ClubRole.APPLICANT:
            return {"Accept": ClubRole.MEMBER, "Decline": ClubRole.NONE}
        case ClubRole.INVITED:
            return {"Withdraw the invitation": ClubRole.NONE}
        case ClubRole.MEMBER:
            return {**({"Make organiser": ClubRole.ORGANISER} if owns else {}), "Remove …": ClubRole.NONE}
        case ClubRole.ORGANISER if owns:
            return {"Make owner …": ClubRole.OWNER, "Make member": ClubRole.MEMBER, "Remove …": ClubRole.NONE}
        case _:
            return {}
