"""`manage.py replay FILE|-`: the whole book of one game, or of an array of them."""

from tournaments.management.document_command import DocumentCommand


class Command(DocumentCommand):
    """重算: the `replay` document of the interface."""

    help = "Replay games from their events: JSON in, JSON out."
    kind = "replay"
