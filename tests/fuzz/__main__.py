"""`python -m tests.fuzz [CASES [SEED]]`: so many requests on the database of the settings; exits 0 if all went well.

Schemathesis makes the cases of each operation from its description: what it allows at its limits and beside them, and
what it does not allow. Here they get real numbers and real bodies with one part spoilt, and are sent as everybody.
A few requests see what those before them did; then the hall is as it was.
"""

import os
import sys
import time

import django
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, transaction
from django.test.utils import setup_databases, setup_test_environment, teardown_databases

BAR = 15_000


def main(cases: int = BAR, seed: int = 1) -> int:
    """Send them and print what came of it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings_test")
    django.setup()
    from tests.fuzz.run import Run
    from tests.security.hall import make_full_hall
    from tournaments.scorecards import pdf

    setup_test_environment(debug=False)
    pdf.pdf_of = lambda *pages: b"%PDF-"
    # As Django's own test client does: the transaction round all of it would end with a request.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    databases = setup_databases(verbosity=0, interactive=False)
    began = time.monotonic()
    try:
        # One transaction round all of it, so that each step can be taken back.
        with transaction.atomic():
            run = Run(make_full_hall(), seed)
            run.go(cases)
            transaction.set_rollback(True)
    finally:
        teardown_databases(databases, verbosity=0)
    print(run.told())
    took = time.monotonic() - began
    print(f"fuzz on {connection.vendor}: {run.sent} cases, {len(run.faults)} faults, {took:.0f} s, seed {seed}")
    return 0 if run.sent >= cases and not run.faults else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
