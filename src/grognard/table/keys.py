"""Keys that nobody can guess, and their hashes, which alone are stored."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

_KEY = re.compile(r"[A-Za-z0-9_-]{20,64}")
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def table_id() -> str:
    """A name for a table: whoever has it may watch."""
    return secrets.token_urlsafe(12)


def seat_token() -> str:
    return secrets.token_urlsafe(24)


def seat_code() -> str:
    """What brings a lost seat back."""
    return secrets.token_urlsafe(18)


def browser_key() -> str:
    return secrets.token_urlsafe(32)


def hashed(key: str) -> str:
    """The keys are long and random: one round is enough."""
    return hashlib.sha256(f"grognard key {key}".encode()).hexdigest()


def secret_of(secret: str, of: str) -> str:
    """What only a server that knows the secret can say of a thing."""
    return hmac.new(secret.encode(), of.encode(), hashlib.sha256).hexdigest()


def is_key(text: str) -> bool:
    return bool(_KEY.fullmatch(text))


def is_table_id(text: str) -> bool:
    return bool(_ID.fullmatch(text))
