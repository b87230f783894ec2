"""How passwords are kept."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class NarrowArgon2PasswordHasher(Argon2PasswordHasher):
    """argon2id as Django sets it (100 MiB, two passes), on one core.

    Django's own takes eight threads for each password: forty people who sign in at once would leave nothing to whoever
    records a hand. The work is the same for us and for whoever guesses. Passwords kept by Django's are taken and kept
    again at the next sign-in.
    """

    parallelism = 1
