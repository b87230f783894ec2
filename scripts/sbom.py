"""物料清單 Software bill of materials: every package of requirements.lock as CycloneDX JSON, on standard output."""

import json
import re
import uuid
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_PACKAGE = re.compile(
    r"^(?P<name>[a-z0-9-]+)==(?P<version>[^ ;\\]+)(?P<rest>(?:.*\n)(?:    --hash=.*\n?)*)", re.MULTILINE
)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def main() -> None:
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        # Made from the lock file alone: the same file, the same number.
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, _lock())}",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "paiju", "bom-ref": "paiju"}},
        "components": list(components()),
    }
    print(json.dumps(bill, indent=1))


def components() -> Iterator[dict[str, Any]]:
    """The packages of the lock file."""
    for found in _PACKAGE.finditer(_lock()):
        name, version = found["name"], found["version"]
        address = f"pkg:pypi/{name}@{version}"
        yield {
            "type": "library",
            "name": name,
            "version": version,
            "bom-ref": address,
            "purl": address,
            "licenses": [{"license": {"name": said}} for said in _licence(name)],
            "hashes": [{"alg": "SHA-256", "content": each} for each in _HASH.findall(found["rest"])],
        }


def _lock() -> str:
    return (ROOT / "requirements.lock").read_text()


def _licence(name: str) -> list[str]:
    """What the installed package says; nothing where it is for other machines."""
    try:
        said = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return []
    classes = [each.rpartition(" :: ")[2] for each in said.get_all("Classifier") or () if each.startswith("License ::")]
    first = [*(said.get_all("License-Expression") or ()), *classes, *(said.get_all("License") or ())]
    plain = first[0] if first else ""
    return [plain.splitlines()[0]] if plain else []


if __name__ == "__main__":
    main()
