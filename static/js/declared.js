/** What the rules declare: printed by `python -m rules declare`, never written by hand. */
export const SLOTS = /** @type {const} */ (["primary", "secondary", "special"]);
/** @type {OrderRecord[]} */
export const ORDERS = [
  {"kind": "march", "slot": "primary", "needs": ["to"], "may": [], "anywhere": false, "busies": true, "mutual": false, "either": false},
  {"kind": "teleport", "slot": "primary", "needs": ["to"], "may": [], "anywhere": true, "busies": true, "mutual": false, "either": false},
  {"kind": "search", "slot": "primary", "needs": [], "may": [], "anywhere": false, "busies": false, "mutual": false, "either": false},
  {"kind": "fortify", "slot": "secondary", "needs": [], "may": [], "anywhere": false, "busies": false, "mutual": false, "either": false},
  {"kind": "entrench", "slot": "secondary", "needs": [], "may": [], "anywhere": false, "busies": false, "mutual": false, "either": false},
  {"kind": "unfortify", "slot": "secondary", "needs": [], "may": [], "anywhere": false, "busies": false, "mutual": false, "either": false},
  {"kind": "resupply", "slot": "secondary", "needs": [], "may": [], "anywhere": false, "busies": false, "mutual": false, "either": false},
  {"kind": "transfer", "slot": "secondary", "needs": [], "may": ["from", "levels", "relic"], "anywhere": false, "busies": false, "mutual": false, "either": false},
  {"kind": "split", "slot": "secondary", "needs": [], "may": ["name"], "anywhere": false, "busies": true, "mutual": false, "either": false},
  {"kind": "join", "slot": "secondary", "needs": ["with"], "may": [], "anywhere": false, "busies": true, "mutual": true, "either": false},
  {"kind": "retreat", "slot": "special", "needs": ["to"], "may": [], "anywhere": false, "busies": false, "mutual": false, "either": false},
  {"kind": "destroy_relic", "slot": "special", "needs": ["relic"], "may": [], "anywhere": false, "busies": false, "mutual": false, "either": false},
  {"kind": "use", "slot": "special", "needs": [], "may": ["relic", "feature"], "anywhere": false, "busies": false, "mutual": false, "either": true},
  {"kind": "other", "slot": "special", "needs": ["text"], "may": [], "anywhere": false, "busies": false, "mutual": false, "either": false},
];
/** @type {TerrainRecord[]} */
export const TERRAIN = [
  {"letter": ".", "id": "normal", "passable": true, "city": false},
  {"letter": "C", "id": "city", "passable": true, "city": true},
  {"letter": "#", "id": "impassable", "passable": false, "city": false},
];
export const WORKS = /** @type {const} */ (["none", "fortified", "entrenched"]);
export const MAX_LEVEL = 20;
export const PLAYABLE_LEVEL = 10;
export const MOST_SACRIFICED = 3;
export const RESUPPLY = 1;
export const SUPPLIED = 2;
export const SPLIT_BONUS = 2;
/** @type {Split[]} */
export const SPLITS = [
  [-1, -1],
  [0, -1],
  [0, 0],
  [1, 0],
  [1, 1],
  [2, 1],
  [2, 2],
  [3, 2],
  [3, 3],
  [4, 3],
  [4, 4],
  [5, 4],
  [5, 5],
  [6, 5],
  [6, 6],
  [7, 6],
  [7, 7],
  [8, 7],
  [8, 8],
  [9, 8],
  [9, 9],
  [10, 9],
  [10, 10],
];
