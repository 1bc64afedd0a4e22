#!/bin/sh
# Builds the image of deploy/Dockerfile with neither a daemon nor Docker's hub: on a base of Debian's own packages, whose
# signatures are checked. As root on Debian, with its packages buildah and mmdebstrap:
#
#     sh deploy/image.sh [NAME]        # SUITE=trixie and MIRROR=http://deb.debian.org/debian unless you say otherwise
#
# Further words for `buildah build` go into BUILD_ARGS. Where the image lies, buildah is told as always (STORAGE_DRIVER,
# CONTAINERS_STORAGE_CONF).
set -eu
cd "$(dirname "$0")/.."

name=${1:-quarterdeck}
suite=${SUITE:-trixie}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# made NAME PACKAGES [HOOK]: an image of Debian's packages, without apt and nothing to read.
made() {
    mmdebstrap --quiet --variant=essential --include="$2" ${3:+--customize-hook="$3"} \
        --aptopt='APT::Install-Recommends "false"' \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        --dpkgopt='path-exclude=/usr/share/info/*' \
        "$suite" "$work/base.tar" "${MIRROR:-http://deb.debian.org/debian}"
    container=$(buildah from scratch)
    buildah add --quiet "$container" "$work/base.tar" / >/dev/null
    buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd /bin/sh "$container"
    buildah commit --quiet --rm "$container" "$1" >/dev/null
    rm "$work/base.tar"
}

# What Python needs to make an environment, and what it needs to run. Perl and debconf have configured Debian's packages
# and are not needed again; Python brings its own encodings. Some libraries load libstdc++.
made "$name-build" python3,python3-venv,ca-certificates,binutils
# shellcheck disable=SC2016 # the hook's own $1
made "$name-base" python3,libstdc++6,ca-certificates 'cd "$1" && rm -r usr/bin/perl* usr/lib/*/perl-base usr/lib/*/gconv \
    usr/lib/python3*/test usr/lib/python3*/pydoc_data var/cache/debconf'

# The labels of the image, and what its `--version` says. Sources without git leave the revision empty.
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml | head -n 1)
revision=$(git rev-parse HEAD 2>/dev/null || true)

# shellcheck disable=SC2086 # several words
buildah build --isolation chroot --format docker --build-arg "BASE_IMAGE=localhost/$name-base" \
    --build-arg "BUILD_IMAGE=localhost/$name-build" --build-arg "VERSION=$version" --build-arg "REVISION=$revision" ${BUILD_ARGS:-} \
    --file deploy/Dockerfile --tag "$name" .
