"""The view of a table as a document: what one player reads of it. Sides and players are their numbers."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class ViewedDie(TypedDict):
    """A die that was thrown; how it fell and whether it was thrown again, where that is to be said."""

    n: int
    what: str
    sides: int
    value: int
    source: NotRequired[str]
    rerolled: NotRequired[bool]
    by: NotRequired[int]


class ViewedJam(TypedDict):
    """A turret that is stuck, and in which arc."""

    turret: int
    arc: str


class ViewedAim(TypedDict):
    """At whom a weapon of a group (-1: fired by itself) fires indirectly, and what it needs to hit."""

    weapon: str
    target: str
    turn: int
    own: int
    other: int
    needed: int
    group: int


class ViewedGroup(TypedDict):
    """Weapons of one kind in a unit, ``crew`` men to each; ``able``: how many of them can fire."""

    weapon: str
    count: int
    crew: int
    lost: int
    leader: bool
    mount: str
    spent: int
    men: int
    able: int
    fired: bool


class ViewedUnit(TypedDict):
    """A unit; its token is 0 while it lies face down before somebody else."""

    id: str
    name: str
    player: int
    kind: str
    locomotion: str
    quality: str
    models: int
    start: int
    points: int
    pins: int
    nco: bool
    officer: str
    weapons: list[str]
    groups: list[ViewedGroup]
    check: bool
    fell: list[int]
    anti_tank: bool
    gun_shield: bool
    open_topped: bool
    recce: bool
    towing: bool
    turrets: int
    slow: bool
    fast: bool
    reserve: bool
    entry: int
    steering: int
    jams: list[ViewedJam]
    halved: bool
    immobilised: bool
    wreck: bool
    destroyed: bool
    moves: int
    aims: list[ViewedAim]
    spent: list[str]
    order: str
    kept: bool
    was_down: bool
    escaped: bool
    number: int
    token_shown: bool
    boosts: int
    cover: str
    jammed: list[str]
    indirect: int
    aimed_at: str
    aimed_turn: int
    token: int
    face_down: bool
    side: int
    morale: int
    armour: int
    may_escape: bool
    broken: bool
    lost_points: int


class ViewedSide(TypedDict):
    """A side; its bid only when all are in."""

    name: str
    colour: int
    bag: int
    pool: int
    aside: int
    out: int
    camp: int
    seals: int
    conceded: bool
    kept_chosen: bool
    points: int
    points_start: int
    has_bid: bool
    bid: int
    units: int


class ViewedPlayer(TypedDict):
    """A player: of the hand no more than how many cards there are. ``auto``: they play themselves;
    ``auto_next``: they do from the next deal on.
    """

    name: str
    side: int
    played_by: int
    cards: int
    placed: bool
    auto: bool
    auto_next: bool


class OwnView(TypedDict):
    """What only the player's own phone shows; nothing of it for who watches.

    ``spring`` are his units on Ambush that may fire now, ``sprung`` those that still have to, ``snap`` whom
    his officer may order; ``plan`` is what his aces stand for; ``dealt`` so many real cards are still to be
    named, of so many ``decks``.
    """

    hand: NotRequired[list[str]]
    ready: NotRequired[bool]
    plays: NotRequired[list[str]]
    bid: NotRequired[int]
    spring: NotRequired[list[str]]
    sprung: NotRequired[list[str]]
    snap: NotRequired[list[str]]
    plan: NotRequired[dict[str, str]]
    dealt: NotRequired[int]
    decks: NotRequired[int]
    free: NotRequired[list[int]]
    mine: NotRequired[list[str]]


class ViewedActing(TypedDict):
    """A unit whose go it is, or a side that is to choose one."""

    side: int
    step: str
    player: int
    unit: str
    fixed: bool
    order: str
    card: str
    special: int
    snap: int
    snapped: bool
    attacked: bool
    charge: str
    stays: bool
    chooser: int
    ask: list[str]
    sprung: list[str]


class ViewedFire(TypedDict):
    """A weapon at a target: what was measured, what it needs, and what its dice came to."""

    target: str
    weapon: str
    shots: int
    band: str
    moved: bool
    smoke: bool
    cover: str
    arc: str
    building: bool
    indirect: bool
    he: int
    template: int
    penetration: int | None
    needed: int
    hits: int
    damaged: int


class ViewedShot(ViewedFire):
    """What one group fires at one target: ``weapons`` of it, ``shots`` dice; ``rolled`` of those that lie,
    each of which ``needs`` so much (0: nothing lies).
    """

    group: int
    weapons: int
    rolled: int
    through: int
    needs: int


class ViewedTarget(TypedDict):
    """A target of the attack: its answer, and what has been measured (``inches`` -1: nothing)."""

    unit: str
    before: int
    asked: bool
    answered: str
    measured: bool
    inches: int
    smoke: bool
    cover: str
    arc: str
    building: bool
    template: int
    weapons: dict[str, int]


class ViewedFirer(TypedDict):
    """A unit that may declare a volley now, and those that it may fire at."""

    unit: str
    targets: list[str]


class ViewedAttack(ViewedFire):
    """The attack that is being resolved, with its dice and who may still throw some again.

    ``fire`` and ``targets`` tell all of it; what stands in the attack itself is that of its first shot.
    ``needs`` is what each of the dice that lie must show, ``answer_needs`` what each of the target's own.
    """

    kind: str
    shooter: str
    step: str
    before: int
    dice: list[ViewedDie]
    answer: list[ViewedDie]
    needs: int
    answer_needs: int
    enemy_dice: int
    own_dice: int
    far: bool
    fubar: bool
    round: int
    used: list[str]
    answered: str
    listed: bool
    fire: list[ViewedShot]
    targets: list[ViewedTarget]
    card_right: int
    momentum_right: int


class ViewedStrike(TypedDict):
    """A preliminary strike; what is not said of it is not known yet."""

    id: str
    kind: str
    side: int
    due: int
    target: NotRequired[str]
    aim: NotRequired[str]
    weapon: NotRequired[str]
    step: NotRequired[str]
    chooser: NotRequired[int]
    reach: NotRequired[int]
    struck: NotRequired[list[str]]


class ViewedChoice(TypedDict):
    """Between which units a side chooses who goes first."""

    units: list[str]
    places: list[str]
    side: int
    unit: NotRequired[str]


class ViewedMomentum(TypedDict):
    """The momentum track: where its marker is, where it ends, which side has brought it there (``holder``,
    -1: none), and whose the bonus and the reward are.
    """

    on: bool
    slider: int
    end: int
    holder: int
    bonus: int
    reward: int


class Prompt(TypedDict):
    """What is waited for, and of which side (-1: of anybody), with what it is about."""

    kind: str
    side: int
    player: NotRequired[int]
    unit: NotRequired[str]
    strike: NotRequired[str]
    turret: NotRequired[int]
    assault: NotRequired[bool]
    why: NotRequired[str]
    officers: NotRequired[list[str]]
    player_only: NotRequired[bool]


class TableView(TypedDict):
    """The table as one player may see it; ``me`` -1: as somebody who only watches. ``by_hand``: the players
    draw and deal themselves. ``held`` is the player who holds what goes on by itself, -1 if nobody does.
    """

    name: str
    method: str
    mission: str
    turns: int
    turn: int
    phase: str
    stage: str
    attacker: int
    one_series: bool
    by_hand: bool
    marker: int
    drawn: list[int]
    bag: int | None
    tokens_left: int
    tokens: list[str]
    number: int
    rank: int
    deck: int
    discard: int
    bidders: list[int]
    chooser: int
    choice: ViewedChoice | None
    acting: list[ViewedActing]
    attack: ViewedAttack | None
    firing: list[ViewedFirer]
    strikes: list[ViewedStrike]
    momentum: ViewedMomentum
    changes: list[tuple[str, int]]
    losses: list[int]
    end_proposed: bool
    winner: int
    words: list[int]
    apart: bool
    over: bool
    held: int
    units: list[ViewedUnit]
    sides: list[ViewedSide]
    players: list[ViewedPlayer]
    me: int
    side: int
    own: OwnView
    wanted: list[Prompt]
