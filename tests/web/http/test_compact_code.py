"""Code without what only people read: what is served means what was written."""

import json
import re

import pytest
from node import CLIENT, NODE, run
from quarterdeck_server.web.http.browser_files import BrowserFiles
from quarterdeck_server.web.http.compact_code import compact_script, compact_styles

SCRIPTS = {
    "const a = 1; // of course\n": "const a=1;\n",
    "/** Said\n * at length. */\nlet a;\n\n\n  let b;": "let a;\nlet b;\n",
    "return /* no */ a": "return a\n",
    "return\na": "return\na\n",
    "a(\n  b,\n  [\n    c,\n  ],\n)\n(d)": "a(b,[c])\n(d)\n",
    "[a, , b, ,]": "[a,,b,,]\n",
    "[\n  ,\n]": "[,]\n",
    "function a() {\n  b;\n  if (c) {\n    d;\n  }\n  e\n  f\n}\na()": "function a(){b;if(c){d;}e\nf\n}\na()\n",
    "a = {\n  b,\n}\nc": "a={b}\nc\n",
    "a = b /* a line\nends */ ++c": "a=b\n++c\n",
    "a + +b - -c": "a+ +b- -c\n",
    "a / /b/.c": "a/ /b/.c\n",
    "1 .toFixed()": "1 .toFixed()\n",
    'const a = "/* \\" // no comment";': 'const a="/* \\" // no comment";\n',
    "const a = /[/\"'`]\\//g, b = c / d / e;": "const a=/[/\"'`]\\//g,b=c/d/e;\n",
    'return /"  /.test(a) ? b : (c) / d;': 'return/"  /.test(a)?b:(c)/d;\n',
    "a[0] / b / `c  /`": "a[0]/b/`c  /`\n",
    "`a  // b ${ c + `d  ${ {e: '}'} }` }  f` + g": "`a  // b ${ c + `d  ${ {e: '}'} }` }  f`+g\n",
    "`\\`  ${a}` + b": "`\\`  ${a}`+b\n",
    "#private in a; async  ( ) => b": "#private in a;async()=>b\n",
}

STYLES = {
    "a :hover , b > c {\n  color : red;\n\n  d: e\n}\n": "a :hover , b > c{color : red;d: e}\n",
    "/* said */\n@media (a) {\n  a {}\n}": "@media (a){a{}}\n",
    'a::after { content: " {  /* no comment */ "; }': 'a::after{content: " {  /* no comment */ ";}\n',
}


@pytest.mark.parametrize("source", SCRIPTS)
def test_a_script_loses_its_comments_and_the_spaces_that_part_nothing(source: str) -> None:
    assert compact_script(source) == SCRIPTS[source]


@pytest.mark.parametrize("source", STYLES)
def test_a_style_sheet_loses_its_comments_and_its_lines(source: str) -> None:
    assert compact_styles(source) == STYLES[source]


@pytest.mark.parametrize("source", ["`a", "`${a", "a = /b\n"])
def test_anything_that_does_not_end_is_no_script(source: str) -> None:
    with pytest.raises(ValueError, match="does not end"):
        compact_script(source)


def test_anything_that_is_served_means_to_a_parser_what_was_written() -> None:
    served = BrowserFiles(CLIENT)
    pairs = []
    for path, answer in served.assets.items():
        source = (CLIENT / path).read_text() if path.endswith((".css", ".js")) else ""
        if source and "@import" not in source.replace("/** @import", ""):
            assert len(answer.plain) <= len(source.encode()), path
            pairs.append((path, source, answer.plain.decode()))
    assert len(pairs) > 160
    sizes = sum(len(source) for _, source, _ in pairs), sum(len(compacted) for _, _, compacted in pairs)
    assert sizes[1] < 0.75 * sizes[0], "it is served as it was written"
    compared = run(NODE, CLIENT / "web" / "tests" / "same-code.js", folder=CLIENT, given=json.dumps(pairs))
    assert json.loads(compared) == []
    plus = re.compile(r"(?<!\+)\+(?!\+)")  # `++` with one changed is no code at all
    added = [pair for pair in pairs if plus.search(pair[2])]
    broken = [(path, source, plus.sub("-", compacted, 1)) for path, source, compacted in added]
    compared = run(NODE, CLIENT / "web" / "tests" / "same-code.js", folder=CLIENT, given=json.dumps(broken[:3]))
    assert len(json.loads(compared)) == 3, "a change of the meaning would not be noticed"
