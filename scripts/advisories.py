"""Known faults of the locked packages, asked of the open database of advisories (OSV). Exit 1 where there is one.

Offline, or where the database does not answer in time, one line says so and the exit is 0: a check that needs the
internet must not stop who works without it.
"""

import json
import os
import sys
import urllib.error
import urllib.request
from typing import Any

from scripts.sbom import components

ADVISORIES = "https://api.osv.dev"
SECONDS = 5


def main() -> int:
    parts = [part["purl"] for part in components()]
    try:
        results = _ask(parts)
    except (OSError, ValueError, KeyError, urllib.error.URLError):
        print("left out: the advisories about packages can't be reached")
        return 0
    faults = {part: [each["id"] for each in found.get("vulns", ())] for part, found in zip(parts, results, strict=True)}
    for part, names in faults.items():
        if names:
            print(f"{part}: {', '.join(names)}")
    return 1 if any(faults.values()) else 0


def _ask(parts: list[str]) -> list[dict[str, Any]]:
    body = json.dumps({"queries": [{"package": {"purl": part}} for part in parts]}).encode()
    where = os.environ.get("PAIJU_ADVISORIES", ADVISORIES) + "/v1/querybatch"
    request = urllib.request.Request(where, body, {"Content-Type": "application/json"})  # noqa: S310
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
        results: list[dict[str, Any]] = json.load(answer)["results"]
    if len(results) != len(parts):
        raise ValueError("an answer for each package was expected")
    return results


if __name__ == "__main__":
    sys.exit(main())
