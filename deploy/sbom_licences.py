"""Licences for a bill of materials (CycloneDX), read from the installed packages at the versions that it names.

`cyclonedx_py requirements` reads a lock file, which has no licences. The metadata of the packages has them.
"""

import json
import sys
from importlib.metadata import PackageMetadata, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.utils import canonicalize_name

APPROVED = "License :: OSI Approved :: "
LONGEST_NAME = 80
"""Some packages have the whole text of their licence in the field for its name."""

FOR_OTHER_PYTHONS = {"async-timeout": "Apache-2.0"}
"""Licences of packages that are pinned and that only some versions of Python install."""

# Names as an index has them: packages write `_` too.
UNDECLARED = {"pyrage": "MIT", "resvg-py": "MIT"}
"""Licences of packages whose metadata names none: they are in the files that the package brings."""


def licences_of(metadata: PackageMetadata) -> list[dict[str, Any]]:
    """Return the licences that a package declares, in the form of CycloneDX."""
    if "License-Expression" in metadata:
        return [{"expression": metadata["License-Expression"]}]
    classifiers = metadata.get_all("Classifier") or []
    named = [each.removeprefix(APPROVED) for each in classifiers if each.startswith(APPROVED)]
    said = metadata["License"].strip() if "License" in metadata else ""
    if not named and said and len(said) <= LONGEST_NAME and "\n" not in said:
        named = [said]
    return [{"license": {"name": name}} for name in sorted(named)]


def with_licences(bill: str) -> str:
    """Return a bill with the licences of its components. Raises `ValueError` with the names of those that have none."""
    value = json.loads(bill)
    without = []
    for component in value["components"]:
        name, version = component["name"], component["version"]
        if name in FOR_OTHER_PYTHONS:
            component["licenses"] = [{"license": {"id": FOR_OTHER_PYTHONS[name]}}]
            continue
        try:
            package = distribution(name)
        except PackageNotFoundError:
            without.append(f"{name} {version} (not installed)")
            continue
        licences = licences_of(package.metadata) if package.version == version else []
        if not licences and package.version == version and (known := UNDECLARED.get(canonicalize_name(name))):
            licences = [{"license": {"id": known}}]
        if not licences:
            without.append(f"{name} {version} (installed: {package.version})")
        else:
            component["licenses"] = licences
    if without:
        raise ValueError(f"no licence is known of {', '.join(without)}")
    written = json.dumps(value, indent=2, ensure_ascii=False)
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(written)
    if wrong is not None:
        raise ValueError(f"this would be no bill of materials: {wrong}")
    return written


if __name__ == "__main__":
    path = Path(sys.argv[1])
    try:
        path.write_text(with_licences(path.read_text("utf-8")), "utf-8")
    except ValueError as error:
        sys.exit(f"sbom: {error}")
