/** Hints: what a panel asks of its page. */

/** What the present step says of itself: `data-…` of the panel. */
type Step = Record<string, string | undefined>;
type HintPanel = import("../static/js/lessons/hint.js").Panel;

interface Finder {
  panel?: HintPanel;
  /** A new hint stands on the page. */
  entered(panel: HintPanel): void;
  /** The element that it points at, if it is there now. */
  target(step: Step): HTMLElement | null;
  /** Mark what is no element. */
  mark(step: Step): void;
  /** Lead there, focus and all. */
  show(step: Step): void;
  folded?(open: boolean): void;
  /** Whether this answer is left to the form. */
  leaves?(act: string, step: Step): boolean;
}

/** What the war map's script tells once it is there. */
interface DeskTold {
  desk: Desk;
  map: WarMap;
  drawer: import("../static/js/web/map/drawer.js").Drawer;
  saver: Saver;
}
