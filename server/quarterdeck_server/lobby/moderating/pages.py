"""The pages of sanctions."""

from quarterdeck_server.lobby.moderating.moderation import KeptAddressBan, KeptSanctions
from quarterdeck_server.lobby.shelves import Shelf

SANCTIONS = Shelf("sanctions", KeptSanctions)
"""Under the player against whom they are. Of a bot those of its owner hold, too, and are not kept a second time."""

ADDRESS_BANS = Shelf("banned_address", KeptAddressBan)
"""Under the mark of the address."""
