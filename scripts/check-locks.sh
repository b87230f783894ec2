#!/usr/bin/env bash
# A lock file holds versions and hashes, and no address of the place where somebody happened to fetch them.
set -euo pipefail
cd "$(dirname "$0")/.."
if grep -nE '://|--(extra-)?index|--find-links|^#' requirements.lock requirements-dev.lock; then
    echo "the lines above name an address; run: make lock" >&2
    exit 1
fi
for lock in requirements.lock requirements-dev.lock; do
    bare=$(grep -E '^[a-z0-9]' "$lock" | grep -cvE '==.*\\$' || true)
    [ "$bare" = 0 ] || { echo "$lock: $bare lines without a hash; run: make lock" >&2; exit 1; }
done
