"""The documents of sanctions."""

from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.moderation.sanction_rules import AddressBanRecord, SanctionsRecord

SANCTIONS = Collection("sanctions", SanctionsRecord)
"""Under the player against whom they are. Of a bot those of its owner hold, too, and are not kept a second time."""

ADDRESS_BANS = Collection("banned_address", AddressBanRecord)
"""Under the mark of the address."""
