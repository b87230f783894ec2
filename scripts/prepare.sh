#!/usr/bin/env bash
# Brings the database and the collected static files up to the code. Run twice, the second run changes nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
P=.venv/bin/python
# English is compiled by `make` too; who starts the server without it would be shown that of last time.
for texts in locale/*/LC_MESSAGES/django.po; do
    # Where the code lies read-only (deploy/systemd) only `make setup` can.
    [ "${texts%.po}.mo" -nt "$texts" ] || .venv/bin/pybabel -q compile -i "$texts" -o "${texts%.po}.mo" ||
        echo "$texts is newer than what is shown of it: run make setup" >&2
done

umask 077  # what is made here, the database above all, is its owner's alone
$P manage.py migrate --noinput --verbosity 0

# Compressing takes ten seconds; it is done again only when a file or a package is another one than last time.
kept="${PAIJU_DATA:-var}/static/.made-from"
made_from=$( (find static -type f -printf '%p %s %T@\n' | sort; cat requirements.lock config/settings.py config/bundles.py "$0") | sha256sum)
if [ "$(cat "$kept" 2>/dev/null)" != "$made_from" ]; then
    # What packages bring for pages that this site has not: the other documentation viewer, the browsable API.
    $P manage.py collectstatic --noinput --verbosity 0 --ignore redoc --ignore rest_framework
    printf '%s\n' "$made_from" > "$kept"
fi
