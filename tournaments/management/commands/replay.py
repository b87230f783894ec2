from tournaments.management.document_command import DocumentCommand


class Command(DocumentCommand):
    help = "Replay games from their events: JSON in, JSON out."
    kind = "replay"
