"""How things look: themes, terrains, hexsides, roads, counters.  Data only; no game is named here.

A game uses its own words for terrain, hexsides and roads.  A word that is known here gets its
look; an unknown one gets a plain but distinct one, so that a new game is never blank.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Theme:
    """The colours of a map and of what lies on it."""

    name: str
    mat: str
    """Around the map."""
    paper: str
    panel: str
    ink: str
    soft: str
    """Ink of hex numbers and other small print."""
    sea: str
    shore: str
    """Water-lining and ink on the sea."""
    coast: str
    water: str
    """Rivers."""
    grid: str
    grid_opacity: float
    relief: str
    road: str
    road_minor: str
    casing: str
    ground: dict[str, str]
    """By texture: the tint below the marks."""
    mark: dict[str, str]
    """By texture: the ink of the marks."""
    shade: dict[str, str]
    """By texture: the second, lighter ink of the marks."""
    accent: str
    reach: str
    attack: str
    halo: float = 2.6


LIGHT = Theme(
    name="light",
    mat="#d9d0ba",
    paper="#f1e9d2",
    panel="#f6f0de",
    ink="#2e2a24",
    soft="#6d6350",
    sea="#bdd3d6",
    shore="#7ea6ae",
    coast="#4d7480",
    water="#3f7d9c",
    grid="#5e5442",
    grid_opacity=0.42,
    relief="#a5855a",
    road="#b9503a",
    road_minor="#f3dfae",
    casing="#4a382a",
    ground={
        "clear": "#f1e9d2",
        "forest": "#c3cf9f",
        "mountain": "#d2b994",
        "hill": "#e2cfa4",
        "marsh": "#cfdcc4",
        "flooded": "#c3d8d4",
        "desert": "#efdcae",
        "bocage": "#d3dcae",
        "mixed": "#e3e3bd",
        "town": "#d8b9a3",
        "city": "#c9a08b",
        "plain": "#e6dcc4",
    },
    mark={
        "forest": "#4e6a3a",
        "mountain": "#6b4a2b",
        "hill": "#93703f",
        "marsh": "#4d7f77",
        "flooded": "#3f7d9c",
        "desert": "#b08b48",
        "bocage": "#66803f",
        "mixed": "#7d8d4e",
        "town": "#7b4433",
        "city": "#5d2f24",
        "plain": "#857a62",
    },
    shade={
        "forest": "#86a065",
        "mountain": "#f0e2c4",
        "hill": "#f3e6c6",
        "bocage": "#a9bd7c",
        "mixed": "#b3c088",
        "town": "#f1e0d2",
        "city": "#e8cfc0",
    },
    accent="#a23a26",
    reach="#2f6f4f",
    attack="#b3261e",
)

DARK = replace(
    LIGHT,
    name="dark",
    mat="#15171a",
    paper="#2f2e2a",
    panel="#23241f",
    ink="#ece5d3",
    soft="#a59d8a",
    sea="#1c2c36",
    shore="#3f6272",
    coast="#7fa5b3",
    water="#6fb0d2",
    grid="#cbbf9f",
    grid_opacity=0.26,
    relief="#8a7047",
    road="#d4735a",
    road_minor="#b9a374",
    casing="#14110e",
    ground={
        "clear": "#2f2e2a",
        "forest": "#2b3a28",
        "mountain": "#473a2b",
        "hill": "#3d3628",
        "marsh": "#28393a",
        "flooded": "#23404a",
        "desert": "#413924",
        "bocage": "#343c24",
        "mixed": "#35382a",
        "town": "#52382f",
        "city": "#63402f",
        "plain": "#3a3832",
    },
    mark={
        "forest": "#86ad6c",
        "mountain": "#c9a673",
        "hill": "#b1925f",
        "marsh": "#7fb9ae",
        "flooded": "#6fb0d2",
        "desert": "#c0a05e",
        "bocage": "#a2bd6a",
        "mixed": "#a9b77c",
        "town": "#e0a58d",
        "city": "#f0b79d",
        "plain": "#a59d8a",
    },
    shade={
        "forest": "#4d6b40",
        "mountain": "#2a221a",
        "hill": "#2c271d",
        "bocage": "#55673a",
        "mixed": "#5d6845",
        "town": "#2b1d18",
        "city": "#2b1d18",
    },
    accent="#ff9d80",
    reach="#7fd6a4",
    attack="#ff6b57",
)

CONTRAST = replace(
    LIGHT,
    name="high-contrast",
    mat="#ffffff",
    paper="#ffffff",
    panel="#ffffff",
    ink="#000000",
    soft="#000000",
    sea="#c9e3f2",
    shore="#3b7ea1",
    coast="#00293d",
    water="#0047b3",
    grid="#000000",
    grid_opacity=0.6,
    relief="#b08a55",
    road="#c00000",
    road_minor="#ffffff",
    casing="#000000",
    ground={
        "clear": "#ffffff",
        "forest": "#cfe8bd",
        "mountain": "#e3c9a5",
        "hill": "#f5e3bd",
        "marsh": "#d5efe8",
        "flooded": "#c9e3f2",
        "desert": "#fdf0c8",
        "bocage": "#e1f0b8",
        "mixed": "#f2f5d5",
        "town": "#f4c9b8",
        "city": "#e39f88",
        "plain": "#ececec",
    },
    mark={
        "forest": "#0d4a12",
        "mountain": "#3a1f05",
        "hill": "#6b4200",
        "marsh": "#00594d",
        "flooded": "#0047b3",
        "desert": "#7a5600",
        "bocage": "#355c00",
        "mixed": "#4b5c00",
        "town": "#4f1200",
        "city": "#330b00",
        "plain": "#333333",
    },
    shade={
        "forest": "#5d9a4c",
        "mountain": "#ffffff",
        "hill": "#ffffff",
        "bocage": "#9ac55a",
        "mixed": "#b7c97a",
        "town": "#ffffff",
        "city": "#ffffff",
    },
    accent="#c00000",
    reach="#005c2b",
    attack="#d00000",
    halo=3.4,
)

PRINT = replace(
    LIGHT,
    name="print",
    mat="#ffffff",
    paper="#ffffff",
    panel="#ffffff",
    ink="#111111",
    soft="#555555",
    sea="#eef3f5",
    shore="#8fa3aa",
    coast="#333f44",
    water="#3c6478",
    grid="#333333",
    grid_opacity=0.5,
    relief="#b9ad9b",
    road="#8f8f8f",
    road_minor="#ffffff",
    casing="#222222",
    ground={
        "clear": "#ffffff",
        "forest": "#f0f4ea",
        "mountain": "#f2ede5",
        "hill": "#f8f4ec",
        "marsh": "#f1f6f5",
        "flooded": "#eef3f5",
        "desert": "#fcf9f0",
        "bocage": "#f5f8ec",
        "mixed": "#fafaf3",
        "town": "#ece5e1",
        "city": "#ddd3cd",
        "plain": "#f2f2f2",
    },
    mark={
        "forest": "#44543a",
        "mountain": "#54473a",
        "hill": "#7c6f5c",
        "marsh": "#4a6a66",
        "flooded": "#3c6478",
        "desert": "#8f8265",
        "bocage": "#5a6a42",
        "mixed": "#727a58",
        "town": "#40302a",
        "city": "#2b1f1a",
        "plain": "#777777",
    },
    shade={
        "forest": "#a9b79c",
        "mountain": "#ffffff",
        "hill": "#ffffff",
        "bocage": "#c4d0ac",
        "mixed": "#ccd2b6",
        "town": "#ffffff",
        "city": "#ffffff",
    },
    accent="#7a1f14",
    reach="#2f5f47",
    attack="#8f1b14",
)

THEMES = {
    "light": LIGHT,
    "dark": DARK,
    "high-contrast": CONTRAST,
    "print": PRINT,
}


def theme_of(theme: Theme | str) -> Theme:
    """The theme of this name; ValueError names the known ones."""
    if isinstance(theme, Theme):
        return theme
    try:
        return THEMES[theme]
    except KeyError:
        known = ", ".join(THEMES)
        raise ValueError(f"no theme {theme!r}; there are {known}") from None


TEXTURES = {
    "clear": "clear",
    "open": "clear",
    "town": "town",
    "village": "town",
    "city": "city",
    "forest": "forest",
    "woods": "forest",
    "wood": "forest",
    "mountain": "mountain",
    "full_mountain": "mountain",
    "hill": "hill",
    "hills": "hill",
    "rough": "hill",
    "marsh": "marsh",
    "swamp": "marsh",
    "flooded": "flooded",
    "lake": "flooded",
    "sea": "sea",
    "ocean": "sea",
    "all_sea": "sea",
    "desert": "desert",
    "bocage": "bocage",
    "mixed": "mixed",
}


def texture_of(terrain: str) -> str:
    """The texture by which a terrain is drawn."""
    return TEXTURES.get(terrain.lower(), "plain")


@dataclass(frozen=True)
class SideStyle:
    """How a feature along a hexside is drawn.

    ``how``: ``flow`` a smooth line, ``canal`` a straight double line with ticks, ``ridge`` a
    hachured crest, ``cliff`` a line with teeth on the lower side, ``mines`` a row of crosses,
    ``wall`` a crenellated line, ``line`` a dashed boundary, ``gap`` a mark across the hexside.
    """

    how: str
    width: float
    ink: str = "water"
    dash: str = ""


SIDES = {
    "river": SideStyle("flow", 3.0),
    "minor_river": SideStyle("flow", 2.4),
    "stream": SideStyle("flow", 1.8),
    "major_river": SideStyle("flow", 5.6),
    "flooded_river": SideStyle("flow", 4.6, dash="2.5 2.5"),
    "lake": SideStyle("flow", 7.0),
    "canal": SideStyle("canal", 4.6),
    "mountain": SideStyle("ridge", 6.0, "mountain"),
    "ridge": SideStyle("ridge", 4.5, "hill"),
    "cliff": SideStyle("cliff", 2.0, "mountain"),
    "escarpment": SideStyle("cliff", 2.0, "mountain"),
    "minefield": SideStyle("mines", 2.0, "ink"),
    "fortification": SideStyle("wall", 3.0, "ink"),
    "fortress_line": SideStyle("wall", 3.0, "ink"),
    "boundary": SideStyle("line", 2.6, "accent", "9 3 2 3"),
    "pass": SideStyle("gap", 2.0, "ink"),
    "bridge": SideStyle("gap", 2.0, "ink"),
    "causeway": SideStyle("gap", 2.0, "accent"),
}
PLAIN_SIDE = SideStyle("line", 2.2, "ink", "5 3")


def side_style(feature: str) -> SideStyle:
    return SIDES.get(feature, PLAIN_SIDE)


@dataclass(frozen=True)
class RoadStyle:
    """``how``: ``major`` and ``minor`` are cased lines, ``track`` dashes, ``rail`` sleepers."""

    how: str
    width: float


ROADS = {
    "road": RoadStyle("major", 2.4),
    "major": RoadStyle("major", 3.0),
    "primary": RoadStyle("major", 3.0),
    "highway": RoadStyle("major", 3.4),
    "secondary": RoadStyle("minor", 2.0),
    "minor": RoadStyle("minor", 1.8),
    "track": RoadStyle("track", 1.5),
    "trail": RoadStyle("track", 1.2),
    "rail": RoadStyle("rail", 1.6),
    "railway": RoadStyle("rail", 1.6),
}


def road_style(kind: str) -> RoadStyle:
    return ROADS.get(kind, RoadStyle("minor", 2.0))


FEATURES = ("port", "landing", "beach", "airfield", "battery", "hilltop", "drop_zone", "box")
"""Features of a hex that have a mark of their own on the map."""


@dataclass(frozen=True)
class Palette:
    """The colours of a counter; ``code`` is printed so that hue is never the only sign."""

    body: str
    edge: str
    box: str
    ink: str
    code: str


PALETTES = {
    "german": Palette("#a3a9a6", "#3c4143", "#d9dcd7", "#15181a", "G"),
    "german_heer": Palette("#a3a9a6", "#3c4143", "#d9dcd7", "#15181a", "G"),
    "german_luftwaffe": Palette("#a9bdcb", "#33454f", "#dfe9ee", "#101b22", "GL"),
    "german_ss": Palette("#34373a", "#000000", "#c9cccb", "#ffffff", "SS"),
    "german_kriegsmarine": Palette("#7d90a8", "#26364a", "#d6dfe8", "#0f1720", "GK"),
    "german_todt": Palette("#b39a6b", "#4d3c17", "#e6dabb", "#1d1604", "OT"),
    "british": Palette("#cfae83", "#5e4220", "#f0e2c8", "#20160a", "B"),
    "us": Palette("#9fb07a", "#3d4a22", "#dfe6c8", "#141a08", "US"),
    "canadian": Palette("#d9a95c", "#6a4410", "#f6e3bd", "#241605", "C"),
    "italian": Palette("#b3c9a4", "#34593c", "#e8f1df", "#0e2214", "I"),
    "french": Palette("#9db4dc", "#2a437a", "#e2eaf7", "#0d1730", "F"),
    "indian": Palette("#dba48a", "#6d3420", "#f6ddd0", "#2a0f06", "IN"),
    "south_african": Palette("#d8c25f", "#63540e", "#f5ebb8", "#221c02", "SA"),
    "polish": Palette("#e3b7bb", "#7a2430", "#f9e4e6", "#2c0a0e", "P"),
    "new_zealand": Palette("#b9a99a", "#4a3b2c", "#eae0d6", "#1a130c", "NZ"),
}
PLAIN_PALETTE = Palette("#d6d2c8", "#55514a", "#f2efe8", "#1a1916", "")

_ALIASES = {
    "germans": "german",
    "axis": "german",
    "uk": "british",
    "commonwealth": "british",
    "allied": "british",
    "american": "us",
    "usa": "us",
    "luftwaffe": "german_luftwaffe",
    "ss": "german_ss",
    "heer": "german_heer",
}


def palette_of(name: str) -> Palette:
    """The palette of a nationality, by its name in any usual spelling."""
    key = name.strip().lower().replace(" ", "_").replace("-", "_")
    key = _ALIASES.get(key, key)
    return PALETTES.get(key, PLAIN_PALETTE)
