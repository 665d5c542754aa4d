/** What the classes of the scripts take over whole by `Object.assign`, and what is there only later. */

export {};

declare module "../static/js/web/map/pieces.js" {
  interface Pieces {
    words: Pick<Words, "turnShort">;
    layers: Record<string, SVGGElement>;
    placed: (Piece & { px: number; py: number; size: number; less: number })[];
    kept: Map<string, Standing>;
    order: string;
    world: World;
    marks: Marks;
    scale: number;
    k: number;
    moving: boolean;
    marching: (() => void)[];
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
    picture: OffscreenCanvas | HTMLImageElement;
    pictured: string | null;
    stale: Map<string, Chunk> | null;
  }
}

declare module "../static/js/web/map/map.js" {
  interface WarMap {
    map: MapDocument;
    world: World;
    marks: Marks;
    cursor: At | null;
    words: Pick<Words, "turnShort">;
    under?: { address: string; image: HTMLImageElement };
    frameAsked: number | null;
    kept?: { scale: number; x: number; y: number };
    working: number;
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
    run: object | null;
    show(map: MapDocument, how: { moving: boolean; past: boolean }): void;
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
