"""Who a session belongs to: Django's own backend, which finds the account by a statement whose text is made once."""

from django.contrib.auth.backends import ModelBackend
from django.db import DEFAULT_DB_ALIAS

from accounts.models import User
from accounts.prepared_query import Query

_COLUMNS = [field.attname for field in User._meta.concrete_fields]
_USERS = Query(lambda: User.objects.filter(pk=0).order_by().values_list(*_COLUMNS))


class PersonBackend(ModelBackend):
    """Signs in and checks passwords as Django does."""

    def get_user(self, user_id: int) -> User | None:
        found = _USERS.rows(user_id)
        if not found:
            return None
        user: User = User.from_db(DEFAULT_DB_ALIAS, _COLUMNS, found[0])
        return user if self.user_can_authenticate(user) else None
