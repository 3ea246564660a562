"""A device with passkeys, in software: it answers as a browser would, truly or not."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.hashes import SHA256


def text(content: bytes) -> str:
    """Bytes as base64url, as they go over the wire."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def content(text: str) -> bytes:
    """And back."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    """One passkey, once `create` has made it. What it counts can be changed."""

    origin: str
    id: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    user: bytes = b""
    counter: int = 0
    flags: int = 0x05  # somebody is present, and verified

    def create(self, options: dict[str, Any], **changes: Any) -> dict[str, str]:
        """The answer to what a server asks for a new passkey."""
        self.user = content(options["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: _32(numbers.x), -3: _32(numbers.y)}
        public = changes.get("public_key", cbor2.dumps(cose))
        about = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(options["rp"]["id"], 0x40, about)
        made = {"fmt": "none", "attStmt": {}, "authData": data, **changes.get("attestation", {})}
        return {
            "id": text(self.id),
            "client_data": self._client_data("webauthn.create", options, changes),
            "attestation": text(cbor2.dumps(made)),
        }

    def get(self, options: dict[str, Any], **changes: Any) -> dict[str, str]:
        """The answer to who is there."""
        self.counter += changes.get("counts", 1)
        data = self._data(options["rpId"])
        told = self._client_data("webauthn.get", options, changes)
        signature = self.key.sign(data + hashlib.sha256(content(told)).digest(), ECDSA(SHA256()))
        return {
            "id": text(self.id),
            "client_data": told,
            "authenticator_data": text(data),
            "signature": text(signature),
            "user": text(self.user),
        }

    def _data(self, party: str, flags: int = 0, more: bytes = b"") -> bytes:
        head = hashlib.sha256(party.encode()).digest() + bytes([self.flags | flags])
        return head + self.counter.to_bytes(4, "big") + more

    def _client_data(self, kind: str, options: dict[str, Any], changes: dict[str, Any]) -> str:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        told |= changes.get("client", {})
        return text(json.dumps({**told, "crossOrigin": False}).encode())


def _32(number: int) -> bytes:
    return number.to_bytes(32, "big")
