"""The trail of a game: everything chosen and thrown, shared by its copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")

CHUNK = 64


class _Chunk(Generic[T]):
    """A full chunk and the one before it; never changed, so that trails can share it."""

    __slots__ = ("before", "end", "entries")

    def __init__(self, before: _Chunk[T] | None, entries: list[T]) -> None:
        self.before, self.entries = before, entries
        self.end: int = (before.end if before is not None else 0) + len(entries)


class Trail(Sequence[T]):
    """A list that grows and is cut at its end; a copy costs the same however long it is."""

    __slots__ = ("_last", "_sealed", "_tail")

    def __init__(self, entries: Iterable[T] = ()) -> None:
        self._last: _Chunk[T] | None = None
        self._sealed = 0
        """How many entries lie in full chunks."""
        self._tail: list[T] = []
        for entry in entries:
            self.append(entry)

    def append(self, entry: T) -> None:
        self._tail.append(entry)
        if len(self._tail) == CHUNK:
            self._last = _Chunk(self._last, self._tail)
            self._sealed, self._tail = self._last.end, []

    def cut(self, length: int) -> None:
        """Forget everything after the first ``length`` entries."""
        while length < self._sealed:
            assert self._last is not None
            self._tail, self._last = self._last.entries.copy(), self._last.before
            self._sealed = self._last.end if self._last is not None else 0
        del self._tail[length - self._sealed :]

    def copy(self) -> Trail[T]:
        new: Trail[T] = Trail()
        new._last, new._sealed, new._tail = self._last, self._sealed, self._tail.copy()
        return new

    @property
    def last(self) -> T | None:
        """The last entry; None if there is none."""
        if self._tail:
            return self._tail[-1]
        return self._last.entries[-1] if self._last is not None else None

    def __len__(self) -> int:
        return self._sealed + len(self._tail)

    def since(self, start: int) -> list[T]:
        """The entries from ``start`` on: as quick as they are few."""
        if start >= self._sealed:
            return self._tail[start - self._sealed :]
        parts = [self._tail]
        chunk = self._last
        while chunk is not None and chunk.end > start:
            parts.append(chunk.entries[max(start - chunk.end, -len(chunk.entries)) :])
            chunk = chunk.before
        return [entry for part in reversed(parts) for entry in part]

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            return self.since(start)[: max(stop - start, 0) : step] if step > 0 else [*self][index]
        length = len(self)
        if not -length <= index < length:
            raise IndexError(index)
        index %= length
        if index >= self._sealed:
            return self._tail[index - self._sealed]
        chunk = self._last
        while chunk is not None and chunk.end - len(chunk.entries) > index:
            chunk = chunk.before
        assert chunk is not None
        return chunk.entries[index - chunk.end]

    def __iter__(self) -> Iterator[T]:
        return iter(self.since(0))

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self._tail)
        chunk = self._last
        while chunk is not None:
            yield from reversed(chunk.entries)
            chunk = chunk.before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Trail, list, tuple)):
            return NotImplemented
        return len(self) == len(other) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Trail({[*self]!r})"
