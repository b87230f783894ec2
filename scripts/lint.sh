#!/usr/bin/env bash
# Every check that runs no test. Goes on after a failure, so that one run shows all of them.
set -uo pipefail
cd "$(dirname "$0")/.."
P=.venv/bin/python
failed=()

check() {
    local name=$1
    shift
    local out
    if out=$("$@" 2>&1); then
        echo "ok      $name"
    else
        echo "FAILED  $name"
        # The whole of it is one command away; here the end, where tools put their sums.
        printf '%s\n' "$out" | tail -n 40 | cut -c1-200 | sed 's/^/        /'
        failed+=("$name")
    fi
}

deploy() {
    PAIJU_HTTPS=1 DEBUG=0 ALLOWED_HOSTS=paiju.example $P manage.py check --deploy --fail-level WARNING
}

apps=(config accounts)
for app in tournaments penalties; do [ -f "$app/apps.py" ] && apps+=("$app"); done

check "ruff check" $P -m ruff check .
check "ruff format" $P -m ruff format --check .
check "templates are formatted" .venv/bin/djangofmt --check templates
[ -d scoring ] && check "mypy --strict scoring" $P -m mypy --strict scoring
check "mypy ${apps[*]} scripts" $P -m mypy "${apps[@]}" scripts
check "imports go downwards only" .venv/bin/lint-imports
check "migrations are complete" $P manage.py makemigrations --check --dry-run
check "check --deploy" deploy
check "OpenAPI document" $P manage.py spectacular --validate --fail-on-warn --file /dev/null
check "translations" $P -m scripts.translations check
check "lock files name no address" scripts/check-locks.sh
advisories=$($P -m scripts.advisories 2>/dev/null) && echo "${advisories:-ok      no advisory about a locked package}" ||
    check "advisories about packages" $P -m scripts.advisories

if [ ${#failed[@]} -gt 0 ]; then
    printf '%s\n' "${#failed[@]} failed: ${failed[*]}" >&2
    exit 1
fi
