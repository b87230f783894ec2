"""Builds the distribution `paiju-scoring` with the standard library alone: the hooks that pip and `build` call.

The folder of `pyproject.toml` is itself the package, nothing is compiled, nothing is required: a wheel is then a zip
file with the modules and three files about them. The same sources give the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import io
import tarfile
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

PACKAGE = "scoring"
FOLDER = Path(__file__).resolve().parents[1]
ABOUT_THE_PROJECT = ("LICENSE", "README.md", "pyproject.toml")
_WHEEL = "Wheel-Version: 1.0\nGenerator: paiju_wheel\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
_DATE = (2020, 1, 1, 0, 0, 0)

Settings = Mapping[str, Any] | None


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Write the wheel into a folder; its name."""
    files = {f"{PACKAGE}/{name}": (FOLDER / name).read_bytes() for name in modules()}
    about = f"{_stem()}.dist-info"
    files[f"{about}/licenses/LICENSE"] = (FOLDER / "LICENSE").read_bytes()
    files[f"{about}/METADATA"] = metadata().encode()
    files[f"{about}/WHEEL"] = _WHEEL.encode()
    record = [f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items()]
    files[f"{about}/RECORD"] = "".join([*record, f"{about}/RECORD,,\n"]).encode()
    name = f"{_stem()}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, _DATE)
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Write the sources as an archive into a folder; its name."""
    backend = Path(__file__).resolve().relative_to(FOLDER).as_posix()
    files = {name: (FOLDER / name).read_bytes() for name in [*modules(), *ABOUT_THE_PROJECT, backend]}
    files["PKG-INFO"] = metadata().encode()
    name = f"{_stem()}.tar.gz"
    with tarfile.open(Path(sdist_directory) / name, "w:gz") as archive:
        for path, data in files.items():
            entry = tarfile.TarInfo(f"{_stem()}/{path}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return name


def modules() -> list[str]:
    """What is installed: every module, and the mark that they are typed."""
    found = [path.relative_to(FOLDER) for path in FOLDER.rglob("*.py")]
    return [*sorted(path.as_posix() for path in found if path.parts[0] != Path(__file__).parent.name), "py.typed"]


def metadata() -> str:
    """The core metadata of the project, with the README as its description."""
    project = _project()
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"Keywords: {','.join(project['keywords'])}",
        f"License-Expression: {project['license']}",
        *(f"License-File: {name}" for name in project["license-files"]),
        *(f"Classifier: {each}" for each in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
    ]
    return "\n".join([*lines, "", (FOLDER / project["readme"]).read_text(encoding="utf-8")])


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((FOLDER / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def _stem() -> str:
    project = _project()
    return f"{project['name'].replace('-', '_')}-{project['version']}"


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
