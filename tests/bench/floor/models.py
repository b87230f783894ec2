"""Tables of the bare views: a row to lock, what is added beside it, and standings that need no joining."""

from django.db import models


class Slip(models.Model):
    """The row that a write locks."""

    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.pk)


class Note(models.Model):
    """Added one at a time."""

    slip = models.ForeignKey(Slip, models.CASCADE, related_name="notes")
    text = models.CharField(max_length=200)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.text


class Line(models.Model):
    """Added eight at a time."""

    slip = models.ForeignKey(Slip, models.CASCADE, related_name="lines")
    hand = models.PositiveSmallIntegerField()
    position = models.PositiveSmallIntegerField()
    points = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.hand}/{self.position}"


class Sheet(models.Model):
    """A hand of a game that is recomputed."""

    slip = models.ForeignKey(Slip, models.CASCADE, related_name="sheets")
    number = models.PositiveSmallIntegerField()
    book = models.JSONField()

    def __str__(self) -> str:
        return str(self.number)


class Total(models.Model):
    """One player of the standings with everything that a line shows."""

    place = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60)
    club = models.CharField(max_length=60)
    points = models.BigIntegerField()
    pending_in = models.BigIntegerField()
    pending_out = models.BigIntegerField()
    first = models.BigIntegerField()
    second = models.BigIntegerField()
    penalties = models.BigIntegerField()

    def __str__(self) -> str:
        return self.name
