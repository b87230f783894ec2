#!/usr/bin/env bash
# Every check that needs no running app, side by side. Goes on after a failure, so that one run shows all of them.
set -uo pipefail
cd "$(dirname "$0")/.."
P=.venv/bin/python
failed=()
names=()
said=$(mktemp -d)
trap 'rm -rf "$said"' EXIT

check() {  # check NAME COMMAND: starts it beside the others; `results` waits for it
    local number=${#names[@]}
    names+=("$1")
    shift
    (
        "$@" >"$said/$number.out" 2>&1
        echo $? >"$said/$number.status"
    ) &
}

results() {
    local number
    wait
    for number in "${!names[@]}"; do
        if [ "$(cat "$said/$number.status" 2>/dev/null)" = 0 ]; then
            echo "ok      ${names[number]}"
            grep '^left out' "$said/$number.out"
        else
            echo "FAILED  ${names[number]}"
            # The whole of it is one command away; here the end, where tools put their sums.
            tail -n 40 "$said/$number.out" | cut -c1-200 | sed 's/^/        /'
            failed+=("${names[number]}")
        fi
    done
}

deploy() {
    PAIJU_HTTPS=1 DEBUG=0 ALLOWED_HOSTS=paiju.example $P manage.py check --deploy --fail-level WARNING
}

check "ruff check" $P -m ruff check .
check "ruff format" $P -m ruff format --check .
check "templates are formatted" .venv/bin/djangofmt --check templates
check "mypy" $P -m mypy accounts config penalties scoring scripts tournaments
check "imports go downwards only" .venv/bin/lint-imports
check "migrations are complete" $P manage.py makemigrations --check --dry-run
check "check --deploy" deploy
check "OpenAPI document" $P manage.py spectacular --validate --fail-on-warn --file /dev/null
check "words and style" $P -m pytest -q -n 0 -p no:cacheprovider tests/style
check "lock files name no address" scripts/check-locks.sh
check "advisories about packages" scripts/advisories.sh
results

if [ ${#failed[@]} -gt 0 ]; then
    printf '%s\n' "${#failed[@]} failed: ${failed[*]}" >&2
    exit 1
fi
