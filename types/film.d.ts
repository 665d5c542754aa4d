/** The film of a turn (campaign/film/documents.py), and what the player makes of it. */

/** One thing that happens; which keys it has follows from `t`. */
interface Beat {
  t: string;
  /** The line of the report that tells it. */
  line?: number;
  id?: string;
  at?: At;
  to?: any;
  by?: number;
  key?: "retreating" | "node" | "relics";
  value?: unknown;
  kind?: string;
  entry?: any;
  was?: At | null;
  mine?: string;
  with?: string;
  attack?: boolean;
  outcome?: string;
  points?: [number, number] | null;
  enemy_gone?: boolean;
  /** Parts of rows: [y, x, signs]. */
  rows?: [number, number, string][];
  n?: number;
  met?: boolean | null;
  held?: number | null;
  have?: number | null;
}
type FilmEntry = Record<string, any>;
interface FilmDocument {
  turn: number;
  as?: number | null;
  part: string;
  from: number | null;
  lines: { text: string; rule?: string; at?: At | null }[];
  phases: { id: string; rule?: string; beats: Beat[] }[];
}

/** Beats that begin together, in milliseconds of their scene, with what is said of them: one of the scene's lines. */
interface Cue {
  at: number;
  takes: number;
  beats: Beat[];
  line: number | undefined;
}
/** A phase as one pair of eyes sees it. */
interface Take {
  cues: Cue[];
  lines: string[];
  before: MapDocument;
  after: MapDocument;
}
/** A sector where somebody thought an enemy to be, in so many of the worlds that it weighed. */
interface Thought {
  at: At;
  seat: number | null;
  count: number;
  worlds: number;
}
/** A phase of a turn: where it begins in that, and how long it is. */
interface Scene {
  id: string;
  from: number;
  length: number;
  /** Null for eyes that knew nothing then. */
  takes: (Take | null)[];
  clash: boolean;
}
/** What panels beside a film ask of it. */
interface Panelled {
  root: HTMLElement;
  number: number;
  eyes: string[];
  scene: Scene | null;
}
interface FilmTurn {
  number: number;
  length: number;
  scenes: Scene[];
}
/** Frames of something that happens in a scene: [time, what it looks like then]. */
type Frames = [number, Keyframe][];
/** A piece that does something in a scene. */
interface Act {
  id: string;
  /** Where it stands, from when on; it takes so long to be there. */
  places: { time: number; at: At; takes: number }[];
  /** What it looks like, from when on; null while it is not there. */
  looks: { time: number; entry: any | null }[];
}
/** A mark that comes and goes above the map. */
interface FilmMark {
  kind: string;
  at: At;
  time: number;
  takes: number;
  seat?: number;
  text?: string;
  cells?: At[];
}
/** What is to be played: a turn, from the first on where it is not one alone, beginning at one of them. */
interface FilmWish {
  turn: number;
  first?: number;
  at?: number;
  phase?: string | null;
  as?: string | null;
  plays?: boolean;
  /** Asked once all is there: whether it may still open. */
  may?(): unknown;
}
