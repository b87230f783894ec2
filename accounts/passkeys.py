"""通行密鑰 as second factor, made and checked with `webauthn`. Written only here.

Browsers offer them only for a host name over https and for localhost, not for an IP address or plain http in a hall.
"""

from datetime import datetime
from ipaddress import ip_address
from typing import Any

import webauthn
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_authentication_credential_json, structs
from webauthn.helpers.exceptions import WebAuthnException

from accounts import second_factor
from accounts.log import Kind, add_entry
from accounts.models import Passkey, User
from accounts.second_factor import Wrong

MAKING, ASKING = "passkey_making", "passkey_asking"
"""Session keys of the two challenges. Each is answered once."""
MOST_LETTERS = 20_000
"""More than any browser sends."""


def available(request: HttpRequest) -> bool:
    host = _site(request)
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return request.is_secure() and not ip_address(host.strip("[]"))
    except ValueError:  # a host name
        return request.is_secure()


def options_to_make(request: HttpRequest, user: User) -> str:
    """Return JSON for the browser to make a key; the session keeps the challenge."""
    made = webauthn.generate_registration_options(
        rp_id=_site(request),
        rp_name=f"Paiju {_site(request)}",
        user_id=str(user.pk).encode(),
        user_name=user.username,
        user_display_name=user.display_name,
        exclude_credentials=_descriptors(user),
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.DISCOURAGED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
    )
    request.session[MAKING] = made.challenge.hex()
    return str(webauthn.options_to_json(made))


def options_to_ask(request: HttpRequest, user: User) -> str:
    """Return JSON for the browser to sign with one of this person's keys; empty if no key works here."""
    if not available(request) or not Passkey.objects.filter(user=user).exists():
        return ""
    made = webauthn.generate_authentication_options(rp_id=_site(request), allow_credentials=_descriptors(user))
    request.session[ASKING] = made.challenge.hex()
    return str(webauthn.options_to_json(made))


def add(*, request: HttpRequest, user: User, answer: str, name: str, now: datetime) -> list[str]:
    """Store the browser's key; return the recovery codes if they are new. Raises Wrong."""
    try:
        made = webauthn.verify_registration_response(credential=answer, **_expected(request, MAKING, answer))
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise Wrong from error
    try:
        with transaction.atomic():
            codes = second_factor.begin(user=user, now=now)
            Passkey.objects.create(
                user=user,
                name=name.strip(),
                credential=bytes_to_base64url(made.credential_id),
                public_key=made.credential_public_key,
                uses=made.sign_count,
                created_at=now,
            )
            add_entry(Kind.FACTOR_ADDED, about=user.username, after={"kind": "passkey", "name": name.strip()})
    except IntegrityError as error:
        raise Wrong from error
    return codes


def prove(*, request: HttpRequest, user: User, answer: str, now: datetime) -> None:
    found = _signed(request, user, answer)
    second_factor.tried(user=user, check=lambda _row: found is not None, now=now)
    if found is not None:
        key, uses = found
        Passkey.objects.filter(pk=key.pk).update(uses=uses, last_used_at=now)


def _signed(request: HttpRequest, user: User, answer: str) -> tuple[Passkey, int] | None:
    """Return the key that signed and its counter; None for an invalid signature."""
    try:
        expected = _expected(request, ASKING, answer)
        credential = parse_authentication_credential_json(answer)
        key = Passkey.objects.get(user=user, credential=bytes_to_base64url(credential.raw_id))
        seen = webauthn.verify_authentication_response(
            credential=credential,
            credential_public_key=bytes(key.public_key),
            credential_current_sign_count=key.uses,
            **expected,
        )
    except (WebAuthnException, Passkey.DoesNotExist, ValueError, KeyError, TypeError):
        return None
    return key, seen.new_sign_count


@transaction.atomic
def remove(*, user: User, key_id: int) -> bool:
    """Remove a key; the second factor is off if no other is left. Return whether the key existed."""
    key = Passkey.objects.filter(user=user, pk=key_id).first()
    if key is None:
        return False
    key.delete()
    add_entry(Kind.FACTOR_REMOVED, about=user.username, before={"kind": "passkey", "name": key.name})
    second_factor.end_if_empty(user=user)
    return True


def _expected(request: HttpRequest, name: str, answer: str) -> dict[str, Any]:
    """Return what the answer must fit, and forget the stored challenge. Raises Wrong."""
    given = request.session.pop(name, "")
    if not given or len(answer) > MOST_LETTERS:
        raise Wrong
    origin = f"{request.scheme}://{request.get_host()}"
    return {"expected_challenge": bytes.fromhex(given), "expected_rp_id": _site(request), "expected_origin": origin}


def _descriptors(user: User) -> list[structs.PublicKeyCredentialDescriptor]:
    keys = Passkey.objects.filter(user=user).values_list("credential", flat=True)
    return [structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(key)) for key in keys]


def _site(request: HttpRequest) -> str:
    """Return the relying party of a key: the host, without a port."""
    host = request.get_host()
    return host if host.endswith("]") else host.rsplit(":", 1)[0] if ":" in host else host
