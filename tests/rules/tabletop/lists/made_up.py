"""Units made up at random in the ways that people and programs write them, with what stands in them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Made = tuple[str, str]
"""A unit's text and what is to be read in it, in the notation of ``expecting``."""
HELD = {
    "Rifle": ("rifle", "Lee-Enfield", "Kar98k", "Garand", "Mosin", "carbine"),
    "SMG": ("SMG", "Sten", "MP40", "Thompson", "PPSh", "submachine gun"),
    "Assault": ("assault rifle", "StG44"),
    "Auto": ("BAR", "automatic rifle"),
    "Pistol": ("pistol", "Luger"),
}
MEN = ("Rifleman", "Soldier", "Grenadier", "Paratrooper", "Guardsman", "Trooper", "Marine", "Fusilier")
SQUADS = (
    "Rifle squad",
    "Infantry section",
    "Grenadiers",
    "Para squad",
    "Marine squad",
    "Partisans",
    "Rangers",
)
QUALITIES = {
    "regular": ("Regular", "reg"),
    "veteran": ("Veteran", "vet"),
    "inexperienced": ("Inexperienced", "inexp"),
}
RANKS = {
    "second lieutenant": ("2nd Lieutenant", "Leutnant"),
    "first lieutenant": ("First Lieutenant", "Oberleutnant"),
    "captain": ("Captain", "Hauptmann"),
    "major": ("Major",),
}
TEAMS = (
    ("MMG team", "MMG", 3, "infantry"),
    ("Light mortar team", "LMor", 2, "infantry"),
    ("Bazooka team", "Bazooka", 2, "infantry"),
    ("PIAT team", "PIAT", 2, "infantry"),
    ("Flamethrower team", "Flame", 2, "infantry"),
    ("Light anti-tank gun", "LAT", 3, "artillery"),
    ("Light howitzer", "LHow", 3, "artillery"),
    ("Heavy anti-tank gun", "HAT", 4, "artillery"),
)
VEHICLES = (
    ("light tank", "light tank tracked"),
    ("medium tank", "medium tank tracked"),
    ("heavy tank", "heavy tank tracked"),
    ("armoured half-track", "armoured car half-track"),
)
GUNS = (
    ("light anti-tank gun", "LAT"),
    ("medium anti-tank gun", "MAT"),
    ("heavy anti-tank gun", "HAT"),
    ("light autocannon", "LAC"),
)


class Maker:
    """Makes up unit after unit."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def unit(self) -> Made:
        """One more."""
        ways: tuple[Callable[[], Made], ...] = (
            *(self.squad, self.squad, self.section, self.section, self.cells, self.printed),
            *(self.officer, self.officer, self.team, self.vehicle),
        )
        return self.random.choice(ways)()

    def squad(self) -> Made:
        """An NCO, men, perhaps some with another weapon, perhaps a light machine gun; none counted twice."""
        draw = self.random
        main, nco, other = (
            draw.choice(("Rifle", "SMG", "Assault")),
            draw.choice(("Rifle", "SMG", "Pistol")),
            "Auto",
        )
        count, more, gun, man = (
            draw.randint(3, 8),
            draw.choice((0, 0, 2, 3)),
            draw.random() < 0.4,
            draw.choice(MEN),
        )
        way = draw.choice(("{n}x {man} with {arm}", "{n}x {man} w/ {arm}", "{n}x {man}: {n}x {arm}"))
        leader = draw.choice(("NCO with {arm}", "NCO: {arm}", "1x NCO w/ {arm}", "sergeant with {arm}"))
        parts = [leader.format(arm=self._arm(nco)), way.format(n=count, man=man, arm=self._arm(main))]
        parts += [way.format(n=more, man=man, arm=self._arm(other))] if more else []
        parts += [draw.choice(("LMG with loader", "LMG gunner and loader"))] if gun else []
        quality, said = self._quality()
        points = draw.randint(60, 190)
        name = draw.choice(SQUADS)
        text = draw.choice(
            (
                f"{name}, {said}, {', '.join(parts)}, {points} pts",
                f"{name} [{points}pts]: {said}, {', '.join(parts)}",
                f"{name} ({said}): {', '.join(parts)} - {points}pts",
            )
        )
        groups = [f"1 {nco}*", f"{count} {main}", *([f"{more} {other}"] if more else []), *_lmg(gun)]
        return text, f"1x / infantry foot / {quality} / {points} / {', '.join(groups)}"

    def section(self) -> Made:
        """So many men in all, and who of them holds something else."""
        draw = self.random
        main, nco = draw.choice(("Rifle", "SMG")), draw.choice(("Rifle", "SMG", "Pistol"))
        total, gun, auto = draw.randint(6, 12), draw.random() < 0.5, draw.choice((0, 0, 1, 2))
        faust, name, arm, own = (
            draw.choice((0, 0, 1, 2)),
            draw.choice(SQUADS),
            self._arm(main),
            self._arm(nco),
        )
        rest = total - 1 - 2 * gun - auto
        bars = f", {auto} {_plural('BAR', auto)}" if auto else ""
        lmg = ", LMG with loader" if gun else ""
        text = draw.choice(
            (
                f"{name}, {total} men: NCO with {own}{lmg}{bars}, rest with {_plural(arm, 2)}",
                f"{name} of {total}: NCO {own}{lmg}{bars}, {rest}x {arm}",
                f"{total} man {name}, NCO w/ {own}{lmg}{bars}, {rest} w/ {arm}",
                f"{name} ({total} men) - NCO: {own}{lmg}{bars}, {rest} {_plural(arm, rest)}",
            )
        )
        quality, said = self._quality()
        points = draw.randint(60, 190)
        text += f", {faust}x Panzerfaust" if faust else ""
        text += draw.choice(
            (f", {said}, {points} pts", f" - {said} - {points}pts", f", {points} points, {said}")
        )
        groups = [f"1 {nco}*", f"{rest} {main}", *([f"{auto} Auto"] if auto else []), *_lmg(gun)]
        groups += [f"{faust} Faust(0)"] if faust else []
        return text, f"1x / infantry foot / {quality} / {points} / {', '.join(groups)}"

    def cells(self) -> Made:
        """A row of columns."""
        draw = self.random
        main, nco, gun = (
            draw.choice(("Rifle", "SMG")),
            draw.choice(("Rifle", "SMG", "Pistol")),
            draw.random() < 0.5,
        )
        count, (quality, said), points = draw.randint(3, 8), self._quality(), draw.randint(60, 190)
        lmg = f"LMG ({draw.choice(('2 men', 'gunner + loader', 'team of 2'))}), " if gun else ""
        arms = f"NCO {self._arm(nco)}, {lmg}{count}x {self._arm(main)}"
        cells = (draw.choice(SQUADS), said, f"{count + 1 + 2 * gun} men", arms, f"{points} pts")
        groups = [f"1 {nco}*", f"{count} {main}", *_lmg(gun)]
        text = draw.choice((" | ", "; ", "\t")).join(cells)
        return text, f"1x / infantry foot / {quality} / {points} / {', '.join(groups)}"

    def printed(self) -> Made:
        """A unit and its men on lines of their own, as programs print them."""
        draw = self.random
        main, nco, gun = (
            draw.choice(("Rifle", "SMG", "Assault")),
            draw.choice(("Rifle", "SMG")),
            draw.random() < 0.5,
        )
        count, man, points, quality = (
            draw.randint(3, 8),
            draw.choice(MEN),
            draw.randint(60, 190),
            self._quality()[0],
        )
        sign = draw.choice((". ", "• ", "- ", "  * "))
        head = draw.choice(("{name} [{points}pts]", "{name} ({points} points)"))
        way = draw.choice(("{n}x {man}: {n}x {arm}", "{n}x {man} with {arm}"))
        lines = [
            head.format(name=draw.choice(SQUADS), points=points),
            sign + quality.title(),
            f"{sign}NCO: {self._arm(nco)}",
            sign + way.format(n=count, man=man, arm=self._arm(main)),
            *([f"{sign}LMG Gunner: LMG", f"{sign}1x Loader"] if gun else []),
        ]
        groups = [f"1 {nco}*", f"{count} {main}", *_lmg(gun)]
        return "\n".join(lines), f"1x / infantry foot / {quality} / {points} / {', '.join(groups)}"

    def officer(self) -> Made:
        """An officer with what he carries, and perhaps some men."""
        draw = self.random
        rank = draw.choice(tuple(RANKS))
        own, held, men = (
            draw.choice(("Pistol", "SMG", "Rifle")),
            draw.choice(("Rifle", "SMG")),
            draw.choice((0, 1, 2)),
        )
        (quality, said), points, name = self._quality(), draw.randint(40, 200), draw.choice(RANKS[rank])
        with_him = f"{men} {_plural(draw.choice(('man', 'soldier', 'attendant', 'runner')), men)}"
        with_him += f" with {_plural(self._arm(held), men)}"
        parts = [draw.choice(("with {}", "{}", "({})")).format(self._arm(own))]
        parts += [draw.choice(("{}", "+{}", "and {}")).format(with_him)] if men else []
        text = draw.choice(
            (
                f"{name}, {said}, {', '.join(parts)}, {points} pts",
                f"{name} [{points}pts]: {said}, {', '.join(parts)}",
                f"{name} ({said}), {', '.join(parts)} - {points}pts",
            )
        )
        groups = [f"1 {own}*", *([f"{men} {held}"] if men else [])]
        return text, f"1x / infantry foot / {quality} / {points} / {', '.join(groups)} / officer={rank}"

    def team(self) -> Made:
        """A team or a gun with its crew; two of them at times."""
        draw = self.random
        name, weapon, crew, kind = draw.choice(TEAMS)
        times, (quality, said), points = draw.choice((1, 1, 2)), self._quality(), draw.randint(30, 110)
        before, each = (f"{times}x ", " each") if times > 1 else ("", "")
        men = draw.choice((f"{crew} men", f"{crew} crew", f"crew of {crew}"))
        text = draw.choice(
            (
                f"{before}{name}, {said}, {men}, {points} pts{each}",
                f"{before}{name} ({said}, {men}) - {points}pts{each}",
            )
        )
        return text, f"{times}x / {kind} foot / {quality} / {points} / 1 {weapon}({crew})"

    def vehicle(self) -> Made:
        """A class of vehicle with its guns."""
        draw = self.random
        (name, kind), (gun, short), (quality, said) = (
            draw.choice(VEHICLES),
            draw.choice(GUNS),
            self._quality(),
        )
        points, coaxial, hull = draw.randint(60, 390), draw.random() < 0.6, draw.random() < 0.5
        parts = [draw.choice(("turret-mounted {}", "{} in turret", "{}")).format(gun)]
        parts += [draw.choice(("coaxial MMG", "co-axial MMG", "coax MMG"))] if coaxial else []
        parts += [draw.choice(("hull-mounted MMG", "hull MMG", "bow MMG"))] if hull else []
        text = draw.choice(
            (
                f"{name}, {said}, {', '.join(parts)}, {points} pts",
                f"{name} [{points}pts]: {said}, {', '.join(parts)}",
            )
        )
        groups = [f"1 {short}", *([f"{coaxial + hull} MMG"] if coaxial or hull else [])]
        return text, f"1x / {kind} / {quality} / {points} / {', '.join(groups)}"

    def _arm(self, weapon: str) -> str:
        return self.random.choice(HELD[weapon])

    def _quality(self) -> tuple[str, str]:
        quality = self.random.choice(tuple(QUALITIES))
        return quality, self.random.choice(QUALITIES[quality])


def _lmg(gun: bool) -> list[str]:
    return ["1 LMG(2)"] if gun else []


def _plural(name: str, count: int) -> str:
    if count == 1:
        return name
    return "men" if name == "man" else f"{name}s"
