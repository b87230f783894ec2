from typing import Any

from drf_standardized_errors.openapi import AutoSchema


class Schema(AutoSchema):
    """Names operations after the methods of the view sets, and takes their tags."""

    view: Any

    def get_operation_id(self) -> str:
        return str(self.view.action)

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    def _get_error_response_examples(self) -> list[Any]:
        """None: they would be half of the document."""
        return []
