from datetime import UTC
from typing import Any

from rest_framework import serializers

from accounts.inputs import clean_name
from scoring import format_points


class NameField(serializers.CharField):
    """A name, cleaned as forms do it."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        return super().run_validation(clean_name(data) if isinstance(data, str) else data)


class PointsField(serializers.CharField):
    """Points as an exact decimal string."""

    def to_representation(self, value: Any) -> str:
        return format_points(value)


class UtcField(serializers.DateTimeField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)
