#!/usr/bin/env bash
# Everything that must hold: the checks, the tests on PostgreSQL, then all tests on SQLite with the browser ones.
# What the machine lacks is installed when that is allowed (root and apt-get), else left out with one line; with
# CI=true nothing is left out. On PostgreSQL it is the fewest tests that send every statement (tests/cover.py); with
# FULL=1 all of them, and random examples are repeated more often. The last lines say how long each layer took and, in
# pytest's own form, how many tests ran.
set -uo pipefail
cd "$(dirname "$0")/.."
P=.venv/bin/python
T="$P -m pytest -q -n auto --dist worksteal --tb=short"
# Python keeps what it made of each file, the tests too: without that each process of each layer makes it for itself,
# which takes longer than to find the tests.
unset PYTHONDONTWRITEBYTECODE
failed=()
times=()
said=$(mktemp)
trap 'rm -f "$said"' EXIT

layer() {  # layer NAME COMMAND: runs it, and keeps how long it took and whether it failed
    local name=$1 began=$SECONDS took
    shift
    echo "== $name"
    "$@" 2>&1 | tee -a "$said" || failed+=("$name")
    took=$((SECONDS - began))
    times+=("$(printf '%4d:%02d  %s' $((took / 60)) $((took % 60)) "$name")")
}

has_browser() {
    local name
    for name in chromium-headless-shell chromium chromium-browser google-chrome; do
        if command -v "$name" >/dev/null; then return 0; fi
    done
    return 1
}
has_shell() { command -v chromium-headless-shell >/dev/null; }
has_cjk_font() { command -v fc-list >/dev/null && [ -n "$(fc-list :lang=zh-tw family | head -1)" ]; }
has_postgres() { compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null; }
has_nginx() { command -v nginx >/dev/null || [ -x /usr/sbin/nginx ]; }
has_pango() { $P -c 'import weasyprint' >/dev/null 2>&1; }

missing=()
has_cjk_font || missing+=(fontconfig fonts-noto-cjk)
has_postgres || missing+=(postgresql)
has_nginx || missing+=(nginx-light)
command -v openssl >/dev/null || missing+=(openssl)
command -v systemd-analyze >/dev/null || missing+=(systemd)
has_pango || missing+=(libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0)
if { [ ${#missing[@]} -gt 0 ] || ! has_shell; } && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >/dev/null 2>&1
    # The shell is Chromium without its windows: the same pages at half the work, beside a whole Chromium too.
    if ! has_shell && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
        missing+=(chromium-headless-shell)
    elif ! has_browser; then
        missing+=(chromium)
    fi
    if [ ${#missing[@]} -gt 0 ]; then
        echo "installing ${missing[*]} …"
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null 2>&1 ||
            echo "could not install: ${missing[*]}"
    fi
fi

lacking() {  # lacking WHAT PACKAGES: one line; with CI=true a failure
    echo "left out: $1 (apt-get install $2)"
    if [ "${CI:-}" = true ]; then failed+=("left out: $1"); fi
}
has_browser || lacking "browser tests: no Chromium" chromium
has_cjk_font || lacking "Chinese in PDF and screenshots: no font" fonts-noto-cjk
has_nginx || lacking "tests behind nginx: no nginx" nginx-light
has_pango || lacking "PDF tests: no Pango" "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"

# What only depends on the rules need not run again while the rules, and what they are tried with, are as they were when
# all of it last passed here. With CI=true or FULL=1 it always runs.
RULES="scoring tests/scoring tests/golden tests/oracle tests/bench tests/data/fan-values.csv tests/data/offences.csv
    tests/data/replay-hk-classic.json tests/lacking.py tests/conftest.py pyproject.toml requirements-dev.lock LICENSE"
passed=var/tests/rules-passed
digest=$(find $RULES -type f -not -path '*/__pycache__/*' -print0 | sort -z | xargs -0 sha256sum | sha256sum)
known=""
if [ "${CI:-}" != true ] && [ "${FULL:-}" != 1 ] && [ "$(cat $passed 2>/dev/null)" = "$digest" ]; then
    echo "left out: tests/scoring and tests/golden, unchanged since they passed (FULL=1 runs them)"
    known="--ignore=tests/scoring --ignore=tests/golden"
fi

layer "checks" scripts/lint.sh

covering="--covering tests/data/postgres.txt"
if [ "${FULL:-}" = 1 ]; then covering=""; fi
if has_postgres; then
    # The pure ones cannot tell one database from another (tests/conftest.py marks them), and the browser goes round once.
    layer "tests on PostgreSQL" scripts/with-pg.sh $T -m "not browser and not sqlite" $covering \
        --ignore=tests/scoring --ignore=tests/golden --ignore=tests/style
else
    lacking "tests on PostgreSQL: no server" postgresql
fi

# The oracles run twice: here without the engine of scoring/fast, below with it. tests/scoring/test_without_the_engine.py
# does so with the worked hands and games.
[ -n "$known" ] || layer "the oracles by the definition alone" env PAIJU_COUNT=definition $T tests/golden

layer "tests on SQLite" $T --durations=12 --durations-min=5 -m "not postgres and not browser" --ignore=tests/style $known
case " ${failed[*]-} " in *" the oracles "* | *" tests on SQLite "*) ;; *) echo "$digest" >$passed ;; esac
layer "tests in the browser" $P -m pytest -q -n auto --tb=short --durations=12 --durations-min=5 -m browser tests/browser

printf '%s\n' "== minutes" "${times[@]}" "$(printf '%4d:%02d  in all' $((SECONDS / 60)) $((SECONDS % 60)))"
# "12 passed, 1 skipped in 3.40s" of every layer, added up.
grep -E '^(=+ )?[0-9]+ (passed|failed|skipped|error).* in [0-9.]+s' "$said" | awk -v seconds="$SECONDS" '
    { for (n = 2; n <= NF; n++) if ($n ~ /^(passed|failed|skipped|errors?|xfailed|xpassed),?$/) {
        kind = $n; sub(/,$/, "", kind); sub(/^errors$/, "error", kind); sum[kind] += $(n - 1) } }
    END { line = ""; count = split("failed error passed skipped xfailed xpassed", kinds, " ")
        for (k = 1; k <= count; k++) if (sum[kinds[k]]) line = line (line == "" ? "" : ", ") sum[kinds[k]] " " kinds[k]
        printf "===== %s in %d.00s =====\n", line, seconds }'
if [ ${#failed[@]} -gt 0 ]; then
    printf 'make test FAILED: %s\n' "${failed[@]}" >&2
    exit 1
fi
