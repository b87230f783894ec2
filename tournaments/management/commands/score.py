from tournaments.management.document_command import DocumentCommand


class Command(DocumentCommand):
    help = "Count winning hands: JSON in, JSON out."
    kind = "score"
