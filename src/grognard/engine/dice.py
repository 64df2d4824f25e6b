"""Dice that can be proven: roll number n of a game is a keyed hash of its seed and n."""

from __future__ import annotations

import hashlib
import secrets
from typing import Protocol

_WHOLE = 1 << 64


def fresh_seed() -> str:
    """A seed nobody can guess: 128 random bits."""
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """What is shown before the first roll; the seed, shown at the end, must hash to it."""
    return hashlib.sha256(f"grognard seed {seed}".encode()).hexdigest()


class Faces(Protocol):
    """Dice that have been decided: the face of each by its number."""

    def face(self, number: int, faces: int = 6) -> int: ...


class Dice:
    """The sequence of rolls that belongs to a seed, the same on every machine."""

    __slots__ = ("_key", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = hashlib.sha256(seed.encode()).digest()

    def face(self, number: int, faces: int = 6) -> int:
        """The face of roll ``number``: 1 to ``faces``, all equally likely."""
        limit = _WHOLE - _WHOLE % faces
        attempt = 0
        while True:
            word = number.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            value = int.from_bytes(
                hashlib.blake2b(word, digest_size=8, key=self._key).digest(), "big"
            )
            if value < limit:
                return value % faces + 1
            attempt += 1
