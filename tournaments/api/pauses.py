"""暫停 over HTTP. Each method: access, one service, an answer."""

from typing import Any

from tournaments.api import serializers as shapes
from tournaments.api.base import OpenView
from tournaments.api.steps import writes
from tournaments.services import pauses


class PauseView(OpenView):
    """Stop the time of a table, or enter a pause that has ended. No points move; no replay document has it."""

    @writes("pause", tag="games", takes=shapes.PauseSerializer)
    def post(self, **said: Any) -> Any:
        return pauses.pause(**said)


class ResumeView(OpenView):
    """The table plays on."""

    @writes("resume", tag="games", takes=shapes.ResumeSerializer)
    def post(self, **said: Any) -> Any:
        return pauses.resume(**said)
