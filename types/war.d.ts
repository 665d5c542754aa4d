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
/** An army's pattern: lines of `width`, dots and rings as [x, y, radius]. */
interface ArmyPattern {
  width: number;
  lines: number[][];
  dots: number[][];
  rings: number[][];
}

/** A sign of an army on what it holds: its middle in pixels of the map, and its size. */
interface ArmySign {
  seat: number;
  x: number;
  y: number;
  size: number;
}

/** Where a sign might lie: the first sector, by number and as x and y, of a square of sectors. */
interface Candidate {
  at: number;
  x: number;
  y: number;
  deep: number;
  key: number;
  pieces: number;
  far: number;
}

type Palette = ReturnType<typeof import("../static/js/web/map/palette.js").readPalette>;
type View = import("../static/js/web/map/view.js").View;
type WarMap = import("../static/js/web/map/map.js").WarMap;
type Underlay = HTMLImageElement | null | undefined;

/** Some of a document is always there, the rest where a page has it. */
type Only<T, K extends keyof T> = Pick<T, K> & Partial<Omit<T, K>>;

/** A banner of the map; pages name the relics that it carries. */
type Banner = Only<Omit<Api.MapBanner, "works" | "relics">, "id" | "name" | "at" | "level"> & {
  works: Works;
  relics?: { id: string; name: string }[];
};
type Sighting = Omit<Api.MapSighting, "since"> & { works?: Works };
type Seat = Only<Api.MapSeat, "n"> & { name?: string };
/** A feature or a relic as a player knows it. */
type Pin = Only<Api.MapFeature & Api.MapRelic, "id" | "name" | "at">;
type Battle = Omit<Api.MapBattle, "mine">;
type Tile = Api.MapTile;

/** What a player knows at the end of a turn, with what its page adds; large maps come in tiles. */
interface MapDocument extends Pick<Api.Map, "turn" | "size" | "radii" | "tiles" | "tile"> {
  terrain: string[];
  territory: string[];
  fog: string[];
  seats: Seat[];
  banners: Banner[];
  sightings: Sighting[];
  features: Pin[];
  relics: Pin[];
  battles?: Battle[];
  hints?: { thing: string; name: string; text: string }[];
  backdrop?: string;
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

type Kind = "banner" | "sighting" | "feature" | "relic" | "battle" | "aim";
/** How high a sheet under its map stands. */
type Height = "peek" | "half" | "full";
type Piece = { kind: Kind; id: string };
type Move = { id: string; from: At; to: At; kind: string };

/** What a plan adds to the map. */
interface Marks {
  selected?: string | null;
  moves?: Move[];
  range?: { at: At } & Api.MapRadii;
  targets?: At[];
  meetings?: { at: At }[];
  aims?: AimPin[];
  cursor?: At | null;
}

type Meeting = { sighting: Sighting; sector: At; city: boolean; already: boolean };

/** The sentences of a page, by name; those of orders by the order. */
type Words = Record<string, string> & { turnShort: string } & Record<"orders" | "short" | "hints" | "notes", Record<string, string>>;

type Problem = Api.OrderReason & { banner?: string };
/** An order of any slot; `by` is how far a march of the turn before went. */
type Order = Omit<Api.PrimaryOrder, "order"> & { order: string; by?: At };
type Slot = (typeof import("../static/js/declared.js").SLOTS)[number];
/** What an order can carry. */
type Carried = Exclude<keyof Api.PrimaryOrder, "order">;
interface OrderRecord {
  kind: string;
  slot: Slot;
  needs: Carried[];
  may: Carried[];
  anywhere: boolean;
  busies: boolean;
  mutual: boolean;
  either: boolean;
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
type Entry = Partial<Record<Slot, Order>> & Omit<Api.BannerPlan, Slot>;
type Orders = Record<string, Entry>;

/** An order that a banner could be given, or why it could not. */
type Choice = Pick<Api.OfferedOrder, "legal" | "targets" | "features"> &
  Required<Pick<Api.OfferedOrder, "with" | "from" | "relics">> & { order: string; problems: Problem[] };

/** What an army can do, as its plan's page is told. */
interface Own extends Api.MapRadii {
  reach: number;
  resupply: number;
  massive: boolean;
  flexible: boolean;
  sacrifices?: boolean;
  names_node?: boolean;
}

/** The box that something takes on the map, in pixels. */
type Sides = { left: number; right: number; top: number; bottom: number };

/** What a turn has changed on a seat's map: areas of sectors as runs [row, column, count], and single marks. */
interface Changes {
  turn: number;
  areas: { kind: "gained" | "lost"; at: At; runs: [number, number, number][] }[];
  marks: { kind: string; id: string; at: At; by?: number; was?: At; seat?: number }[];
}

/** A victory condition in words, and the places that it speaks of. */
interface AimOnMap {
  text: string;
  told: string;
  places: { mark: "held" | "open" | "carried" | "lying" | "seen"; at: At }[];
}

interface PlanPage {
  changes: Changes;
  aims: AimOnMap[];
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
  /** Whether the turn waits for no date but for this plan. */
  undated: boolean;
  /** Whether the player has no account, and so names nothing. */
  guest: boolean;
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
  featureName(id: string | undefined): string;
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

type Thing = Only<Api.BoardBanner & Api.BoardFeature & Api.BoardRelic, "id" | "name">;

type Things = Record<ThingKind, Thing[]>;
type BoardDocument = Things & Pick<Api.Board, "terrain" | "occupied"> & Partial<Pick<Api.Board, "triggers">>;
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

/** A field of a form, and what was typed into it; whether it was ticked. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Filled = { name: string; values: string[]; on?: boolean };
/** What was sent and is not saved: of a form, or a value of a page's own. */
type Unsent = { lost?: boolean; typed?: Filled[]; value?: unknown };

/** What waits at a table to be sent, or could not be: `told` is what its form held, in words; `why` it was refused. */
type Waiting = {
  cid: string; url: string; body: string; label?: string; dice?: string; tries?: number;
  told?: string[]; table?: string; at?: number; why?: string;
};
/** A field of a table's form that has not been sent; `rows` are the groups of its unit, where they have changed. */
type Typed = {
  key: string; value: string; checked: boolean; files: FileList | null; rows: number[] | null;
  refused: boolean; open: boolean; secret: boolean; unit?: string;
};

/** A row of costs: points up to, levels for the winner, levels for the beaten. */
type Cost = [number, number, number];

// What is drawn

type Chunk = { key: string; x0: number; y0: number; size: number };
type Relief = { columns: number; rows: number; heights: Float32Array; grain: number };
/** A piece's element with what it shows, so that only what has changed is set. */
type Standing = { element: SVGGElement; looks?: string; inner?: string; stands?: string; shown?: string };

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
  /** Of a plan that was saved elsewhere meanwhile: what the way to it is called, and the way over it. */
  either?: [string, string];
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
