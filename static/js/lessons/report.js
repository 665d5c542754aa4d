// A hint on a report: its target is a part of it.

import { Panel } from "./hint.js";

const PARTS = { battle: "#fights", seen: "#part-seen" };

/** @type {Finder} */
const finder = {
  entered() {},
  target: ({ anchor, line }) => (anchor === "report_line" ? (document.querySelector(PARTS[line === "battle" ? "battle" : "seen"])?.closest("section") ?? null) : null),
  mark() {},
  show({ line }) {
    const part = document.querySelector(PARTS[line === "battle" ? "battle" : "seen"]);
    part?.setAttribute("tabindex", "-1");
    part?.scrollIntoView({ block: "center" });
    part?.focus({ preventScroll: true });
  },
  // What is read is told once, by the button or by having been looked at, and the button leads back to the map.
  leaves(act, { wants }) {
    if (act !== "done" || wants !== "read") return true;
    tell().then(() => location.assign(document.querySelector("#hint [name=next]")?.value ?? ""));
    return false;
  },
};

/** Milliseconds for which a part must be on screen to have been read. */
const READ = 1200;
/** @type {Promise<unknown> | null} */
let telling = null;

function tell() {
  const { url, step } = finder.panel?.step ?? {};
  const body = new FormData();
  body.set("step", step ?? "");
  body.set("act", "done");
  telling ??= Promise.resolve(finder.panel?.ask(url ?? "", { method: "POST", body }));
  return telling;
}

new Panel(finder);

// However the report is left, what was looked at counts.
const part = finder.target(finder.panel?.step ?? {});
if (part && finder.panel?.step.wants === "read") {
  let waiting = 0;
  new IntersectionObserver(([entry], watch) => {
    clearTimeout(waiting);
    if (!entry.isIntersecting) return;
    waiting = setTimeout(() => {
      watch.disconnect();
      tell();
    }, READ);
  }).observe(part);
}
