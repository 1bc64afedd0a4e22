#!/bin/sh
# Writes the pinned requirements anew from the ranges in pyproject.toml and client/pyproject.toml. Pins that still fit are kept;
# `make lock UPGRADE=--upgrade` takes the newest instead.
set -eu
cd "$(dirname "$0")/.."

if ! command -v "${UV:=uv}" >/dev/null; then
    echo "make lock needs uv (python3 -m pip install uv), or UV=/path/to/uv." >&2
    exit 1
fi

# --no-config: whoever runs this may have an index of their own, and its files are not everybody's files.
compile() {
    "$UV" --no-config pip compile --quiet --universal --generate-hashes --python-version 3.11 \
        --excludes deploy/lock-excludes.txt --no-emit-package quarterdeck-client --no-annotate --custom-compile-command "make lock" ${UPGRADE:-} "$@" >/dev/null
}

# What builds the project is pinned too. Editable installs need `editables` beside the build backend.
build() {
    sed -n 's/^requires = \["\(.*\)"\]$/\1/p' pyproject.toml
    echo "editables"
}

# The largest first, and the others bound by it: what is tested is what is served.
build | compile pyproject.toml --extra dev - -o deploy/requirements-dev.txt
build | compile -c deploy/requirements-dev.txt - -o deploy/requirements-build.txt
# What installs the others.
echo uv | compile -c deploy/requirements-dev.txt - -o deploy/requirements-uv.txt
# What is in the image: an archive in S3, traces and pictures as PNG are there, and no packages to be added.
compile -c deploy/requirements-dev.txt pyproject.toml --extra server --extra s3 --extra otel --extra pictures -o deploy/requirements-server.txt
compile -c deploy/requirements-dev.txt pyproject.toml --extra server --extra embedded --extra terminal \
    -o deploy/requirements.txt
# What only some hosts need beside that: an archive in S3, traces, pictures as PNG.
compile -c deploy/requirements-dev.txt pyproject.toml --extra s3 --extra otel --extra pictures -o deploy/requirements-extras.txt

# One package a line, with all its digests and no comments: a difference shows the packages that have changed, and nothing else.
for file in deploy/requirements*.txt; do
    sed -e ':join' -e '/\\$/{N;s/ *\\\n */ /;bjoin' -e '}' "$file" >"$file.joined"
    mv "$file.joined" "$file"
done
