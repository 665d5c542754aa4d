/**
 * A plan while it is being made: what each banner is told, what it could be told, and why not (Rules 3).
 *
 * The server says for each banner which orders are legal and what they may name; here only the pairs are
 * looked at, from the list the server gives. Nothing is stored here: `document()` is what is sent.
 */

import { distance, resupplied, same, splitLevels } from "../map/geometry.js";

export const SLOTS = ["primary", "secondary", "special"];
export const SLOT_OF = {
  march: "primary",
  teleport: "primary",
  search: "primary",
  fortify: "secondary",
  entrench: "secondary",
  unfortify: "secondary",
  resupply: "secondary",
  transfer: "secondary",
  split: "secondary",
  join: "secondary",
  retreat: "special",
  destroy_relic: "special",
};
const MOVES = ["march", "teleport", "retreat"];
const PLAIN = ["search", "fortify", "entrench", "unfortify", "resupply"];

export class Plan {
  /**
   * @param {object} page `banners` (own, as on the map), `options` by banner, `pairs` [[primary, secondary]] that
   *   are forbidden, `plan` {orders, node}, `last` orders of the turn before (marches as `by`), `own` army facts
   */
  constructor({ banners, options, pairs = [], plan = {}, last = {}, own = {} }) {
    this.banners = banners.filter((banner) => banner.alive !== false);
    this.options = options;
    this.pairs = pairs;
    this.last = last;
    this.own = own;
    this.node = plan.node ?? null;
    this.orders = {};
    for (const [id, entry] of Object.entries(plan.orders ?? {})) this.orders[id] = structuredClone(entry);
  }

  banner(id) {
    return this.banners.find((banner) => banner.id === id);
  }

  option(id, kind) {
    return (this.options[id] ?? []).find((option) => option.order === kind);
  }

  given(id, slot) {
    return this.orders[id]?.[slot] ?? null;
  }

  /** The order of this kind that the banner has, or null. */
  has(id, kind) {
    const order = this.given(id, SLOT_OF[kind]);
    return order?.order === kind ? order : null;
  }

  holds(id) {
    return Boolean(this.orders[id]?.hold);
  }

  /** The levels to sacrifice in each battle, where that is part of the plan. */
  sacrifice(id) {
    return this.orders[id]?.sacrifice ?? 0;
  }

  setSacrifice(id, levels) {
    const entry = this.orders[id] ?? {};
    if (levels) entry.sacrifice = levels;
    else delete entry.sacrifice;
    if (Object.keys(entry).length) this.orders[id] = entry;
    else delete this.orders[id];
  }

  /** Whether it is settled what the banner does: an order, or that it holds. */
  settled(id) {
    const entry = this.orders[id];
    return Boolean(entry && (entry.hold || SLOTS.some((slot) => entry[slot])));
  }

  /** The banners about which nothing is said, in the order of the list. */
  waiting() {
    return this.banners.filter(({ id }) => !this.settled(id)).map(({ id }) => id);
  }

  /** The next banner without orders after this one, around the list; null if all have some. */
  next(id) {
    const at = this.banners.findIndex((banner) => banner.id === id);
    const around = [...this.banners.slice(at + 1), ...this.banners.slice(0, at + 1)];
    return around.find((banner) => banner.id !== id && !this.settled(banner.id))?.id ?? null;
  }

  /**
   * Why this kind of order cannot be given beside what the banner has: {rules, texts, with} or null. What it
   * has in the same slot does not count: it would be replaced.
   */
  against(id, kind) {
    const option = this.option(id, kind);
    if (!option) return { problems: [], with: null };
    if (!option.legal) return { problems: option.problems, with: null };
    const slot = SLOT_OF[kind];
    if (slot === "special") return null;
    const other = this.given(id, slot === "primary" ? "secondary" : "primary");
    if (!other) return null;
    const pair = slot === "primary" ? [kind, other.order] : [other.order, kind];
    return this.pairs.some((one) => one[0] === pair[0] && one[1] === pair[1]) ? { problems: [], with: other.order } : null;
  }

  /** Give an order; a special one stands alone. A join is written for its partner too, where that may be. */
  give(id, order) {
    const slot = SLOT_OF[order.order];
    this.part(id, slot);
    const entry = this.orders[id] ?? {};
    delete entry.hold;
    if (slot === "special") for (const name of SLOTS) delete entry[name];
    else delete entry.special;
    entry[slot] = order;
    this.orders[id] = entry;
    if (order.order === "join") this.joinBack(id, order.with);
  }

  joinBack(id, partner) {
    const option = this.option(partner, "join");
    if (!option?.legal || this.has(partner, "join")?.with === id) return;
    const entry = this.orders[partner] ?? {};
    delete entry.hold;
    delete entry.special;
    entry.secondary = { order: "join", with: id };
    this.orders[partner] = entry;
  }

  /** A join that ends on one side ends on the other. */
  part(id, slot) {
    const join = slot === "secondary" ? this.has(id, "join") : null;
    if (join && this.has(join.with, "join")?.with === id) this.take(join.with, "secondary", true);
  }

  take(id, slot, alone = false) {
    if (!alone) this.part(id, slot);
    if (!this.orders[id]) return;
    delete this.orders[id][slot];
    if (!Object.keys(this.orders[id]).length) delete this.orders[id];
  }

  /** Whether the banner is meant to have no orders; holding takes what it had. */
  hold(id, yes) {
    this.part(id, "secondary");
    const levels = this.sacrifice(id);
    delete this.orders[id];
    if (yes) this.orders[id] = { hold: true };
    this.setSacrifice(id, levels);
  }

  /** Send a banner to a sector by its move: `retreat` if it must, else `march`; to where it stands: stay. */
  send(id, to) {
    const banner = this.banner(id);
    const kind = banner.retreating ? "retreat" : "march";
    if (same(to, banner.at)) {
      if (this.has(id, kind)) this.take(id, SLOT_OF[kind]);
      return true;
    }
    if (!this.reaches(id, kind, to) || this.against(id, kind)) return false;
    this.give(id, { order: kind, to });
    return true;
  }

  reaches(id, kind, to) {
    const targets = this.option(id, kind)?.targets;
    return Boolean(targets && targets.some((target) => same(target, to)));
  }

  /** Where the banner will stand if all goes as planned. */
  stands(id) {
    const banner = this.banner(id);
    const move = MOVES.map((kind) => this.has(id, kind)).find(Boolean);
    return move?.to ?? banner.at;
  }

  moves() {
    return this.banners.flatMap((banner) => {
      const move = MOVES.map((kind) => this.has(banner.id, kind)).find(Boolean);
      return move ? [{ id: banner.id, from: banner.at, to: move.to, kind: move.order }] : [];
    });
  }

  /** What last turn's orders would be now, where they are legal; how many banners have got some. */
  sameAsLast() {
    let given = 0;
    for (const banner of this.banners) {
      const before = this.last[banner.id];
      if (!before) continue;
      const orders = SLOTS.map((slot) => this.again(banner, before[slot])).filter(Boolean);
      const fits = orders.filter((order) => !this.against(banner.id, order.order));
      if (!fits.length && !before.hold) continue;
      this.hold(banner.id, Boolean(before.hold));
      for (const order of fits) if (!this.against(banner.id, order.order)) this.give(banner.id, order);
      given += 1;
    }
    return given;
  }

  again(banner, order) {
    if (!order || !this.option(banner.id, order.order)?.legal) return null;
    if (order.by) {
      const to = [banner.at[0] + order.by[0], banner.at[1] + order.by[1]];
      return this.reaches(banner.id, order.order, to) ? { order: order.order, to } : null;
    }
    return PLAIN.includes(order.order) ? { order: order.order } : null;
  }

  /** What a resupply would make of its level where it will stand. `supplied(at)`: whether a store is in reach. */
  resupplyTo(id, supplied) {
    const banner = this.banner(id);
    return resupplied(banner.level, supplied(this.stands(id)) ? 2 : 1, this.own.massive);
  }

  splitInto(id) {
    return splitLevels(this.banner(id).level, this.own.flexible);
  }

  /** Whether giver and receiver, where both will stand, have battle ranges that overlap (Rules 5.8). */
  inReach(id, giver) {
    return distance(this.stands(id), this.stands(giver)) <= 2 * this.own.battle;
  }

  /** The plan as it goes over the wire. */
  document() {
    const orders = {};
    for (const { id } of this.banners) if (this.orders[id]) orders[id] = this.orders[id];
    return { node: this.node, orders };
  }
}

/** The pad around a banner: rows of sectors, north first; 3 x 3, or 5 x 5 where it may go two. */
export function pad(at, reach) {
  const rows = [];
  for (let y = at[1] - reach; y <= at[1] + reach; y++) {
    const row = [];
    for (let x = at[0] - reach; x <= at[0] + reach; x++) row.push([x, y]);
    rows.push(row);
  }
  return rows;
}
