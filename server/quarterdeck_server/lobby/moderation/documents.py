"""The documents in which mutes and bans are stored."""

from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.moderation.sanction_rules import AddressBanRecord, SanctionsRecord

SANCTIONS = Collection("sanctions", SanctionsRecord)
"""Sanctions, stored by player. A bot is also subject to its owner's sanctions, which are not stored again for the
bot."""

ADDRESS_BANS = Collection("banned_address", AddressBanRecord)
"""Stored by the mark of the address."""
