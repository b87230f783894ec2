"""The API's description as released (tests/data/api.txt): what programs use goes away only where the changelog says so.

`python -m tests.api.test_stored_description > tests/data/api.txt` stores it again.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django

ROOT = Path(__file__).parents[2]
STORED = ROOT / "tests" / "data" / "api.txt"


def lines(document: dict[str, Any]) -> Iterator[str]:
    """An operation, a parameter, an answer or a field each, with its type."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            name = f"{method.upper()} {path}"
            yield name
            for parameter in operation.get("parameters", []):
                yield f"{name} takes {parameter['name']}: {kind(parameter['schema'])}"
            for media, content in operation.get("requestBody", {}).get("content", {}).items():
                yield f"{name} reads {media}: {kind(content['schema'])}"
            for status, answer in operation["responses"].items():
                for media, content in answer.get("content", {}).items() if status < "400" else ():
                    yield f"{name} answers {status} {media}: {kind(content['schema'])}"
    for name, schema in document["components"]["schemas"].items():
        yield from (f"{name} has {value!r}" for value in schema.get("enum", []))
        for field, of in schema.get("properties", {}).items():
            yield f"{name}.{field}: {kind(of)}{'' if field in schema.get('required', []) else ', optional'}"


def kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    for word in ("allOf", "oneOf", "anyOf"):
        if word in schema:
            return " | ".join(map(kind, schema[word]))
    if schema.get("type") == "array":
        return f"[{kind(schema['items'])}]"
    return str(schema.get("type", "anything"))


def described() -> list[str]:
    from drf_spectacular.generators import SchemaGenerator

    return sorted(set(lines(SchemaGenerator().get_schema(public=True))))


def test_what_programs_use_goes_away_only_where_the_changelog_says_so() -> None:
    now, changes = set(described()), (ROOT / "CHANGELOG.md").read_text()
    gone = [line for line in STORED.read_text().splitlines() if line not in now]
    assert [line for line in gone if f"`{line.partition(':')[0]}`" not in changes] == []
    assert now <= set(STORED.read_text().splitlines()), __doc__


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
    django.setup()
    print("\n".join(described()))
