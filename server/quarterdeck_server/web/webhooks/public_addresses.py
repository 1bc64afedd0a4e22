"""Addresses that a webhook may reach: those of the public internet, and none of an inner network."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

REFUSED_V4 = tuple(
    ip_network(each)
    for each in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
    )
)
"""IPv4 networks with a special purpose (IANA), multicast and reserved ones."""

GLOBAL_V6 = IPv6Network("2000::/3")
REFUSED_V6 = tuple(IPv6Network(each) for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
"""IPv6 networks inside of the global ones that lead elsewhere: Teredo, documentation, 6to4. NAT64, mapped and inner
addresses are outside of `2000::/3`."""


def is_public(address: str) -> bool:
    """True if an IP address belongs to the public internet. What is no plain address is refused."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    match found:
        case IPv4Address():
            return not any(found in network for network in REFUSED_V4)
        case IPv6Address():
            return found.scope_id is None and found in GLOBAL_V6 and not any(found in each for each in REFUSED_V6)
