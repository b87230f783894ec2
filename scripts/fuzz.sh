#!/usr/bin/env bash
# fuzz.sh [CASES [SEED]]  the API under Schemathesis as everybody, on SQLite and on a PostgreSQL server of its own.
# Schemathesis is in no lock file: it gets an environment of its own, var/fuzz or $PAIJU_FUZZ, that sees .venv too.
set -euo pipefail
cd "$(dirname "$0")/.."
V=${PAIJU_FUZZ:-var/fuzz}
if ! "$V/bin/python" -c "import schemathesis" 2>/dev/null; then
    echo "安裝 schemathesis Installing schemathesis into $V …"
    .venv/bin/python -m venv "$V"
    "$V/bin/python" -m pip install -qq --disable-pip-version-check schemathesis==4.32.5 ||
        { echo "make fuzz needs the package schemathesis 4.32.5 in $V" >&2; exit 1; }
fi
SITE='import sysconfig; print(sysconfig.get_path("purelib"))'
.venv/bin/python -c "$SITE" > "$("$V/bin/python" -c "$SITE")/paiju.pth"
status=0
"$V/bin/python" -m tests.fuzz "$@" || status=1
scripts/with-pg.sh "$V/bin/python" -m tests.fuzz "$@" || status=1
exit $status
