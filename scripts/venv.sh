#!/usr/bin/env bash
# Makes .venv with Python 3.11 or newer. PY=/path/to/python chooses one.
set -euo pipefail
cd "$(dirname "$0")/.."

fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

if [ -n "${PY:-}" ]; then
    candidates=("$PY")
else
    candidates=(python3.11 python3 python3.12 python3.13)
fi
python=
for candidate in "${candidates[@]}"; do
    if fits "$candidate"; then python=$candidate; break; fi
done
if [ -z "$python" ]; then
    echo "需要 Python 3.11 或以上。 Python 3.11 or newer is needed; PY=/path/to/python make … names one." >&2
    exit 1
fi

# Debian ships `venv` without pip: its own package completes it.
if ! "$python" -c 'import ensurepip' 2>/dev/null; then
    package="$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        (apt-get update -qq && apt-get install -y -qq --no-install-recommends "$package") >/dev/null
    else
        echo "請先安裝 $package。 Install $package first: apt-get install $package" >&2
        exit 1
    fi
fi
# pip is unpacked from the wheel that Python brings: to have it install itself takes four seconds of a first start.
"$python" -m venv --without-pip .venv
if ! .venv/bin/python -c 'import pip' 2>/dev/null; then
    wheel=$("$python" - <<'FIND'
import ensurepip, pathlib, sysconfig
folders = pathlib.Path(ensurepip.__file__).with_name("_bundled"), pathlib.Path(sysconfig.get_config_var("WHEEL_PKG_DIR") or "-")
print(next((wheel for folder in folders for wheel in folder.glob("pip-*.whl")), ""))
FIND
    )
    if [ -n "$wheel" ]; then
        .venv/bin/python -m zipfile -e "$wheel" .venv/lib/python3.*/site-packages
    else
        .venv/bin/python -m ensurepip
    fi
fi
