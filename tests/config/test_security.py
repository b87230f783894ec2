"""What every answer carries, and the settings of an installation behind TLS."""

from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator
from pytest_django import Settings

from accounts.network import client_address
from tests.markup import url


@pytest.mark.django_db
def test_every_page_forbids_what_is_not_its_own(client: Client) -> None:
    policy = client.get(url("accounts:sign_in")).headers["Content-Security-Policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["object-src"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in policy
    assert "swagger" in client.get(reverse("api-docs")).content.decode()
    response = client.get(reverse("api-docs"), headers={"Accept": "application/json"})
    assert response.status_code == 200
    assert response.json()["openapi"].startswith("3.")


@pytest.mark.django_db
def test_the_openapi_document_is_made_once_whatever_is_added_to_its_address(client: Client) -> None:
    made = []
    real = SchemaGenerator.get_schema
    cache.clear()
    with patch.object(SchemaGenerator, "get_schema", lambda *given, **more: made.append(1) or real(*given, **more)):
        for query in ("", "&x=1", "&x=2", "&version=9", "&lang=xx", "&lang=yy"):
            answer = client.get(f"{reverse('api-schema')}?format=json{query}")
            assert answer.json()["info"]["version"] == "1"
    assert len(made) == 1


@pytest.mark.parametrize(
    ("proxies", "header", "expected"),
    [
        (0, "198.51.100.1", "10.0.0.1"),
        (1, "", "10.0.0.1"),
        (1, "198.51.100.1", "198.51.100.1"),
        (1, "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        (2, "6.6.6.6, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        (2, "198.51.100.1", "10.0.0.1"),
    ],
)
def test_the_site_believes_only_its_own_proxies(settings: Settings, proxies: int, header: str, expected: str) -> None:
    settings.PROXIES = proxies
    meta = {"HTTP_X_FORWARDED_FOR": header} if header else {}
    request = RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", **meta)
    assert client_address(request) == expected
