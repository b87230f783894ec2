#!/usr/bin/env bash
# with-pg.sh COMMAND…  runs the command with DATABASE_URL pointing at a PostgreSQL server of its own, made for it
# and thrown away after it. Exit 77 when no server is installed; else the command's own exit status.
set -euo pipefail
# The newest of what Debian installs beside each other; elsewhere whatever is on the PATH.
BIN=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1) || true
[ -x "$BIN/initdb" ] || BIN=$(dirname "$(command -v initdb || echo /nonexistent/initdb)")
[ -x "$BIN/initdb" ] || { echo "no PostgreSQL server (apt-get install postgresql)" >&2; exit 77; }

# initdb refuses to run as root.
as() { if [ "$(id -u)" = 0 ]; then (cd / && exec runuser -u nobody -- "$@"); else "$@"; fi; }

# Short on purpose: a socket's path may have 107 bytes.
D=$(as mktemp -d /tmp/pg.XXXXXX)
stop() { as "$BIN/pg_ctl" -D "$D/data" -m immediate -w stop >/dev/null 2>&1 || true; rm -rf "$D"; }
trap stop EXIT
as "$BIN/initdb" -D "$D/data" -U app -A trust -N -E UTF8 --locale=C.UTF-8 >/dev/null
as "$BIN/pg_ctl" -D "$D/data" -w -l "$D/log" \
    -o "-k $D -c listen_addresses='' -c fsync=off -c full_page_writes=off -c synchronous_commit=off" \
    start >/dev/null
as "$BIN/createdb" -h "$D" -U app app
DATABASE_URL="postgres://app@${D//\//%2F}/app" "$@"
