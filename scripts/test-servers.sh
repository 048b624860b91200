#!/usr/bin/env bash
# Installs what tests start for themselves: Redis and Chromium from Debian's packages,
# and into .test-servers/ a MongoDB-compatible server and an independent reader of calendars, both test tools only.
set -euo pipefail
cd "$(dirname "$0")/.."

quietly() { # shows what a command printed only when it failed
  local said
  said=$(mktemp)
  "$@" >"$said" 2>&1 || { cat "$said" >&2; rm -f "$said"; return 1; }
  rm -f "$said"
}

debian() {
  command -v apt-get >/dev/null || { echo "test-servers: please install $*" >&2; return 1; }
  quietly apt-get update
  quietly env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# a server that the environment names is used as it is
[ -n "${REDIS_URL:-}" ] || command -v redis-server >/dev/null || debian redis-server

# the browser in which pages are tried; of Chromium the part without windows, which takes the least
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null ||
  command -v google-chrome >/dev/null || debian chromium-headless-shell fonts-dejavu-core

python() { # a folder of .test-servers with what a list pins, and nothing else
  local folder=.test-servers/$1 wanted=test/support/servers/$1.txt
  cmp -s "$wanted" "$folder/installed.txt" && return
  python3 -c 'import ensurepip, venv' 2>/dev/null || debian python3-venv
  rm -rf "$folder"
  python3 -m venv "$folder"
  quietly "$folder/bin/pip" install --disable-pip-version-check --require-hashes --requirement "$wanted"
  cp "$wanted" "$folder/installed.txt"
}

python calendar-oracle
[ -n "${MONGODB_URL:-}" ] || python secantusdb
