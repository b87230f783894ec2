"""Every status of the API in its OpenAPI document: what views say of themselves, and what any of them may answer."""

from collections.abc import Iterator
from typing import Any

from tournaments.api.problems import MEDIA_TYPE

Schema = dict[str, Any]

ANY = {
    "400": "what was sent can't be read, or is not right",
    "401": "who asks has not said who they are, or in a way that is not known",
    "403": "who asks may not do this",
    "404": "not there, or not for who asks",
    "406": "answers are JSON",
    "408": "the request took too long to arrive",
    "413": "the request is too large",
    "429": "too many requests; Retry-After says when to come again",
    "500": "a fault of the server, which is in its log",
    "503": "too many at once, or the database is away; Retry-After says when to come again",
}
WRITING = {"409": "refused as things stand, with a sentence why", "415": "a body is JSON"}
MOVED = {"description": "the event has another address now", "headers": {"Location": {"schema": {"type": "string"}}}}


def with_problems(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """A hook of the generator: add what every operation may answer, as problems."""
    schemas = result["components"]["schemas"]
    refused = schemas["Refused"]
    properties = {name: of for name, of in refused["properties"].items() if name != "recorded"}
    schemas["Problem"] = refused | {"description": "What is wrong with a request (RFC 9457).", "properties": properties}
    result["components"]["responses"] = {
        f"Problem{status}": {"description": said, "content": {MEDIA_TYPE: {"schema": _ref("schemas/Problem")}}}
        for status, said in (ANY | WRITING).items()
    }
    for path, method, operation in _operations(result):
        _complete(operation["responses"], path, writes=method not in ("get", "head"))
    return result


def _operations(result: Schema) -> Iterator[tuple[str, str, Schema]]:
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "responses" in operation:
                yield path, method, operation


def _complete(responses: Schema, path: str, *, writes: bool) -> None:
    for status, response in responses.items():
        content = response.get("content", {})
        if status >= "400" and content.get("application/json", {}).get("schema") == _ref("schemas/Refused"):
            response["content"] = {MEDIA_TYPE: content["application/json"]}
        elif status >= "400" and content:
            # Documents have errors of their own; what is no matter of the document is a problem there too.
            content.setdefault(MEDIA_TYPE, {"schema": _ref("schemas/Problem")})
    for status in ANY | (WRITING if writes else {}):
        responses.setdefault(status, _ref(f"responses/Problem{status}"))
    if "{slug}" in path:
        responses.setdefault("308", MOVED)


def _ref(to: str) -> Schema:
    return {"$ref": f"#/components/{to}"}
