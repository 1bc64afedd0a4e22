"""The permissions of each role, in one table, and the permission that each order needs. Pure."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from quarterdeck_protocol.lobby.moderation import DeedKind, Role
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused


class Permission(StrEnum):
    """Permissions of the players who look after a server."""

    READ_SERVER = "read_server"
    """Read the state of the server: health, settings, figures, the pause, announcements. Nothing about one player."""

    ADMIT = "admit"
    """Make and revoke invites, approve and reject accounts."""

    GIVE = "give"
    """Make and revoke claim codes."""

    ANNOUNCE = "announce"
    """Make and remove announcements."""

    MODERATE = "moderate"
    """Read reports, the audit log and players' files, sanction players, and inspect matches."""

    MANAGE = "manage"
    """Pause the server, set the roles of players, and sanction players with a role."""


PERMISSIONS: Mapping[Role, frozenset[Permission]] = {
    Role.VIEWER: frozenset({Permission.READ_SERVER}),
    Role.ORGANISER: frozenset({Permission.READ_SERVER, Permission.ADMIT, Permission.GIVE, Permission.ANNOUNCE}),
    Role.MODERATOR: frozenset({Permission.READ_SERVER, Permission.ADMIT, Permission.GIVE, Permission.MODERATE}),
    Role.ADMIN: frozenset(Permission),
}
"""The permissions of each role. A player has those of all of their roles. The role `admin` is the operator's."""

_OF_DEEDS: Mapping[DeedKind, Permission] = {
    **dict.fromkeys((DeedKind.ROLES, DeedKind.PAUSE, DeedKind.RESUME), Permission.MANAGE),
    **dict.fromkeys((DeedKind.ANNOUNCE, DeedKind.REMOVE_ANNOUNCEMENT), Permission.ANNOUNCE),
    **dict.fromkeys(
        (DeedKind.MAKE_INVITE, DeedKind.REVOKE_INVITE, DeedKind.APPROVE, DeedKind.REJECT), Permission.ADMIT
    ),
    **dict.fromkeys((DeedKind.MAKE_CODES, DeedKind.REVOKE_CODES), Permission.GIVE),
}


def permission_for(deed: DeedKind) -> Permission:
    """Return the permission that an order of this kind needs."""
    return _OF_DEEDS.get(deed, Permission.MODERATE)


def has_role(roles: Sequence[str]) -> bool:
    """True if these roles include one with a permission."""
    return any(each in roles for each in PERMISSIONS)


def may(roles: Sequence[str], permission: Permission) -> bool:
    """True if one of these roles has the permission."""
    return any(permission in PERMISSIONS[each] for each in PERMISSIONS if each in roles)


def check(roles: Sequence[str], permission: Permission, where: str = "Authorization") -> None:
    """Raise `CommandRefused`, with this place of the fault, unless one of these roles has the permission."""
    if may(roles, permission):
        return
    match permission:
        case Permission.MANAGE:
            text = Text("Only an admin may do this.")
        case Permission.MODERATE:
            text = Text("Only a moderator or an admin may do this.")
        case _:
            allowed = " or ".join(f"`{role}`" for role, each in PERMISSIONS.items() if permission in each)
            text = Text("This needs the role {roles}.", roles=allowed)
    raise CommandRefused(RefusalCode.MISSING_ROLE, text, where)
