"""`manage.py score FILE|-`: count one winning hand, or an array of them."""

from tournaments.management.document_command import DocumentCommand


class Command(DocumentCommand):
    """計番: the `score` document of the interface."""

    help = "Count winning hands: JSON in, JSON out."
    kind = "score"
