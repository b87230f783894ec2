"""The cases that Schemathesis makes of an operation's description."""

from contextlib import suppress
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis.errors import FailedHealthCheck, Unsatisfiable
from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test

AT_LIMITS = 0.5
"""How many of them may be those at the limits of what is described; the others are random."""


def cases_of(operation: Any, count: int, seed: int) -> list[Any]:
    """About so many; fewer where there are no more."""
    kept: dict[HypothesisTestMode, list[Any]] = {}
    for mode in (HypothesisTestMode.COVERAGE, HypothesisTestMode.FUZZING):
        kept[mode] = _made(operation, mode, count, seed)
    limits = kept[HypothesisTestMode.COVERAGE]
    step = max(1, len(limits) // max(1, int(count * AT_LIMITS)))
    limits = limits[::step]
    return limits + kept[HypothesisTestMode.FUZZING][: max(1, count - len(limits))]


def _made(operation: Any, mode: HypothesisTestMode, count: int, seed: int) -> list[Any]:
    found: list[Any] = []

    def keep(case: Any) -> None:
        if case.method.lower() == operation.method.lower():
            found.append(case)

    chosen = settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    config = HypothesisTestConfig(project=operation.schema.config, modes=[mode], settings=chosen, seed=seed)
    with suppress(Unsatisfiable, FailedHealthCheck):
        create_test(operation=operation, test_func=keep, config=config)()
    return found
