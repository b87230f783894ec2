"""Which table belongs to an event, by which of its columns; and whether a statement reads or writes one event alone.

Django writes statements in one way, so a few patterns read them. A row is bound where the statement names it: by its
key, its event, or a row that is of that event; what is joined to it along such columns is bound too.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.apps import apps
from django.db.models import Field, Model

from tournaments.models import Event

OF_NO_EVENT = {
    "persons": {
        "accounts.User",
        "accounts.User_groups",
        "accounts.User_user_permissions",
        "accounts.ApiToken",
        "accounts.SignInSlip",
        "accounts.SecondFactor",
        "accounts.Passkey",
        "accounts.RecoveryCode",
        "accounts.Device",
        "sessions.Session",
    },
    "organisations, and what they keep over all their events": {
        "accounts.Organisation",
        "accounts.OrganisationMember",
        "tournaments.Blacklisted",
        "tournaments.Namesake",
    },
    "the site": {
        "accounts.LogEntry",
        "auth.Permission",
        "auth.Group",
        "auth.Group_permissions",
        "contenttypes.ContentType",
        "axes.AccessAttempt",
        "axes.AccessAttemptExpiration",
        "axes.AccessFailureLog",
        "axes.AccessLog",
    },
}
"""Of whom or what the others are."""


_PERSONAL = set().union(*OF_NO_EVENT.values())


def _way(model: type[Model]) -> str:
    """The shortest way along foreign keys from a row to its event; "" for none."""
    ways, met = [("", model)], {model}
    while ways:
        way, at = ways.pop(0)
        if at is Event:
            return way or "pk"
        others = [(field.name, field.related_model) for field in at._meta.concrete_fields if field.related_model]
        new = [(name, other) for name, other in others if other not in met and other._meta.label not in _PERSONAL]
        ways += [(f"{way}__{name}".lstrip("_"), other) for name, other in new]
        met |= {other for _name, other in new}
    return ""


WAY = {
    model._meta.label: way
    for model in apps.get_models(include_auto_created=True)
    if model._meta.label not in _PERSONAL and (way := _way(model))
}
"""Model → the way from a row to its event."""


class Node(NamedTuple):
    """One mention of a table in a statement: where, and under which name."""

    at: int
    name: str
    table: str


def everything_of(event: Event) -> dict[str, set[int]]:
    """Table → the keys of its rows that are of this event."""
    found = {}
    for label, way in WAY.items():
        model = apps.get_model(label)
        rows = model._base_manager.filter(**{way: event.pk})
        found[model._meta.db_table] = set(rows.values_list("pk", flat=True))
    return found


def leads(model: type[Model]) -> Mapping[str, str]:
    """The columns of a table by which one row, or those of one event, are found → the table whose key they hold."""
    found = {model._meta.pk.column: model._meta.db_table}
    for field in model._meta.concrete_fields:
        other = field.related_model
        if isinstance(field, Field) and isinstance(other, type) and other._meta.label in WAY:
            found[field.column] = other._meta.db_table
    return found


_LEADS = {apps.get_model(label)._meta.db_table: leads(apps.get_model(label)) for label in WAY}
_NAMES = {"slug", "code"}
"""Columns in which a word stands for one row."""

_TABLE = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE) (\w+)(?: (?:AS )?([A-Z]\d+|[a-z_]+))?")
_SAME = re.compile(r"(?:(\w+)\.)?(\w+) = (\w+)\.(\w+)")
_AMONG = re.compile(r"(?:(\w+)\.)?(\w+) IN \(SELECT (?:DISTINCT )?(\w+)\.(\w+)")
_GIVEN = re.compile(r"(?:(\w+)\.)?(\w+) (?:=|IN) \(?((?:~|\d+)(?:, (?:~|\d+))*)")
_INSERT = re.compile(r"INSERT INTO (\w+) \(([^)]*)\) VALUES (.*?)(?: ON CONFLICT.*| RETURNING.*)?$")


def strays(sql: str, own: Mapping[str, set[int]]) -> list[str]:
    """The tables of events in a statement that is not bound to the one event whose rows these are."""
    text = re.sub(r"'(?:[^']|'')*'", "~", " ".join(sql.split())).replace('"', "")
    text = re.sub(r"= \((\w+\.\w+)\)", r"= \1", text)
    if insert := _INSERT.match(text):
        return [] if _inserts_own(*insert.groups(), own) else [insert[1]]
    text = re.sub(r"\bSET .* WHERE ", "SET WHERE ", text)
    nodes = [Node(found.start(), found[2] or found[1], found[1]) for found in _TABLE.finditer(text)]
    of_events = {node for node in nodes if node.table in own}
    bound = {node for node, column, values in _given(text, nodes) if _is_own(node.table, column, values, own)}
    edges = list(_edges(text, nodes))
    grown = True
    while grown:
        more = {pair[1 - side] for pair in edges for side in (0, 1) if pair[side] in bound} - bound
        bound |= more
        grown = bool(more)
    return sorted(node.table for node in of_events - bound)


def _inserts_own(table: str, columns: str, rows: str, own: Mapping[str, set[int]]) -> bool:
    if table not in own:
        return True
    names = columns.split(", ")
    parts = [dict(zip(names, row.split(", "), strict=True)) for row in re.findall(r"\(([^()]*)\)", rows)]
    return bool(parts) and all(
        any(_is_own(table, name, value, own) for name, value in part.items() if name != "id") for part in parts
    )


def _given(text: str, nodes: list[Node]) -> Iterator[tuple[Node, str, str]]:
    for found in _GIVEN.finditer(text):
        if node := _named(nodes, found[1], found.start()):
            yield node, found[2], found[3]


def _is_own(table: str, column: str, values: str, own: Mapping[str, set[int]]) -> bool:
    """Whether these values of a column stand for rows of the event and for no others."""
    if table not in own:
        return False
    if values == "~":
        return column in _NAMES
    target = _LEADS[table].get(column)
    given = values.split(", ")
    return target is not None and all(value.isdigit() and int(value) in own[target] for value in given)


def _edges(text: str, nodes: list[Node]) -> Iterator[tuple[Node, Node]]:
    """Rows of one event: one has the key of the other, or both that of a third."""
    for found in _SAME.finditer(text):
        one, other = (_named(nodes, found[place], found.start()) for place in (1, 3))
        if one and other and _meet(one, found[2], other, found[4]):
            yield one, other
    for found in _AMONG.finditer(text):
        one = _named(nodes, found[1], found.start())
        inside = next((node for node in nodes if node.at > found.start() and node.name == found[3]), None)
        if one and inside and _meet(one, found[2], inside, found[4]):
            yield one, inside


def _meet(one: Node, column: str, other: Node, its: str) -> bool:
    targets = _LEADS.get(one.table, {}).get(column), _LEADS.get(other.table, {}).get(its)
    return targets[0] is not None and targets[0] == targets[1]


def _named(nodes: list[Node], name: str | None, at: int) -> Node | None:
    """The last mention before this place, of this name where there is one; that of a whole statement comes after what
    it selects."""
    mentioned = [node for node in nodes if name in (None, node.name)]
    return next((node for node in reversed(mentioned) if node.at < at), mentioned[0] if mentioned else None)
