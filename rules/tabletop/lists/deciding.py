"""What a unit of a list is: its kind, how it moves, its quality and rank (Tabletop E)."""

from __future__ import annotations

import re

from rules.tabletop.lists.kinds import arms_of, crew_only, gun_beside, in_crew, only_guns, vehicle_of
from rules.tabletop.lists.units.costing import Costing
from rules.tabletop.lists.units.two_ways import either_class
from rules.tabletop.lists.words import troops
from rules.tabletop.lists.words.armoury import GUNS
from rules.tabletop.lists.words.scanning import RANK, scan
from rules.tabletop.tables import KINDS, LOCOMOTIONS, QUALITIES, RANKS
from rules.tabletop.weapons import is_team

LEAVE_OUT = "leave out"
_LOWER_GREEN = re.compile(r"^\W*green\s+[a-z]")
_GREEN = re.compile(
    r"\bgreen (?:conscripts?|recruits?|infantry|inf|rifle(?:men|s)?|soldiers?|militia|men)\b", re.IGNORECASE
)
_LETTER = re.compile(r"(?<![\w./'-])[vri](?![\w./'-])")
_BRACKETED = re.compile(r"(?<=\s[(\[])[VRIvri](?=[)\]])")
MOVES = {"soft-skin": "wheeled", "armoured car": "wheeled", "infantry": "foot", "artillery": "foot"}


class Deciding(Costing):
    """What is sure of a unit, and a question for what is not."""

    def _kind(self) -> tuple[str, str]:
        facts = self.facts
        answer = self.answered("kind", "kind")
        vehicle, moves, sure = vehicle_of(self.facts)
        men = bool(facts.teams or facts.men or facts.ranks or facts.total is not None)
        if answer in (*KINDS, LEAVE_OUT):
            kind = str(answer)
            return kind, self._moves(kind, moves if kind in vehicle or not vehicle else "")
        if vehicle and men and not crew_only(facts) and not in_crew(facts):
            kinds = tuple(dict.fromkeys(("infantry", *vehicle)))
            self.ask("kind", "which kind", "kind", about=self.raw.name[:40], answers=kinds)
            return vehicle[0], moves or MOVES.get(vehicle[0], "tracked")
        if vehicle and gun_beside(facts):
            kinds = tuple(dict.fromkeys(("artillery", *vehicle)))
            self.ask("kind", "which kind", "kind", about=self.raw.name[:40], answers=kinds)
            return vehicle[0], moves or MOVES.get(vehicle[0], "tracked")
        if len(vehicle) > 1 or either_class(self.raw.name):
            self.ask("kind", "which kind", "kind", about=sure, answers=vehicle)
        if vehicle:
            self.sources.setdefault("kind", "word")
            return vehicle[0], self._moves(vehicle[0], moves)
        if not men and not arms_of(self.facts):
            self.ask(
                "kind",
                "what is it",
                "kind",
                about=self.raw.name[:40],
                answers=("infantry", "artillery", "medium tank", LEAVE_OUT),
            )
            return "infantry", "foot"
        self.sources["kind"] = self.sources["locomotion"] = "word"
        gun = any(rows and all(row in GUNS for row in rows) for rows in arms_of(self.facts))
        gun = gun or any(hold and all(row in GUNS for row in hold.split("|")) for _s, _a, hold in facts.teams)
        squad = any(size >= 10 for size, _always, _hold in facts.teams) and not only_guns(facts)
        if gun and any(
            rows and all(is_team(row) and row not in GUNS for row in rows) for rows in arms_of(facts)
        ):
            # "MMG, gun crew of 3"
            self.ask(
                "kind", "which kind", "kind", about=self.raw.name[:40], answers=("infantry", "artillery")
            )
        # "A forward observer for the guns"
        kind = "artillery" if gun and not squad and not facts.is_about_one else "infantry"
        return kind, self._moves(kind, "")

    def _moves(self, kind: str, moves: str) -> str:
        self.sources.setdefault("locomotion", "word")
        if kind == "artillery":
            return "foot"
        answer = self.answered("locomotion", "locomotion")
        if answer in LOCOMOTIONS[kind != "infantry" :]:
            return str(answer)
        if kind == "infantry":
            return self._on_foot(moves)
        if self.facts.moves or moves:
            return self.facts.moves or moves
        if self.facts.classes and not self.facts.vehicles and kind in ("armoured car", "soft-skin"):
            about = self.facts.classes[0][0]
            self.ask(
                "locomotion",
                "how it moves",
                "locomotion",
                about=about,
                answers=("wheeled", "half-track", "tracked"),
            )
        return MOVES.get(kind, "tracked")

    def _on_foot(self, moves: str) -> str:
        """Men walk; the tables have no row for who rides, so that is asked."""
        riding = sorted(troops.RIDING & self.facts.words)
        either = riding and "or" in self.facts.words
        if either or (riding and not troops.AFOOT & self.facts.words):
            answers = (moves, "foot") if moves else ("foot", *LOCOMOTIONS[1:])
            self.ask("locomotion", "how it moves", "locomotion", about=riding[0], answers=answers)
        return moves or "foot"

    def _quality(self) -> str:
        said = list(dict.fromkeys(self.facts.qualities))
        if said and "inexperienced" not in said and (self.facts.green or _GREEN.match(self.raw.name)):
            said.append("inexperienced")
        self.sources["quality"] = "text" if said or self.facts.green else "usual"
        answer = self.answered("quality", "quality")
        if answer in QUALITIES:
            return str(answer)
        if len(said) > 1:
            self.ask("quality", "which quality", "quality", about=", ".join(said), answers=tuple(said))
        letter = None if said else _LETTER.search(self.raw.line)
        vehicle = self.facts.vehicles or self.facts.classes
        letter = None if said else _BRACKETED.search(self.raw.line) or (None if vehicle else letter)
        if letter is not None:
            # "Paras v 8 men": it may be their quality, or part of their name.
            self.ask("quality", "which quality", "quality", about=letter[0], answers=QUALITIES[::-1])
        green = self.facts.green and not said
        if not said and not green and (_GREEN.search(self.raw.name) or _LOWER_GREEN.match(self.raw.name)):
            # "Green conscripts" are inexperienced, or the green side's; a "green squad" is that side's.
            answers = ("inexperienced", "regular")
            self.ask("quality", "which quality", "quality", about="green", answers=answers)
        if self.is_missing("quality"):
            self.ask("quality", "which quality", "quality", answers=QUALITIES[::-1], usual="regular")
        return said[0] if said else "inexperienced" if green else "regular"

    def _officer(self) -> str:
        ranks = self.facts.ranks
        answer = self.answered("officer", "officer")
        if answer is not None:
            return answer if answer in RANKS else ""
        told = list(dict.fromkeys(one[0] for _about, one in ranks if len(one) == 1))
        if len(told) == 1:
            self.sources["officer"] = "text"
            return told[0]
        if ranks:
            about, rows = ranks[0]
            # What its owner calls it may say it: "Platoon Commander", called "Oberleutnant Voss".
            named = [troops.RANKS[one.key] for one in scan(self.raw.custom) if one.kind == RANK]
            if len(named) == 1 and named[0] in (told or rows):
                self.sources["officer"] = "text"
                return named[0]
            self.ask("officer", "which rank", "officer", about=about, answers=tuple(told) or rows)
            return told[0] if told else rows[0]
        return ""
