"""Previews of links: what chat programs and search engines show of an address of this server."""
