/**
 * The API's documents, as `manage.py declare_api` writes them down from the OpenAPI document: those that
 * scripts and the other types name as `Api.…`, with what is in them. Nothing here is written by hand.
 */

declare namespace Api {
  /** A banner's orders, one per slot at most; a special order stands alone. */
  interface BannerPlan {
    primary?: PrimaryOrder | null;
    secondary?: SecondaryOrder | null;
    special?: SpecialOrder | null;
    /** The banner is meant to have no orders. */
    hold?: boolean;
    /** Only where all battles are abstract. */
    sacrifice?: number;
  }

  /** The map with all that stands on it. */
  interface Board {
    /** Rows, north first: '.' normal, 'C' city, '#' impassable. */
    terrain: string[];
    features: BoardFeature[];
    relics: BoardRelic[];
    banners: BoardBanner[];
    occupied: BoardSector[];
    triggers: BoardTrigger[];
  }

  /** A banner on a board that is being built. */
  interface BoardBanner {
    id: string;
    owner: string;
    /** A sector [x, y]: x grows east, y grows south, both from 0. */
    at: [number, number];
    level: number;
    works: "none" | "fortified" | "entrenched";
    name: string;
  }

  /** A feature on a board that is being built. */
  interface BoardFeature {
    id: string;
    name: string;
    description: string;
    /** A sector [x, y]: x grows east, y grows south, both from 0. */
    at: [number, number];
    needs_search: boolean;
    effect: "supply" | "sensor" | null;
    /** The seats that know it from the start. */
    known_to: string[];
  }

  /** A relic on a board that is being built: it lies somewhere, or a banner carries it. */
  interface BoardRelic {
    id: string;
    name: string;
    description: string;
    /** A sector [x, y]: x grows east, y grows south, both from 0. */
    at?: [number, number];
    /** A banner's id, instead of at. */
    carried_by?: string;
    /** The seats that know it from the start. */
    known_to: string[];
    destructible: boolean;
    /** It lies unknown until a trigger or a settlement unseals it. */
    sealed: boolean;
  }

  /** A sector that a seat occupies from the start. */
  interface BoardSector {
    /** A sector [x, y]: x grows east, y grows south, both from 0. */
    at: [number, number];
    occupier: string;
  }

  /** What happens by itself at a feature or with a relic: exactly one of the two is named. */
  interface BoardTrigger {
    id: string;
    feature?: string;
    relic?: string;
    repeat: "once" | "each" | "turn";
    when: TriggerTerm[];
    do: TriggerDeed[];
    /** For who knows the feature or carries the relic. */
    hint: string;
    /** Told when it fires. */
    told: string;
    told_to: "holder" | "all";
  }

  /** A victory condition of yours; ``met`` and ``held`` are null where you cannot know. */
  interface Goal {
    kind: "retrieval" | "occupation" | "destruction" | "trigger";
    primary: boolean;
    /** Turns for which it must hold. */
    turns: number;
    met: boolean | null;
    /** Turns for which it has held. */
    held: number | null;
    relic?: string;
    seat?: number;
    /** How many are to be destroyed. */
    banners?: number;
    /** The mark of the banners to be destroyed, or what is to be brought about. */
    title?: string;
    armies?: GoalArmy[];
    sectors?: [number, number][];
    /** How many sectors are to be held. */
    count?: number;
  }

  /** How many of the banners to be destroyed are this army's. */
  interface GoalArmy {
    seat: number;
    banners: number;
  }

  /** What you know of the map after a published turn. */
  interface Map {
    turn: number;
    /** Width and height. */
    size: [number, number];
    terrain?: string[];
    /** Of a large map: sectors on a side of a tile. */
    tile?: number;
    /** Of a large map: the ground around your banners. */
    tiles?: MapTile[];
    /** Of your battle, recon and search ranges. */
    radii: MapRadii;
    seats: MapSeat[];
    banners: MapBanner[];
    sightings: MapSighting[];
    /** How many banners of each seat you have ever numbered. */
    numbers: Record<string, number>;
    /** A row each: . nobody or not known, * disputed, else the seat's number in base 36. */
    territory?: string[];
    /** A row each: 0 never seen, 1 seen in an earlier turn, 2 known now. */
    fog?: string[];
    features: MapFeature[];
    /** Relics that you know to lie somewhere. */
    relics: MapRelic[];
    /** Your battles of a turn. */
    battles: MapBattle[];
    goals: Goal[];
    /** There if there are any. */
    hints?: MapHint[];
    /** The name of everything told of, by its id; armies by the numbers of their seats. */
    names?: Record<string, string>;
  }

  /** A banner of yours. */
  interface MapBanner {
    id: string;
    name: string;
    /** A sector [x, y]: x grows east, y grows south, both from 0. */
    at: [number, number];
    level: number;
    works: string;
    retreating: boolean;
    relics: string[];
    node: boolean;
    alive: boolean;
  }

  /** A battle of yours on the map: its id, its sector, the enemy's army, your banner. */
  interface MapBattle {
    id: string;
    /** A sector [x, y]: x grows east, y grows south, both from 0. */
    at: [number, number];
    with: string;
    mine: string;
  }

  /** A feature that you know of. */
  interface MapFeature {
    id: string;
    name: string;
    /** A sector [x, y]: x grows east, y grows south, both from 0. */
    at: [number, number];
    effect: string | null;
    description: string;
  }

  /** What you have heard of a feature that you know, or of a relic that a banner of yours carries. */
  interface MapHint {
    /** The id of the feature or the relic. */
    thing: string;
    name: string;
    text: string;
  }

  /** Your battle, recon and search ranges. */
  interface MapRadii {
    battle: number;
    recon: number;
    search: number;
  }

  /** A relic that you know to lie somewhere. */
  interface MapRelic {
    id: string;
    name: string;
    /** A sector [x, y]: x grows east, y grows south, both from 0. */
    at: [number, number];
    description: string;
  }

  /** An army on the map; ``battle`` is the radius of its battle ranges. */
  interface MapSeat {
    n: number;
    army: string;
    you: boolean;
    battle: number;
  }

  /** An enemy banner as you know it; one with an earlier ``turn`` was seen there then, before turn 0 before the war. */
  interface MapSighting {
    id: string;
    seat: number;
    name: string;
    /** A sector [x, y]: x grows east, y grows south, both from 0. */
    at: [number, number];
    level: number | null;
    turn: number;
    since: number;
    /** What you call it, of a banner that you are to destroy (Rules 10). */
    mark?: string;
    /** How far it is true, of one from before the war that says so. */
    grade?: "exact" | "place" | "old" | "false";
  }

  /** A part of the ground. */
  interface MapTile {
    /** Its north-west sector. */
    at: [number, number];
    terrain: string[];
    territory: string[];
    fog: string[];
  }

  /** What one order offers a banner: lists are there where the order uses them. */
  interface OfferedOrder {
    order: "march" | "teleport" | "search" | "fortify" | "entrench" | "unfortify" | "resupply" | "transfer" | "split" | "join" | "retreat" | "destroy_relic" | "use" | "other";
    slot: "primary" | "secondary" | "special";
    legal: boolean;
    problems: OrderReason[];
    /** Sectors, for march and retreat; a teleport may go to any passable one. */
    targets?: [number, number][];
    /** Banners that may give. */
    from?: string[];
    /** Banners that may be joined. */
    with?: string[];
    relics?: string[];
    /** Features in battle range, of use. */
    features?: string[];
  }

  /** Why an order cannot be given. */
  interface OrderReason {
    rule: string;
    text: string;
  }

  /** What your army has given to the dice of the turn that runs. */
  interface OwnSeal {
    /** The id that stands in what is sealed. */
    campaign: string;
    turn: number;
    /** Null for whoever acts for no army. */
    seat: number | null;
    /** Whether the war's dice follow from its chain, shares can be sealed, opened, or are of no use now. */
    state: "chain" | "sealing" | "opening" | "drawn";
    /** Whether what your army seals counts. */
    seals: boolean;
    /** What your army sealed last for this turn; empty for nothing. */
    seal: string;
    sealed_at: string | null;
    opened_at: string | null;
    /** While the dice are being drawn: when they are at the latest. */
    draw_due: string | null;
    /** The latest first. */
    closings: TurnClosing[];
  }

  /** A primary order and what it names (Rules 3). */
  interface PrimaryOrder {
    /** Of march, teleport and retreat: the target sector. */
    to?: [number, number];
    /** Of transfer: the banner that gives; none to pick up a lying relic. */
    from?: string;
    /** Of transfer: how many should arrive. */
    levels?: number;
    /** Of transfer, destroy_relic and use. */
    relic?: string;
    /** Of join: the other banner. */
    with?: string;
    /** Of split: the new banner's. */
    name?: string;
    /** Of use: in place of a relic. */
    feature?: string;
    /** Of other: what it does, in words of your own and in one line. */
    text?: string;
    order: "march" | "teleport" | "search";
  }

  /** A secondary order and what it names (Rules 3). */
  interface SecondaryOrder {
    /** Of march, teleport and retreat: the target sector. */
    to?: [number, number];
    /** Of transfer: the banner that gives; none to pick up a lying relic. */
    from?: string;
    /** Of transfer: how many should arrive. */
    levels?: number;
    /** Of transfer, destroy_relic and use. */
    relic?: string;
    /** Of join: the other banner. */
    with?: string;
    /** Of split: the new banner's. */
    name?: string;
    /** Of use: in place of a relic. */
    feature?: string;
    /** Of other: what it does, in words of your own and in one line. */
    text?: string;
    order: "fortify" | "entrench" | "unfortify" | "resupply" | "transfer" | "split" | "join";
  }

  /** A special order and what it names (Rules 3). */
  interface SpecialOrder {
    /** Of march, teleport and retreat: the target sector. */
    to?: [number, number];
    /** Of transfer: the banner that gives; none to pick up a lying relic. */
    from?: string;
    /** Of transfer: how many should arrive. */
    levels?: number;
    /** Of transfer, destroy_relic and use. */
    relic?: string;
    /** Of join: the other banner. */
    with?: string;
    /** Of split: the new banner's. */
    name?: string;
    /** Of use: in place of a relic. */
    feature?: string;
    /** Of other: what it does, in words of your own and in one line. */
    text?: string;
    order: "retreat" | "destroy_relic" | "use" | "other";
  }

  /** One thing that a trigger does; which keys it has depends on ``do`` (Rules 14.4). */
  interface TriggerDeed {
    do: "level" | "reveal" | "unseal" | "spy" | "move";
    by?: number;
    on?: "actor" | "all";
    feature?: string;
    relic?: string;
    to?: "holder" | "all";
    radius?: number;
    /** A sector [x, y]: x grows east, y grows south, both from 0. */
    at?: [number, number];
  }

  /** One thing that must hold for a trigger to fire; its keys depend on is (Rules 14.4). */
  interface TriggerTerm {
    is: "used" | "order" | "carries" | "held" | "knows" | "occupies" | "turn" | "die";
    order?: string;
    relic?: string;
    turns?: number;
    feature?: string;
    sectors?: [number, number][];
    from?: number;
    to?: number;
    sides?: number;
    at_least?: number;
  }

  /** What bound plans and seals of a turn when these closed. */
  interface TurnClosing {
    turn: number;
    /** 64 hex digits. */
    closing: string;
  }
}
