"""aiohttp, and nothing but aiohttp."""
