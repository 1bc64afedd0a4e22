"""Pictures as PNG, for what shows no SVG: previews of links, chat programs, terminals.

It needs the extra `pictures` (resvg). Without it a server has none.
"""

from quarterdeck_server.cards.pictures.host_pictures import Picture

PNG = "image/png"
WIDTH, HEIGHT = 480, 360


def bitmap_of(picture: Picture, width: int = WIDTH, height: int = HEIGHT) -> Picture | None:
    """Return a card's picture as PNG, drawn in this size; `None` if the extra `pictures` is not installed, or if the
    picture is a host's WebP file."""
    if picture.kind == PNG:
        return picture
    if picture.kind != "image/svg+xml":
        return None
    try:
        import resvg_py
    except ImportError:
        return None
    sized = picture.content.decode().replace("<svg", f'<svg width="{width}" height="{height}"', 1)
    return Picture(PNG, bytes(resvg_py.svg_to_bytes(svg_string=sized, skip_system_fonts=True)))
