"""The pages of sanctions."""

from quarterdeck_server.lobby.collections import Shelf
from quarterdeck_server.lobby.moderation.sanction_rules import KeptAddressBan, KeptSanctions

SANCTIONS = Shelf("sanctions", KeptSanctions)
"""Under the player against whom they are. Of a bot those of its owner hold, too, and are not kept a second time."""

ADDRESS_BANS = Shelf("banned_address", KeptAddressBan)
"""Under the mark of the address."""
