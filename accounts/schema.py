from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "accounts.authentication.TokenAuthentication"
    name = ["token", "bearer"]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, str]]:
        described = "`Authorization: Token paiju_…`"
        return [
            {"type": "apiKey", "in": "header", "name": "Authorization", "description": described},
            {"type": "http", "scheme": "bearer", "description": "`Authorization: Bearer paiju_…`, the same token"},
        ]
