"""Pictures of a site only draw."""

from pathlib import Path

import pytest
from quarterdeck_server.site.pictures import LARGEST_LOGO, read_picture
from site_folders import SVG

AT = "site.toml, line 2"
ROOT = '<svg xmlns="http://www.w3.org/2000/svg">'
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (64).to_bytes(4, "big") + (32).to_bytes(4, "big")


def read(folder: Path, name: str, content: str | bytes) -> tuple[str, int, int]:
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    picture = read_picture(file, LARGEST_LOGO, AT)
    return picture.kind, picture.width, picture.height


def test_a_drawing_and_a_png_are_taken(tmp_path: Path) -> None:
    assert read(tmp_path, "a.svg", SVG) == ("image/svg+xml", 0, 0)
    assert read(tmp_path, "a.png", PNG) == ("image/png", 64, 32)
    gradient = f'{ROOT}<defs><linearGradient id="a"/></defs><rect fill="url(#a)"/><use href="#a"/></svg>'
    assert read(tmp_path, "b.svg", gradient) == ("image/svg+xml", 0, 0)


@pytest.mark.parametrize(
    ("svg", "said"),
    [
        (f"{ROOT}\n<script>1</script></svg>", "a.svg, line 2: <script> is not allowed"),
        (f"{ROOT}<style>*{{}}</style></svg>", "<style> is not allowed"),
        (f"{ROOT}<foreignObject/></svg>", "<foreignObject> is not allowed"),
        (f"{ROOT}<image href='a.png'/></svg>", "<image> is not allowed"),
        (f"{ROOT}<a href='#x'/></svg>", "<a> is not allowed"),
        (f"{ROOT}<g onclick='x()'/></svg>", "<g onclick=…> would run a script"),
        (f"{ROOT}<use href='https://e.example/x'/></svg>", "<use href=…> leads out"),
        (f"{ROOT}<use xmlns:xlink='l' xlink:href='b.svg#x'/></svg>", "<use xlink:href=…> leads out"),
        (f"{ROOT}<g fill='url(//e.example/x)'/></svg>", "<g fill=…> loads something from outside"),
        (f"{ROOT}<g style='fill:URL( \"b.svg#x\")'/></svg>", "<g style=…> loads something from outside"),
        (f"{ROOT}<g data-x='JavaScript:1'/></svg>", "loads something from outside"),
        (f"{ROOT}<?xml-stylesheet href='a.css'?></svg>", "a processing instruction"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "a document type"),
        (f"{ROOT}<inkscape:grid xmlns:inkscape='i'/></svg>", "is the data of a drawing program"),
        (f"{ROOT}<g></svg>", "is not an SVG: mismatched tag"),
        ("no picture", "is not an SVG"),
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
