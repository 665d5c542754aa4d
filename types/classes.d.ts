/** What the classes of the scripts take over whole by `Object.assign`, and what is there only later. */

export {};

declare module "../static/js/web/map/pieces.js" {
  interface Pieces {
    words: Pick<Words, "turnShort">;
    layers: Record<string, SVGGElement>;
    placed: CrowdSign[];
    kept: Map<string, Standing>;
    layouts: Map<number, Crowded>;
    crowding: CrowdPiece[];
    asked: unknown[];
    order: string;
    world: World;
    marks: Marks;
    scale: number;
    k: number;
    drawn: Box & { scale: number };
  }
}

declare module "../static/js/web/map/shields.js" {
  interface Shields {
    pen?: Ctx;
    face?: string;
  }
}

declare module "../static/js/web/map/pile.js" {
  interface Pile {
    root: HTMLElement;
    sprite: string;
    turnShort: string;
    element: HTMLElement | null;
  }
}

declare module "../static/js/web/map/layers.js" {
  interface Layers {
    chunks: Map<string, OffscreenCanvas>;
    queue: Chunk[];
    ctx: CanvasRenderingContext2D;
    drawn: Box & { scale: number; dense: number };
    world: World;
    palette: Palette;
    picture: OffscreenCanvas;
    whole: HTMLImageElement | null;
    signs: ArmySign[];
    pictured: string | null;
    stale: Map<string, Chunk> | null;
  }
}

declare module "../static/js/web/map/signs.js" {
  interface Areas {
    width: number;
    height: number;
    holders: ArrayLike<number>;
    square: Int16Array;
    depth: Int16Array;
  }
}

declare module "../static/js/web/map/map.js" {
  interface WarMap {
    map: MapDocument;
    world: World;
    marks: Marks;
    aims?: AimPin[];
    cursor: At | null;
    words: Pick<Words, "turnShort">;
    under?: { address: string; image: HTMLImageElement };
    frameAsked: number | null;
    framed?: { how: [At[], number, number, At[]]; scale: number; x: number; y: number; wide: number; tall: number };
    framing: ReturnType<typeof setTimeout>;
    kept?: { scale: number; x: number; y: number };
    working: number;
    pile?: import("../static/js/web/map/pile.js").Pile;
  }
}

declare module "../static/js/web/map/drawer.js" {
  interface Drawer {
    sheet: HTMLElement;
    grip: HTMLElement;
    key: string;
    share: number;
  }
}

declare module "../static/js/warmap/news/newslayer.js" {
  interface NewsLayer {
    scale: number;
    taken: Sides[];
  }
}

declare module "../static/js/warmap/plan/orders.js" {
  interface Plan {
    orders: Orders;
    node: string | null;
  }
}

declare module "../static/js/warmap/plan/timeline.js" {
  interface Timeline {
    first: number;
    latest: number;
    words: Words;
    url: string;
    kept: Map<number, MapDocument>;
    show(map: MapDocument, how: { past: boolean }): void;
  }
}

declare module "../static/js/warmap/plan/saving.js" {
  interface Saver {
    url: string;
    number: number;
    token: string;
    state: string;
    dirty: boolean;
    failures: number;
    answer: Answer | null;
    flight: Promise<boolean> | null;
    /** Whether the page may be left without a warning. */
    leaves?: boolean;
    /** Of the plan that this page has seen last: the one it showed, then what was saved from it. */
    receipt: string;
    read(): unknown;
  }
}

declare module "../static/js/founding/mapedit/sending.js" {
  interface Sender {
    url: string;
    key: string;
    token: string;
    version: string;
    state: string;
    why: string;
    problems: string[] | null;
    dirty: boolean;
    failures: number;
    flight: Promise<void> | null;
    read(): BoardDocument;
  }
}

declare module "../static/js/founding/mapedit/editmap.js" {
  interface EditMap {
    board: Board;
    seats: EditorSeat[];
    backdrop?: string;
    painting: boolean;
    handing?: boolean;
  }
}

declare module "../static/js/founding/mapedit/painting.js" {
  interface Painter {
    tool: string;
    ink: string;
    layer: Layer;
    width: number;
    owner: string;
    anchor: At | null;
    last: At | null;
    drawing?: boolean;
  }
}

declare module "../static/js/founding/mapedit/board.js" {
  interface Board {
    terrain: string[];
    held: string[];
    things: Things;
    stroke: { layer: Layer; cells: Cell[] } | null;
    done: Change[];
    undone: Change[];
  }
}

declare module "../static/js/film/screen.js" {
  interface Screen {
    map: MapDocument;
    world: World;
    take?: Take;
    places?: At[];
  }
}
declare module "../static/js/film/scrubber.js" {
  interface Scrubber {
    bar: HTMLElement;
    knob: HTMLElement;
    swords: string;
    words: Record<string, string>;
  }
}
declare module "../static/js/battles/table/queue.js" {
  interface Queue {
    busy: Promise<boolean> | null;
  }
}

declare module "../static/js/battles/table/offline.js" {
  interface Offline {
    dice: number[];
  }
}

declare module "../static/js/web/live.js" {
  interface Live {
    source: EventSource | null;
  }
}

declare module "../static/js/lessons/hint.js" {
  interface Panel {
    finder: Finder;
    target: HTMLElement | null;
    sending: boolean;
  }
}

declare module "../static/js/lessons/map.js" {
  interface MapFinder extends DeskTold {
    panel: HintPanel;
    at: At | null;
    ring?: SVGGElement;
  }
}
