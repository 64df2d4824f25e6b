"""SVG to PNG, with the optional library resvg-py (no system library is needed)."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import import_module
from pathlib import Path

NEEDS = "a PNG needs the libraries of the extra 'png': pip install 'grognard[png]' (SVG needs none)"

_FOLDERS = (
    "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/dejavu-sans-fonts",
    "/usr/share/fonts/dejavu-serif-fonts",
    "/usr/share/fonts/dejavu",
    "/usr/share/fonts/TTF",
    "/usr/share/fonts/truetype/liberation",
    "/usr/share/fonts/liberation-serif",
    "/usr/share/fonts/liberation-sans",
    "/System/Library/Fonts/Supplemental",
    "/Library/Fonts",
    "C:/Windows/Fonts",
)
_SERIF = (
    ("DejaVuSerif", "DejaVu Serif"),
    ("LiberationSerif-Regular", "Liberation Serif"),
    ("Times New Roman", "Times New Roman"),
    ("times", "Times New Roman"),
)
_SANS = (
    ("DejaVuSans", "DejaVu Sans"),
    ("LiberationSans-Regular", "Liberation Sans"),
    ("Arial", "Arial"),
    ("arial", "Arial"),
)


def _installed(candidates: tuple[tuple[str, str], ...]) -> str:
    for file, family in candidates:
        if any((Path(folder) / f"{file}.ttf").is_file() for folder in _FOLDERS):
            return family
    return ""


@lru_cache(maxsize=1)
def _fonts() -> tuple[str, str, tuple[str, ...]]:
    """Families for sans-serif and serif, and font files that come with the extra.

    A family that is nowhere would leave its text out of the picture without a word,
    so the one that comes with the extra stands in for what the machine lacks.
    """
    files: tuple[str, ...] = ()
    own = ""
    try:
        files = tuple(sorted(import_module("font_source_sans_pro").font_files_ttf.values()))
        own = "Source Sans Pro"
    except (ImportError, AttributeError):
        pass
    sans = _installed(_SANS) or own
    serif = _installed(_SERIF) or sans
    if not sans:
        raise ImportError(f"no font was found; {NEEDS}")
    return sans, serif, files


def png(svg: str, scale: float = 1.0) -> bytes:
    """The picture as PNG, ``scale`` pixels for each unit of the SVG."""
    if not 0 < scale <= 16:
        raise ValueError(f"scale {scale} is not between 0 and 16")
    try:
        library = import_module("resvg_py")
    except ImportError:
        raise ImportError(NEEDS) from None
    size = re.search(r'<svg [^>]*?width="([\d.]+)"', svg)
    if not size:
        raise ValueError("the SVG does not say how wide it is")
    sans, serif, files = _fonts()
    return bytes(
        library.svg_to_bytes(
            svg_string=svg,
            width=max(1, int(float(size[1]) * scale + 0.5)),
            sans_serif_family=sans,
            serif_family=serif,
            font_files=list(files),
        )
    )
