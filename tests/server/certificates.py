"""A certificate for localhost, which holds for two days."""

import subprocess
from pathlib import Path


def make_certificate(folder: Path) -> None:
    """Write `fullchain.pem`, and its key `privkey.pem`."""
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2"),
            *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
            *("-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"),
        ],
        check=True,
        capture_output=True,
    )
