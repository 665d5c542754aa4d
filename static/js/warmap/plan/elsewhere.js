// A plan that was saved elsewhere, on another device or by the deputy, since this page was opened. Of the two one
// counts, and its player says which. Fetched only then: no page waits for it.

import { h } from "../../web/dom.js";

/**
 * Beside what was refused: look at the plan that stands, or put this one in its place.
 * @param {Saver} saver
 */
export function choose(saver) {
  const { state, answer } = saver;
  if (state !== "refused" || !answer?.either) return;
  const [see, mine] = answer.either;
  const reload = () => {
    saver.leaves = true;
    location.reload();
  };
  const replace = () => {
    saver.receipt = answer.receipt ?? saver.receipt;
    saver.save();
  };
  for (const place of document.querySelectorAll("#plan-state, .foot-state")) {
    place.append(h("span.row.either", {}, h("button", { type: "button", onclick: reload }, see), h("button.quiet", { type: "button", onclick: replace }, mine)));
  }
}
