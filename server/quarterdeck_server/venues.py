"""Networks from which, as the host knows, many people connect with one address: a club, a school, a tournament."""

import ipaddress
import re
from collections.abc import Sequence
from functools import lru_cache

_SPELLED = re.compile(r"([^=]+)=([1-9][0-9]{0,3})")
MOST_REMEMBERED = 10_000


class Venues:
    """The factors by which the limits for an address are increased in certain networks."""

    def __init__(self, spelled: Sequence[str] = ()) -> None:
        """Each item is a network with its factor: `203.0.113.0/24=20`. Raises `ValueError` with the fault."""
        self._networks = [_read(each) for each in spelled]
        seen: set[Network] = set()
        for network, _ in self._networks:
            if network in seen:
                raise ValueError(f"{network} is listed twice")
            seen.add(network)
        self.times = lru_cache(MOST_REMEMBERED)(self._times)
        """The factor by which an address may do more than others: 1 for most."""

    def _times(self, address: str) -> int:
        try:
            asked = ipaddress.ip_network(address, strict=False)
        except ValueError:
            return 1
        return max((times for network, times in self._networks if _is_in(asked, network)), default=1)


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def _is_in(asked: Network, network: Network) -> bool:
    """True if a network is inside of another one. If the server does not distinguish single hosts, it may also contain
    the other one."""
    return asked.version == network.version and asked.overlaps(network)


def _read(spelled: str) -> tuple[Network, int]:
    parts = _SPELLED.fullmatch(spelled.strip())
    try:
        if parts is not None:
            return ipaddress.ip_network(parts[1]), int(parts[2])
    except ValueError:
        pass
    raise ValueError(f"{spelled!r} is not a network with a number, like 203.0.113.0/24=20")
