/** The documents that pages hand to their scripts, and what the scripts make of them. */

/** A sector: [x, y], x east, y south, both from 0. */
type At = [number, number];
type Loop = number[][];
type MapLayer = "terrain" | "territory" | "fog";
type Box = { x0: number; y0: number; x1: number; y1: number };
type Ctx = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
type Works = (typeof import("../static/js/declared.js").WORKS)[number];

type Ground = import("../static/js/web/map/geometry.js").Ground;
type Fog = import("../static/js/web/map/fog.js").Fog;
type Territory = import("../static/js/web/map/territory.js").Territory;
type Palette = ReturnType<typeof import("../static/js/web/map/palette.js").readPalette>;
type View = import("../static/js/web/map/view.js").View;
type WarMap = import("../static/js/web/map/map.js").WarMap;
type Underlay = HTMLImageElement | null | undefined;

interface Banner {
  id: string;
  name: string;
  at: At;
  level: number;
  works: Works;
  retreating?: boolean;
  alive?: boolean;
  node?: boolean;
  relics?: { id: string; name: string }[];
}

interface Sighting {
  id: string;
  name: string;
  at: At;
  seat: number;
  turn: number;
  level: number | null;
  works?: Works;
  mark?: string;
  grade?: "exact" | "place" | "old" | "false";
}

interface Seat {
  n: number;
  army?: string;
  name?: string;
  you?: boolean;
  battle?: number;
}

/** A feature or a relic as a player knows it. */
interface Pin {
  id: string;
  name: string;
  at: At;
  description?: string;
  effect?: string | null;
}

interface Battle {
  id: string;
  at: At;
  with: string;
}

/** A part of a large map. */
interface Tile {
  at: At;
  terrain: string[];
  territory: string[];
  fog: string[];
}

/** What a player knows at the end of a turn; large maps come in tiles. */
interface MapDocument {
  turn: number;
  size: At;
  terrain: string[];
  territory: string[];
  fog: string[];
  seats: Seat[];
  radii: { battle: number; recon: number; search: number };
  banners: Banner[];
  sightings: Sighting[];
  features: Pin[];
  relics: Pin[];
  battles?: Battle[];
  hints?: { thing: string; name: string; text: string }[];
  backdrop?: string;
  tiles?: Tile[];
  tile?: number;
  more?: string;
  overview?: string;
  loaded?: Set<string>;
  asked?: Set<string>;
}

type Placed = { at: At; seat: number; radius: number };

/** A map document with what is needed to ask it things. */
type World = Omit<MapDocument, "territory" | "fog"> & {
  you: number;
  ground: Ground;
  territory: Territory;
  fog: Fog;
  battleOf: Map<number, number>;
  placed: Placed[];
  underlay?: Underlay;
};

type Kind = "banner" | "sighting" | "feature" | "relic" | "battle";
type Piece = { kind: Kind; id: string };
type Move = { id: string; from: At; to: At; kind: string };

/** What a plan adds to the map. */
interface Marks {
  selected?: string | null;
  moves?: Move[];
  range?: { at: At; battle: number; recon: number; search: number };
  targets?: At[];
  meetings?: { at: At }[];
  cursor?: At | null;
}

type Meeting = { sighting: Sighting; sector: At; city: boolean; already: boolean };

/** The sentences of a page, by name; those of orders by the order. */
type Words = Record<string, string> & { turnShort: string } & Record<"orders" | "short" | "hints" | "notes", Record<string, string>>;

type Problem = { rule: string; text: string; banner?: string };
type Order = {
  order: string;
  to?: At;
  by?: At;
  with?: string;
  from?: string;
  relic?: string;
  levels?: number;
  name?: string;
};
type Slot = (typeof import("../static/js/declared.js").SLOTS)[number];
/** What an order can carry. */
type Carried = "to" | "from" | "levels" | "relic" | "with" | "name";
interface OrderRecord {
  kind: string;
  slot: Slot;
  needs: Carried[];
  may: Carried[];
  anywhere: boolean;
  busies: boolean;
  mutual: boolean;
}
interface TerrainRecord {
  letter: string;
  id: string;
  passable: boolean;
  city: boolean;
}
/** By level: what the old banner keeps, and what the new one has. */
type Split = [number, number];
type Panel = (desk: Desk, banner: Banner, kind: string) => HTMLElement;
type Entry = Partial<Record<Slot, Order>> & { hold?: boolean; sacrifice?: number };
type Orders = Record<string, Entry>;

/** An order that a banner could be given, or why it could not. */
interface Choice {
  order: string;
  legal: boolean;
  problems: Problem[];
  targets?: At[];
  with: string[];
  from: string[];
  relics: string[];
}

/** What an army can do, as its plan's page is told. */
interface Own {
  battle: number;
  recon: number;
  search: number;
  reach: number;
  resupply: number;
  massive: boolean;
  flexible: boolean;
  sacrifices?: boolean;
  names_node?: boolean;
}

interface PlanPage {
  banners: Banner[];
  battles?: Battle[];
  options: Record<string, Choice[]>;
  pairs: [string, string][];
  plan: { orders?: Orders; node?: string | null; state: string; saved: string; receipt: string };
  last: Orders;
  own: Own;
  relics?: Record<string, { name: string; by?: string }>;
  urls: { save: string; submit: string; turn: string; battle?: string; rules?: string };
  number: number;
  first: number;
  phase: string;
  may: boolean;
  everyTurn: boolean;
  draftsCount: boolean;
}

/** What the parts of a plan's page know of each other. */
interface Desk {
  plan: import("../static/js/warmap/plan/orders.js").Plan;
  page: PlanPage;
  words: Words;
  sprite: string;
  relics: Record<string, { name: string; by?: string }>;
  selected: string | null;
  panel: string | null;
  past?: boolean;
  draft?: Record<string, Order>;
  closedImpossible?: boolean;
  readonly world: World;
  supplied(at: At): boolean;
  meetingsAt(banner: Banner, at: At): Meeting[];
  relicName(id: string | undefined): string;
  ruleLink(rule: string): HTMLElement;
  say(text: string | null): void;
  transferWords(order: Order): string;
  changed(): void;
  typed(): void;
  redraw(): void;
  send(id: string, at: At): void;
  aim(id: string, kind: string, at: At): void;
  select(id: string, how?: { sheet?: boolean; focus?: boolean }): void;
  leave(): void;
  sameAsLast(): void;
}

type Saver = import("../static/js/warmap/plan/saving.js").Saver;

// The map editor

type Layer = "terrain" | "held";
/** A sector with the sign before and the sign after. */
type Cell = [number, number, string, string];
type ThingKind = "features" | "relics" | "banners";

interface Thing {
  id: string;
  name: string;
  at?: At;
  owner?: string;
  level?: number;
  works?: string;
  description?: string;
  effect?: string | null;
  needs_search?: boolean;
  destructible?: boolean;
  sealed?: boolean;
  carried_by?: string;
  known_to?: string[];
}

type Things = Record<ThingKind, Thing[]>;
type BoardDocument = Things & { terrain: string[]; occupied: { at: At; occupier: string }[] };
type Change = {
  layer?: Layer;
  cells?: Cell[];
  key?: string | null;
  before?: Things;
  after?: Things;
  whole?: [BoardDocument, BoardDocument];
};
type EditorSeat = { key: string; n: number; name: string };

interface EditorDesk {
  board: import("../static/js/founding/mapedit/board.js").Board;
  map: import("../static/js/founding/mapedit/editmap.js").EditMap;
  words: Words;
  seats: EditorSeat[];
  bounds: { name: number; level: number; description: number };
  sprite: string;
  moving: { kind: ThingKind; id: string } | null;
  chosen: { kind: ThingKind; id: string } | null;
  say(text: string): void;
  what(at: At): string;
  where(at: At): void;
  choose(kind: ThingKind | null, id?: string): void;
  add(kind: ThingKind, at: At, owner: string): void;
  remove(kind: ThingKind, id: string): void;
  move(kind: ThingKind, id: string): void;
  put(at: At): void;
}

// Forms and the table

/** What a form holds: lists of texts by field. */
type Values = Record<string, string[]>;
type Kept = { key: string; before: Values; mine: Values; when: number; sent?: string };

/** What waits at a table to be sent. */
type Waiting = { cid: string; url: string; body: string; label?: string; dice?: string; tries?: number };

/** A row of costs: points up to, levels for the winner, levels for the beaten. */
type Cost = [number, number, number];

// What is drawn

type Chunk = { key: string; x0: number; y0: number; size: number };
type Relief = { columns: number; rows: number; heights: Float32Array; grain: number };
type Sides = { left: number; right: number; top: number; bottom: number };
/** Where one of several pieces of a sector stands. */
type Fanned = { dx: number; dy: number; tilt: number };
/** A piece's element with what it shows, so that only what has changed is set. */
type Standing = { element: SVGGElement; looks?: string; inner?: string; stands?: string };

type CursorKeys = {
  where(): At;
  columns(): number;
  rows(): number;
  moved(at: At): void;
  opened(at: At): void;
  closed(): void;
  zoomed(factor: number | "whole"): void;
};
type MapHands = {
  changed(busy: boolean): void;
  tapped(px: number, py: number, event?: PointerEvent): void;
  doubled(px: number, py: number): void;
};

/** Why an order cannot be given: what is wrong with it, or the order that it does not go with. */
type Against = { problems: Problem[]; with: string | null } | null;

/** What goes into an element; nothing goes in for what is not. */
type Inside = Node | string | number | boolean | null | undefined | Inside[];
type Board = import("../static/js/founding/mapedit/board.js").Board;
/** The tabs of a page's head, which remember their order. */
type Tabs = HTMLElement & { inOrder?: HTMLAnchorElement[] };

/** What the server says to a plan that was sent. */
interface Answer {
  status?: number;
  state?: string;
  saved?: string;
  receipt?: string;
  final?: boolean;
  detail?: string;
  problems?: Problem[];
}

/** Of an element that a script makes: attributes, and what happens on an event. */
type Attributes = { [name: string]: any } & {
  onclick?: (event: On<MouseEvent>) => unknown;
  onchange?: (event: On<Event>) => unknown;
  oninput?: (event: On<Event>) => unknown;
  ontoggle?: (event: On<Event>) => unknown;
};

/** What a plan is made of; the tests of a plan give less than a page does. */
type PlanInput = Pick<PlanPage, "banners" | "options"> & Partial<Pick<PlanPage, "pairs" | "last" | "own">> & {
  plan?: Partial<PlanPage["plan"]>;
};

interface EditorPage {
  board: BoardDocument;
  words: Words;
  seats: EditorSeat[];
  bounds: EditorDesk["bounds"];
  backdrop?: string;
  urls: { board: string; draw: string };
  campaign: string;
  version: string;
  problems: string[] | null;
}
