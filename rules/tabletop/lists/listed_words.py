"""The words of lists: what each stands for at the table, and which stand for several things (Tabletop E)."""

from __future__ import annotations

AT_GUNS = ("Light AT gun", "Medium AT gun", "Heavy AT gun", "Super-heavy AT gun")
MORTARS = ("Light mortar", "Medium mortar", "Heavy mortar")
HOWITZERS = ("Light howitzer", "Medium howitzer", "Heavy howitzer")
CANNONS = ("Light auto cannon", "Heavy auto cannon")
MACHINE_GUNS = ("LMG", "MMG", "HMG")
FLAMES = ("Flamethrower (infantry)", "Flamethrower (vehicle)")
GUNS = (*AT_GUNS, *HOWITZERS, *CANNONS)
"""What is served by a crew of its own, as artillery, where no vehicle is named."""
ANTI_TANK = (*AT_GUNS, "Anti-tank rifle", "PIAT", "Bazooka", "Panzerschreck", "Panzerfaust", "AT weapon")

ARMS = {
    **{
        "rifle": "Rifle",
        "lee enfield": "Rifle",
        "garand": "Rifle",
        "kar98k": "Rifle",
        "mosin nagant": "Rifle",
    },
    **{"pistol": "Pistol", "revolver": "Pistol", "shotgun": "Shotgun"},
    **dict.fromkeys(
        ("smg", "submachine gun", "sub machine gun", "thompson", "sten", "mp40", "mp 40", "ppsh"),
        "Submachine gun (SMG)",
    ),
    **dict.fromkeys(("automatic rifle", "auto rifle", "bar"), "Automatic rifle"),
    **dict.fromkeys(("assault rifle", "stg44", "stg 44"), "Assault rifle"),
    **dict.fromkeys(("lmg", "light machine gun", "bren", "mg34", "mg 34", "mg42", "mg 42"), "LMG"),
    **dict.fromkeys(("mmg", "medium machine gun", "vickers"), "MMG"),
    **dict.fromkeys(("hmg", "heavy machine gun"), "HMG"),
    **dict.fromkeys(("light auto cannon", "light autocannon"), "Light auto cannon"),
    **dict.fromkeys(("heavy auto cannon", "heavy autocannon"), "Heavy auto cannon"),
    **dict.fromkeys(("anti tank rifle", "at rifle"), "Anti-tank rifle"),
    **{"piat": "PIAT", "bazooka": "Bazooka", "panzerschreck": "Panzerschreck", "panzerfaust": "Panzerfaust"},
    **{
        f"{size.lower()} {word}": f"{size} AT gun"
        for size in ("Light", "Medium", "Heavy")
        for word in ("at gun", "anti tank gun")
    },
    **dict.fromkeys(("super heavy at gun", "super heavy anti tank gun"), "Super-heavy AT gun"),
    **dict.fromkeys(("vb launcher", "rifle grenade"), "VB launcher / rifle grenade"),
    **dict.fromkeys(("at weapon", "ampulomet", "blacker bombard"), "AT weapon"),
    **{name.lower(): name for name in (*MORTARS, *HOWITZERS)},
}
"""Arms, as they are written in small letters and without hyphens."""

SEVERAL = {
    **dict.fromkeys(("machine gun", "mg"), MACHINE_GUNS),
    **dict.fromkeys(("anti tank gun", "at gun", "pak"), AT_GUNS),
    "mortar": MORTARS,
    "howitzer": HOWITZERS,
    **dict.fromkeys(("auto cannon", "autocannon"), CANNONS),
    **dict.fromkeys(("gun", "cannon", "artillery", "field gun", "flak", "infantry gun"), GUNS),
    **dict.fromkeys(("flamethrower", "flame thrower"), FLAMES),
}
"""Words for arms of which the tables know several: one of them has to be named."""

TANKS = ("light tank", "medium tank", "heavy tank", "super-heavy tank")
KINDS = {
    **{name.replace("-", " "): (name, "tracked") for name in TANKS},
    "tankette": ("light tank", "tracked"),
    **dict.fromkeys(("armoured car", "armored car"), ("armoured car", "wheeled")),
    **dict.fromkeys(
        ("armoured half track", "armored half track", "armoured carrier", "armored carrier"),
        ("armoured car", "half-track"),
    ),
    **dict.fromkeys(("truck", "lorry", "lorrie", "jeep", "soft skin", "staff car"), ("soft-skin", "wheeled")),
    **dict.fromkeys(("soft skin half track", "half track truck"), ("soft-skin", "half-track")),
}
"""Vehicles: their kind and how they move."""

VEHICLES = ("armoured car", "soft-skin", *TANKS)
KINDS_OF_SEVERAL = {
    **dict.fromkeys(("tank", "tank destroyer", "assault gun", "self propelled gun", "spg"), TANKS),
    **dict.fromkeys(("half track", "halftrack", "carrier", "car", "vehicle", "tractor"), VEHICLES),
    **dict.fromkeys(
        ("sherman", "panther", "tiger", "panzer", "stug", "churchill", "cromwell", "t 34", "t34", "stuart"),
        TANKS,
    ),
    **dict.fromkeys(("grant", "matilda", "valentine", "kv 1", "kv1", "is 2", "firefly", "hellcat"), TANKS),
    **dict.fromkeys(("chaffee", "hetzer", "marder", "jagdpanther", "jagdpanzer", "crusader"), TANKS),
    **dict.fromkeys(("greyhound", "puma", "sdkfz", "sd kfz", "daimler", "humber", "bren carrier"), VEHICLES),
    **dict.fromkeys(("universal carrier", "kubelwagen", "kübelwagen"), VEHICLES),
}
"""Vehicles of which the kind, too, has to be named."""

MEN = (
    *("squad", "section", "team", "platoon", "infantry", "riflemen", "rifleman", "soldier", "trooper"),
    *("grenadier", "ranger", "paratrooper", "commando", "engineer", "pioneer", "medic", "sniper", "observer"),
    *("scout", "conscript", "partisan", "guard", "militia", "gunner", "crew", "tank hunter", "spotter"),
    *("guardsmen", "veteran", "forward observer", "marine", "assault group", "half squad", "command group"),
)
"""Whoever is called so is no vehicle."""

FLAGS = {
    **dict.fromkeys(("anti tank grenade", "at grenade", "tank hunter", "anti tank", "at"), "anti_tank"),
    "gun shield": "gun_shield",
    "open topped": "open_topped",
    **dict.fromkeys(("recce", "recon", "reconnaissance"), "recce"),
    **{"towing": "towing", "slow": "slow", "fast": "fast"},
}
RANKS = {name: (name,) for name in ("second lieutenant", "first lieutenant", "captain", "major")} | {
    **dict.fromkeys(("lieutenant", "officer"), ("second lieutenant", "first lieutenant")),
    "2nd lieutenant": ("second lieutenant",),
    "1st lieutenant": ("first lieutenant",),
}
"""Officers; of a bare lieutenant it has to be said which."""

STOP = frozenset(
    (
        *(
            "a",
            "an",
            "the",
            "of",
            "with",
            "and",
            "or",
            "plus",
            "in",
            "on",
            "at",
            "each",
            "per",
            "all",
            "for",
            "by",
        ),
        *("unit", "units", "point", "points", "pt", "pts", "cost", "costs", "x", "has", "have", "armed"),
        *("carrying", "nco", "ncos", "sergeant", "sergeants", "corporal", "one", "two", "three", "four"),
    )
)
"""Words that say nothing more."""
