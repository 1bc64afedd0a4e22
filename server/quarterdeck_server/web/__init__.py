"""The web server of Quarterdeck, with aiohttp."""
