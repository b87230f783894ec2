from tournaments.management.document_command import DocumentCommand
from tournaments.rounds.seating.document import draw_document


class Command(DocumentCommand):
    help = "Draw the seats of whole events: JSON in, JSON out."
    kind = staticmethod(draw_document)
