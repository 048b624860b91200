#!/usr/bin/env bash
# Installs the servers that the tests of the production engines start for themselves: Redis from Debian's packages,
# and a MongoDB-compatible server (a test tool only, never part of the product) into .test-servers/.
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
# the browser in which pages are tried
command -v chromium >/dev/null || command -v google-chrome >/dev/null || debian chromium
[ -z "${MONGODB_URL:-}" ] || exit 0

folder=.test-servers/secantusdb
wanted=test/support/servers/secantusdb.txt
if ! cmp -s "$wanted" "$folder/installed.txt"; then
  python3 -c 'import ensurepip, venv' 2>/dev/null || debian python3-venv
  rm -rf "$folder"
  python3 -m venv "$folder"
  quietly "$folder/bin/pip" install --disable-pip-version-check --requirement "$wanted"
  cp "$wanted" "$folder/installed.txt"
fi
