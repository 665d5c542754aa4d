/** What `crowd` takes and gives, and what the map's page makes of it. */

/** Left, top, right, bottom; of a reach: how far left, up, right and down. */
type Quad = [number, number, number, number];

/** As `campaign/base/drawing/crowd_faces.py` describes them. */
interface CrowdPiece {
  kind: string;
  id: string;
  seat: number;
  at: At;
  level: number | null;
  turn: number | null;
  retreating: boolean;
  works: string;
  relic: boolean;
  node: boolean;
  rank: string;
  text: string;
}
interface CrowdSign extends Omit<CrowdPiece, "id" | "at" | "level" | "turn"> {
  ids: string[];
  x: number;
  y: number;
  size: number;
  wide: number;
  high: number;
  box: Quad;
  count: number;
  levels: number;
  unknown: number;
  turns: string;
  leader: At | null;
  marks: [string, number, number, number][];
}
type Written = { role: string; text: string; x: number; y: number; wide: number; high: number; size: number };
type CrowdLabel = Written & { sign: number; of: string };
type Crowded = { signs: CrowdSign[]; labels: CrowdLabel[] };
/** How a sign looks, before it has a place; and what shares it on the way there. */
interface Face extends Pick<CrowdSign, "size" | "wide" | "high" | "text" | "levels" | "unknown" | "turns" | "marks"> {
  texts: Written[];
  reach: Quad;
}
interface CrowdItem {
  kind: string;
  seat: number;
  key: string;
  members: number[];
  /** Those by whose sectors it has its place; others have joined them. */
  core: CrowdPiece[];
  pair: boolean;
  gone: boolean;
  rank: number;
  x: number;
  y: number;
  faces: [number, Face, number[]][];
  reach: Quad;
  place: At | null;
}

/** What a tap meant: of a stack its first piece, and its sign. */
type Picked = Piece & { sign: CrowdSign };
/** A sector that an aim lists; `held` is of its `turn`. */
type AimPin = { id: string; at: At; text: string; held?: boolean; turn?: number };
/** As much of a map document as stands on it. */
type StandingOn = Pick<MapDocument, "turn" | "radii" | "seats" | "banners" | "sightings" | "battles" | "features" | "relics">;
