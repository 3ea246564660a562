"""Passkeys: what a browser is asked, and whether its answer is true. py_webauthn does the work.

A challenge is not kept: it comes back in a signed ticket, bound to the guest who asked, and is
remembered once it was answered. So whoever asks again and again fills nothing. Only a page of this
server's own address can ask for its passkeys; one without TLS cannot, but for `localhost`.
"""

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import orjson
from starlette.requests import Request

from tenluz.engine.types import JsonObject
from tenluz.server.accounts import Account, Passkey
from tenluz.server.guests import TICKET_SECONDS, Guests
from tenluz.server.refusals import refusal
from tenluz.server.settings import ServerSettings

TITLE = "Tenluz"
LOCALHOST = "localhost"  # no certificate needed, and a name: an address of numbers cannot do it
LARGEST_KEY = 1024  # bytes; one of RSA with 4,096 bits has 530
HANDLE_BYTES = 32

# What a ticket is for: a new passkey, a sign-in, to be sure who asks, and the proof of that.
Purpose = Literal["new", "sign_in", "again", "proof"]
Verified = TypeVar("Verified")


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """Who asks, as browsers and passkeys know it."""

    name: str
    origin: str


def relying_party(request: Request, settings: ServerSettings) -> RelyingParty | None:
    """What passkeys of this server belong to; None where browsers offer none."""
    public = settings.public
    if public is not None:
        fits = public.secure or public.name == LOCALHOST
        named = any(letter.isalpha() for letter in public.name.rpartition(".")[2])
        return RelyingParty(public.name, public.origin) if fits and named else None
    host = request.headers.get("host", "").lower()
    if host.partition(":")[0] != LOCALHOST:
        return None
    return RelyingParty(LOCALHOST, f"{request.url.scheme}://{host}")


# --- tickets ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ticket:
    """A challenge for a guest."""

    challenge: str
    purpose: Purpose
    guest: str
    handle: str = ""  # of the account that a new passkey is for

    @property
    def until(self) -> float:
        """After which nobody believes it, wherever it was made: seconds since 1970."""
        return time.time() + 2 * TICKET_SECONDS

    def write(self, guests: Guests) -> str:
        """What the browser gives back."""
        return guests.ticket(
            {"c": self.challenge, "p": self.purpose, "g": self.guest, "h": self.handle}
        )


def new_ticket(purpose: Purpose, guest: str, handle: bytes = b"") -> Ticket:
    """A new challenge."""
    return Ticket(secrets.token_urlsafe(32), purpose, guest, handle.hex())


def read_ticket(guests: Guests, text: str, guest: str, *purposes: Purpose) -> Ticket:
    """A ticket that was given to this guest for one of these purposes; else refused."""
    found = guests.read_ticket(text)
    if found is None or found["g"] != guest or found["p"] not in purposes:
        raise refusal("no_ticket")
    return Ticket(found["c"], found["p"], found["g"], found["h"])


def check_proof(guests: Guests, proof: str | None, guest: str) -> None:
    """Refused unless this guest has shown a passkey just now: a cookie may be a stolen one."""
    if proof is None or guests.read_ticket(proof) is None:
        raise refusal("no_proof")
    read_ticket(guests, proof, guest, "proof")


# --- asked of a browser -------------------------------------------------------------------------


def ask_for_new(
    party: RelyingParty, ticket: Ticket, name: str, there: Sequence[Passkey]
) -> JsonObject:
    """What `navigator.credentials.create` takes, with bytes as base64url."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=party.name,
        rp_name=TITLE,
        user_id=bytes.fromhex(ticket.handle),
        user_name=name or TITLE,
        user_display_name=name or TITLE,
        challenge=ticket.challenge.encode(),
        timeout=TICKET_SECONDS * 1000,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,  # so that no name is typed
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[_descriptor(one) for one in there],
        supported_pub_key_algs=_algorithms(),
    )
    return _json(webauthn.options_to_json(options))


def ask_who(party: RelyingParty, ticket: Ticket, allowed: Sequence[Passkey] = ()) -> JsonObject:
    """What `navigator.credentials.get` takes; without allowed ones, any of this server's."""
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_authentication_options(
        rp_id=party.name,
        challenge=ticket.challenge.encode(),
        timeout=TICKET_SECONDS * 1000,
        user_verification=structs.UserVerificationRequirement.PREFERRED,
        allow_credentials=[_descriptor(one) for one in allowed],
    )
    return _json(webauthn.options_to_json(options))


def _descriptor(passkey: Passkey) -> Any:
    import webauthn
    from webauthn.helpers import structs

    return structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(passkey.id))


def _algorithms() -> list[Any]:
    from webauthn.helpers.cose import COSEAlgorithmIdentifier as Algorithm

    return [
        Algorithm.ECDSA_SHA_256,
        Algorithm.EDDSA,
        Algorithm.RSASSA_PKCS1_v1_5_SHA_256,
    ]


def _json(text: str) -> JsonObject:
    found: JsonObject = orjson.loads(text)
    return found


# --- answered -----------------------------------------------------------------------------------


def verify_new(
    party: RelyingParty, ticket: Ticket, name: str, answer: dict[str, str], account: Account
) -> Passkey:
    """The passkey that a browser has made; refused if it is not what was asked for."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url, parse_attestation_object, structs

    def verified() -> Passkey:
        made = parse_attestation_object(webauthn.base64url_to_bytes(answer["attestation"]))
        data = made.auth_data.attested_credential_data
        # Who made the device is not asked for, so there is no certificate to be read.
        formats = structs.AttestationFormat.NONE, structs.AttestationFormat.PACKED
        if made.fmt not in formats or made.att_stmt.x5c:
            raise ValueError(made.fmt)
        if data is None or len(data.credential_public_key) > LARGEST_KEY:
            raise ValueError("key")
        found = webauthn.verify_registration_response(
            credential=_credential(
                answer,
                clientDataJSON=answer["client_data"],
                attestationObject=answer["attestation"],
            ),
            expected_challenge=ticket.challenge.encode(),
            expected_rp_id=party.name,
            expected_origin=party.origin,
            supported_pub_key_algs=_algorithms(),
        )
        now = time.time()
        return Passkey(
            bytes_to_base64url(found.credential_id),
            account.guest,
            found.credential_public_key,
            found.sign_count,
            name,
            found.credential_backed_up,
            now,
            now,
        )

    return _refused_unless(verified)


def verify(
    party: RelyingParty, ticket: Ticket, answer: dict[str, str], account: Account, passkey: Passkey
) -> int:
    """How often this passkey has signed; refused unless its owner has answered just now."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    def verified() -> int:
        # A browser that was told which passkeys will do need not say whose they are.
        told = answer["user"] or ticket.purpose == "again"
        if not told or answer["user"] not in ("", bytes_to_base64url(account.handle)):
            raise ValueError("user")
        found = webauthn.verify_authentication_response(
            credential=_credential(
                answer,
                clientDataJSON=answer["client_data"],
                authenticatorData=answer["authenticator_data"],
                signature=answer["signature"],
            ),
            expected_challenge=ticket.challenge.encode(),
            expected_rp_id=party.name,
            expected_origin=party.origin,
            credential_public_key=passkey.public_key,
            # A counter that goes back is a copy's: the library refuses it.
            credential_current_sign_count=passkey.counter,
        )
        return found.new_sign_count

    return _refused_unless(verified)


def _credential(answer: dict[str, str], **response: str) -> JsonObject:
    return {
        "id": answer["id"],
        "rawId": answer["id"],
        "type": "public-key",
        "response": response,
    }


def _refused_unless(verified: Callable[[], Verified]) -> Verified:
    try:
        return verified()
    except Exception as problem:  # whatever bytes they sent: it is no passkey of theirs
        raise refusal("not_verified") from problem
