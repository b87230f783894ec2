"""`manage.py draw FILE|-`: the seats of a whole event, or of an array of them."""

from tournaments.management.document_command import DocumentCommand
from tournaments.seating.document import draw_document


class Command(DocumentCommand):
    """抽籤: the `draw` document of the interface."""

    help = "Draw the seats of whole events: JSON in, JSON out."
    kind = staticmethod(draw_document)
