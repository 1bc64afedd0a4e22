"""The project's own benches: `python tests/bench NAME [options]`, and without a name the list of them."""

import ast
import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.programs import FOLDER, names


def main() -> None:
    """Run the bench that the command line names."""
    found = names()
    if len(sys.argv) < 2 or sys.argv[1] not in found:
        print("python tests/bench NAME [options], where NAME is one of:")
        for name in found:
            about = ast.get_docstring(ast.parse((FOLDER / f"{name}.py").read_text("utf-8"))) or ""
            print(f"  {name:<20} {about.splitlines()[0]}")
        sys.exit(0 if len(sys.argv) < 2 else 2)
    name = sys.argv.pop(1)
    sys.argv[0] = f"tests/bench {name}"
    import_module(f"bench.{name}").main()


main()
