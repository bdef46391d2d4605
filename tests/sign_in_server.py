"""A provider of sign-ins on the loopback, that lets everybody in as one person."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "judging"


class SignInServer(ThreadingHTTPServer):
    """An OpenID Connect provider that asks nothing; `claims` are what it says of who comes."""

    def __init__(self, claims: dict[str, Any]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.claims = claims
        self.key = RSAKey.generate_key(2048, {"kid": "test", "use": "sig"})
        self.nonces: dict[str, str] = {}

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.shutdown()
        self.server_close()

    def metadata(self) -> dict[str, Any]:
        """Return where its parts are."""
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }

    def token(self, code: str) -> dict[str, Any]:
        """Return what somebody with this code is known by."""
        at = int(time.time())
        said = {"iss": self.url, "aud": CLIENT, "iat": at, "exp": at + 3_600, **self.claims}
        said["nonce"] = self.nonces[code]
        signed = jwt.encode({"alg": "RS256", "kid": "test"}, said, self.key)
        return {"access_token": "none", "token_type": "Bearer", "id_token": signed}


class _Handler(BaseHTTPRequestHandler):
    server: SignInServer

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if parts.path == "/authorize":
            asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
            code = f"code-{len(self.server.nonces)}"
            self.server.nonces[code] = asked["nonce"]
            back = urlencode({"code": code, "state": asked["state"]})
            self.send_response(302)
            self.send_header("Location", f"{asked['redirect_uri']}?{back}")
            self.end_headers()
        elif parts.path == "/keys":
            self._answer({"keys": [self.server.key.as_dict(private=False)]})
        else:
            self._answer(self.server.metadata())

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._answer(self.server.token(parse_qs(sent)["code"][0]))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (the parent's)
        """Say nothing."""

    def _answer(self, document: dict[str, Any]) -> None:
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
