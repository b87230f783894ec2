"""A row to lock, and what is added beside it."""

from django.db import models


class Slip(models.Model):
    """The row that a write locks."""

    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.pk)


class Line(models.Model):
    """One is added, then eight."""

    slip = models.ForeignKey(Slip, models.CASCADE, related_name="lines")
    text = models.CharField(max_length=200)
    points = models.BigIntegerField()

    def __str__(self) -> str:
        return self.text
