"""Pictures of a site only draw."""

from pathlib import Path

import pytest
from quarterdeck_server.site.pictures import LARGEST_LOGO, read_picture
from site_folders import SVG

AT = "site.toml, line 2"
ROOT = '<svg xmlns="http://www.w3.org/2000/svg">'
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (64).to_bytes(4, "big") + (32).to_bytes(4, "big") + bytes(9)


def read(folder: Path, name: str, content: str | bytes) -> tuple[str, int, int]:
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    picture = read_picture(file, LARGEST_LOGO, AT)
    return picture.kind, picture.width, picture.height


def test_a_drawing_and_a_png_are_taken(tmp_path: Path) -> None:
    assert read(tmp_path, "a.svg", SVG) == ("image/svg+xml", 0, 0)
    assert read(tmp_path, "a.png", PNG) == ("image/png", 64, 32)
    gradient = f'{ROOT}<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/></svg>'
    assert read(tmp_path, "b.svg", gradient) == ("image/svg+xml", 0, 0)
    with pytest.raises(ValueError, match="is not a PNG"):
        read(tmp_path, "cut.png", PNG[:32])


def test_a_drawing_is_written_again_without_anything_that_is_not_listed(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    noted = (
        f"{ROOT}<!-- by hand --><title>A</title><i:grid xmlns:i='urn:i'><i:a onload='x'/></i:grid>"
        "<g data-x='JavaScript:1' class='b' xml:base='https://e.example/' xmlns:h='http://www.w3.org/1999/xlink'"
        " h:href='https://e.example/x' style='fill:red;behavior:x;-moz-binding:y'><path d='M0 0'/></g></svg>"
    )
    file.write_text(noted)
    written = read_picture(file, LARGEST_LOGO, AT).content
    assert written == b'<svg xmlns="http://www.w3.org/2000/svg"><g fill="red"><path d="M0 0" /></g></svg>'
    assert read(tmp_path, "a.svg", written) == ("image/svg+xml", 0, 0)


@pytest.mark.parametrize(
    ("svg", "said"),
    [
        (f"{ROOT}\n<script>1</script></svg>", "a.svg, line 2: An SVG must not have `script`"),
        (f"{ROOT}<style>@import 'a.css'</style></svg>", "must not have `style`"),
        (f"{ROOT}<foreignObject/></svg>", "must not have `foreignObject`"),
        (f"{ROOT}<image href='a.png'/></svg>", "must not have `image`"),
        (f"{ROOT}<a href='#x'/></svg>", "must not have `a`"),
        (f"{ROOT}<g onclick='x()'/></svg>", "`g` must not have `onclick`"),
        (f"{ROOT}<use href='https://e.example/x'/></svg>", "must not have `use`"),
        (f"{ROOT}<use xmlns:l='http://www.w3.org/1999/xlink' l:href='b.svg#x'/></svg>", "must not have `use`"),
        (f"{ROOT}<g fill='url(//e.example/x)'/></svg>", "`fill` of `g` can only refer to a part of the same file"),
        (f"{ROOT}<g style='fill:URL( \"b.svg#x\")'/></svg>", "`fill` of `g` can only refer"),
        (f"{ROOT}<?xml-stylesheet href='a.css'?></svg>", "no `xml-stylesheet`"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "no DOCTYPE and no entities"),
        ("<html xmlns='http://www.w3.org/1999/xhtml'/>", "a.svg, line 1: The outermost element must be `svg`"),
        ("<path xmlns='http://www.w3.org/2000/svg'/>", "The outermost element must be `svg`"),
        (f"{ROOT}{'<g>' * 60}{'</g>' * 60}</svg>", "nested at most 50 deep"),
        (f"{ROOT}{'<g/>' * 2_000}</svg>", "at most 2,000 elements"),
        (f"{ROOT}<g></svg>", "This is not well-formed XML: mismatched tag"),
        ("no picture", "This is not well-formed XML"),
    ],
)
def test_a_drawing_that_runs_or_loads_something_is_refused(tmp_path: Path, svg: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"a\.svg") as wrong:
        read(tmp_path, "a.svg", svg)
    assert said in str(wrong.value)


def test_other_files_and_large_ones_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"line 2: a\.gif must be a PNG or an SVG"):
        read(tmp_path, "a.gif", b"GIF89a")
    with pytest.raises(ValueError, match="is not a PNG, although it is named so"):
        read(tmp_path, "a.png", b"GIF89a" + bytes(20))
    with pytest.raises(ValueError, match="has 8,193 bytes; it may have 8,192"):
        read(tmp_path, "a.png", PNG + bytes(LARGEST_LOGO + 1 - len(PNG)))
    with pytest.raises(ValueError, match="is missing"):
        read_picture(tmp_path / "gone.png", LARGEST_LOGO, AT)
