/** What stands on the map, as a list, and the form of the one that is chosen. */

import { WORKS } from "../../declared.js";
import { sectorName } from "../../web/map/geometry.js";
import { fill, h, icon } from "../../web/dom.js";

const SIGNS = { features: "pin", relics: "relic", banners: "flag" };
const ONE = { features: "feature", relics: "relic", banners: "banner" };

/**
 * Where a thing is, in words.
 * @param {Board} board @param {Words} words @param {Thing} thing
 */
export function whereabouts(board, words, thing) {
  if (thing.at) return fill(words.at, { at: sectorName(thing.at) });
  return fill(words.carriedBy, { name: board.find("banners", thing.carried_by)?.name ?? thing.carried_by });
}

/**
 * The list of everything; a row chooses its thing.
 * @param {HTMLElement} element @param {EditorDesk} desk
 */
export function drawThings(element, { board, words, sprite, seats, choose }) {
  const parts = [];
  for (const kind of /** @type {ThingKind[]} */ (["banners", "features", "relics"])) {
    const things = board.things[kind];
    if (!things.length) continue;
    parts.push(h("h3", {}, words[kind]));
    parts.push(
      h(
        "ul.plain.rows-of",
        {},
        ...things.map((thing) => {
          const seat = seats.find(({ key }) => key === thing.owner);
          const sign = kind === "banners" ? icon(sprite, `shield-${((seat?.n ?? 1) - 1) % 8 + 1}`, `shield army-${((seat?.n ?? 1) - 1) % 8 + 1}`) : icon(sprite, SIGNS[kind]);
          const more = kind === "banners" ? ` ${thing.level}` : "";
          return h("li", {}, h("button.row-thing", { type: "button", onclick: () => choose(kind, thing.id) }, sign, h("span", {}, thing.name || thing.id, h("span.meta", {}, more)), h("span.meta", {}, thing.at ? sectorName(thing.at) : "")));
        }),
      ),
    );
  }
  element.replaceChildren(...(parts.length ? parts : [h("p.meta", {}, words.empty)]));
}

/**
 * The form of a thing: what is typed counts at once.
 * @param {HTMLElement} element @param {EditorDesk} desk @param {ThingKind} kind @param {string | undefined} id
 */
export function drawThing(element, desk, kind, id) {
  const { board, words, seats, bounds } = desk;
  const thing = board.find(kind, id);
  element.hidden = !thing;
  if (!thing) return element.replaceChildren();
  /** @param {(thing: Thing) => void} edit */
  const change = (edit) => board.edit((things) => edit(/** @type {Thing} */ (things[kind].find((one) => one.id === id))), `${kind}/${id}`);
  /** @param {string} label @param {HTMLElement} control */
  const field = (label, control, help = "") => {
    control.id = `thing-${label.replace(/\W+/g, "-")}`;
    return h("div.field", {}, h("label", { for: control.id }, label), control, help ? h("span.help", {}, help) : null);
  };
  /**
   * @param {string} label @param {string | undefined} value @param {[string, string][]} options
   * @param {(thing: Thing, value: string) => void} set
   */
  const choice = (label, value, options, set) => {
    const select = h("select", { onchange: ({ target }) => change((one) => set(one, target.value)) }, ...options.map(([key, word]) => h("option", { value: key, selected: key === value }, word)));
    return field(label, select);
  };
  /** @param {string} label @param {'needs_search' | 'destructible' | 'sealed'} name */
  const tick = (label, name) =>
    h("label.choice", {}, h("input", { type: "checkbox", checked: thing[name], onchange: ({ target }) => change((one) => (one[name] = target.checked)) }), label);
  const name = h("input", { type: "text", maxlength: bounds.name, value: thing.name ?? "", required: true, autocomplete: "off", oninput: ({ target }) => target.value.trim() && change((one) => (one.name = target.value.trim())) });
  const parts = [field(words.name, name)];
  if (kind === "banners") {
    const level = h("input", { type: "number", min: 0, max: bounds.level, value: thing.level, inputmode: "numeric", onchange: ({ target }) => change((one) => (one.level = Math.max(0, Math.min(bounds.level, Math.round(Number(target.value)) || 0)))) });
    parts.push(choice(words.owner, thing.owner, seats.map(({ key, name: army }) => [key, army]), (one, value) => (one.owner = value)));
    parts.push(h("div.form-grid", {}, field(words.level, level), choice(words.works, thing.works ?? "none", WORKS.map((works) => [works, words[works]]), (one, value) => (one.works = /** @type {Thing["works"]} */ (value)))));
  } else {
    const text = h("textarea", { rows: 3, maxlength: bounds.description, oninput: ({ target }) => change((one) => (one.description = target.value)) }, thing.description ?? "");
    parts.push(field(words.description, text, words.descriptionHelp));
  }
  if (kind === "features") {
    parts.push(choice(words.effect, thing.effect ?? "", [["", words.none], ["supply", words.supply], ["sensor", words.sensor]], (one, value) => (one.effect = /** @type {Thing["effect"]} */ (value || null))));
    parts.push(tick(words.needsSearch, "needs_search"));
  }
  if (kind === "relics") {
    /** @type {[string, string][]} */
    const carriers = [["", words.lies], ...board.things.banners.map((banner) => /** @type {[string, string]} */ ([banner.id, `${banner.name || banner.id}`]))];
    parts.push(choice(words.carried, thing.carried_by ?? "", carriers, (one, value) => carry(board, one, value)));
    parts.push(tick(words.destructible, "destructible"));
    if (thing.at) parts.push(tick(words.sealed, "sealed"));
  }
  element.replaceChildren(
    h("div.thing-head", {}, icon(desk.sprite, SIGNS[kind]), h("h2", { tabindex: "-1" }, words[ONE[kind]]), h("span.meta", {}, whereabouts(board, words, thing))),
    ...parts,
    h(
      "div.row",
      {},
      thing.at ? h("button", { type: "button", onclick: () => desk.move(kind, thing.id) }, words.move) : null,
      h("button.danger", { type: "button", onclick: () => desk.remove(kind, thing.id) }, words.remove),
      h("button.primary.push", { type: "button", onclick: () => desk.choose(null) }, words.close),
    ),
  );
}

/**
 * Give a relic to a banner, or lay it where its bearer stands.
 * @param {Board} board @param {Thing} relic @param {string} banner
 */
function carry(board, relic, banner) {
  const before = board.find("banners", relic.carried_by);
  if (banner) {
    delete relic.at;
    relic.carried_by = banner;
  } else {
    delete relic.carried_by;
    relic.at = [...(before?.at ?? relic.at ?? [0, 0])];
  }
}

/**
 * A new thing of a kind in a sector.
 * @param {Board} board @param {Words} words @param {ThingKind} kind @param {At} at @param {string} owner
 * @returns {Thing}
 */
export function newThing(board, words, kind, at, owner) {
  const prefix = kind === "banners" ? `${owner}-` : kind[0];
  const id = board.freshId(kind, prefix);
  const n = id.replace(/^.*?(\d+)$/, "$1");
  const word = { features: words.newFeature, relics: words.newRelic, banners: words.newBanner }[kind];
  /** @type {Thing} */
  const named = { id, name: fill(word, { n }), at: [...at] };
  if (kind === "banners") return { ...named, owner, level: 15, works: "none" };
  const found = { ...named, description: "", known_to: [] };
  return kind === "features" ? { ...found, needs_search: true, effect: null } : { ...found, destructible: true };
}

