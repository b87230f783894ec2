"""Fields of the API that the framework has not."""

from typing import Any

from rest_framework import serializers

from accounts.names import cleaned


class NameField(serializers.CharField):
    """A name of anybody or anything, as forms take it (`accounts.names`)."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        return super().run_validation(cleaned(data) if isinstance(data, str) else data)
