from collections.abc import Collection

from tournaments.models import Stage


def is_over(stages: Collection[Stage], *, running: bool) -> bool:
    """完結: whether every stage is closed and no round was reopened since: the order is final."""
    return bool(stages) and not running and all(stage.closed_at is not None for stage in stages)
