"""Clubs as their readers may see them. Pure."""

from collections.abc import Mapping

from quarterdeck_protocol.lobby.clubs import Club, ClubAnnouncement, ClubMember, ClubRole, ClubSummary
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.clubs.club_records import ORGANISING, RANKS, ClubRecord


def summary_of(club: ClubRecord, reader: PlayerId | None, now: Milliseconds) -> ClubSummary:
    """Return a club as it is in a reader's list."""
    role = club.role_of(reader, now)
    return ClubSummary(id=club.id, name=club.name, access=club.access, members=len(club.members), role=role)


def people_of(club: ClubRecord, now: Milliseconds) -> list[PlayerId]:
    """Return all players that a reader of a club can see."""
    members = [each.player for each in club.members]
    waiting = [*(player for player, _ in club.applications), *(each.player for each in club.lasting(now))]
    return list(dict.fromkeys((*members, *waiting, *(each.by for each in club.announcements))))


def view_of(club: ClubRecord, reader: PlayerId | None, now: Milliseconds, known: Mapping[PlayerId, Player]) -> Club:
    """Return a club as a reader may see it."""
    role = club.role_of(reader, now)
    applied = [ClubMember(player=known[each], role=ClubRole.APPLICANT, since=at) for each, at in club.applications]
    invited = [
        ClubMember(player=known[each.player], role=ClubRole.INVITED, since=each.at)
        for each in club.lasting(now)
        if not each.is_withdrawn
    ]
    waiting = sorted([*applied, *invited], key=lambda each: each.since)
    said = [ClubAnnouncement(text=each.text, by=known[each.by], at=each.at) for each in reversed(club.announcements)]
    return Club(
        summary=summary_of(club, reader, now),
        about=club.about,
        made_at=club.made_at,
        members=tuple(ClubMember(player=known[each.player], role=each.role, since=each.since) for each in club.ranked),
        waiting=tuple(waiting) if role in ORGANISING else (),
        announcements=tuple(said) if role in RANKS else (),
    )
