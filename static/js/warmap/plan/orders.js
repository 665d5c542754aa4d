/**
 * A plan while it is being made: what each banner is told, could be told, and why not (Rules 3).
 *
 * The server says which orders are legal and what they may name; here only its pairs are looked at.
 * `document()` is what is sent.
 */

import { ORDERS, RESUPPLY, SLOTS, SUPPLIED } from "../../declared.js";
import { distance, resupplied, same, splitLevels } from "../../web/map/geometry.js";

/** The orders by kind. */
export const ORDER = Object.fromEntries(ORDERS.map((record) => [record.kind, record]));
const MOVES = ORDERS.filter(({ needs }) => needs.includes("to")).map(({ kind }) => kind);
const PLAIN = ORDERS.filter(({ needs, may }) => !needs.length && !may.length).map(({ kind }) => kind);

/**
 * Whether an order of this kind can carry something.
 * @param {string} kind @param {Carried} part
 */
export function carries(kind, part) {
  return ORDER[kind].needs.includes(part) || ORDER[kind].may.includes(part);
}

/**
 * The order by which a banner goes to a sector beside it.
 * @param {Banner} banner
 */
export function stepOf(banner) {
  return banner.retreating ? "retreat" : "march";
}

export class Plan {
  /**
   * @param {PlanInput} page `banners` (own, as on the map), `options` by banner, `pairs` [[primary, secondary]] that
   *   are forbidden, `plan` {orders, node}, `last` orders of the turn before (marches as `by`), `own` army facts
   */
  constructor({ banners, options, pairs = [], plan = {}, last = {}, own = /** @type {Own} */ ({}) }) {
    this.banners = banners.filter((banner) => banner.alive !== false);
    this.options = options;
    this.pairs = pairs;
    this.last = last;
    this.own = own;
    this.node = plan.node ?? null;
    this.orders = {};
    /** @type {Record<string, string>} What was written last in words for each banner: pressing an order again brings it back. */
    this.texts = {};
    for (const [id, entry] of Object.entries(plan.orders ?? {})) {
      this.orders[id] = structuredClone(entry);
      if (entry.special?.text) this.texts[id] = entry.special.text;
    }
  }

  /** @param {string} id */
  banner(id) {
    return /** @type {Banner} */ (this.banners.find((banner) => banner.id === id));
  }

  /** @param {string} id @param {string} kind */
  option(id, kind) {
    return (this.options[id] ?? []).find((option) => option.order === kind);
  }

  /** @param {string} id @param {Slot} slot @returns {Order | null} */
  given(id, slot) {
    return this.orders[id]?.[slot] ?? null;
  }

  /**
   * The order of this kind that the banner has, or null.
   * @param {string} id @param {string} kind
   */
  has(id, kind) {
    const order = this.given(id, ORDER[kind].slot);
    return order?.order === kind ? order : null;
  }

  /** @param {string} id */
  holds(id) {
    return Boolean(this.orders[id]?.hold);
  }

  /**
   * The levels to sacrifice in each battle, where that is part of the plan.
   * @param {string} id
   */
  sacrifice(id) {
    return this.orders[id]?.sacrifice ?? 0;
  }

  /** @param {string} id @param {number} levels */
  setSacrifice(id, levels) {
    const entry = this.orders[id] ?? {};
    if (levels) entry.sacrifice = levels;
    else delete entry.sacrifice;
    if (Object.keys(entry).length) this.orders[id] = entry;
    else delete this.orders[id];
  }

  /**
   * Whether it is settled what the banner does: an order, or that it holds.
   * @param {string} id
   */
  settled(id) {
    const entry = this.orders[id];
    return Boolean(entry && (entry.hold || SLOTS.some((slot) => entry[slot])));
  }

  /** The banners about which nothing is said, in the order of the list. */
  waiting() {
    return this.banners.filter(({ id }) => !this.settled(id)).map(({ id }) => id);
  }

  /**
   * The next banner without orders after this one, around the list; null if all have some.
   * @param {string} id
   */
  next(id) {
    const at = this.banners.findIndex((banner) => banner.id === id);
    const around = [...this.banners.slice(at + 1), ...this.banners.slice(0, at + 1)];
    return around.find((banner) => banner.id !== id && !this.settled(banner.id))?.id ?? null;
  }

  /**
   * Why this kind of order cannot be given beside what the banner has: {rules, texts, with} or null. What it
   * has in the same slot does not count: it would be replaced.
   * @param {string} id @param {string} kind
   * @returns {Against}
   */
  against(id, kind) {
    const option = this.option(id, kind);
    if (!option) return { problems: [], with: null };
    if (!option.legal) return { problems: option.problems, with: null };
    const slot = ORDER[kind].slot;
    if (slot === "special") return null;
    const other = this.given(id, slot === "primary" ? "secondary" : "primary");
    if (!other) return null;
    const pair = slot === "primary" ? [kind, other.order] : [other.order, kind];
    return this.pairs.some((one) => one[0] === pair[0] && one[1] === pair[1]) ? { problems: [], with: other.order } : null;
  }

  /**
   * Give an order; a special one stands alone. A join is written for its partner too, where that may be.
   * @param {string} id @param {Order} order
   */
  give(id, order) {
    const slot = ORDER[order.order].slot;
    if (order.text) this.texts[id] = order.text;
    this.part(id, slot);
    const entry = this.orders[id] ?? {};
    delete entry.hold;
    if (slot === "special") for (const name of SLOTS) delete entry[name];
    else delete entry.special;
    entry[slot] = order;
    this.orders[id] = entry;
    if (ORDER[order.order].mutual) this.answer(id, order);
  }

  /**
   * Write an order that both have to give for the other one too.
   * @param {string} id @param {Order} order
   */
  answer(id, order) {
    const [kind, partner] = [order.order, order.with ?? ""];
    const option = this.option(partner, kind);
    if (!option?.legal || this.has(partner, kind)?.with === id) return;
    const entry = this.orders[partner] ?? {};
    delete entry.hold;
    delete entry.special;
    entry[ORDER[kind].slot] = { order: kind, with: id };
    this.orders[partner] = entry;
  }

  /**
   * An order that both have to give ends on one side with the other.
   * @param {string} id @param {Slot} slot
   */
  part(id, slot) {
    const given = this.given(id, slot);
    if (!given?.with || !ORDER[given.order].mutual) return;
    if (this.has(given.with, given.order)?.with === id) this.take(given.with, slot, true);
  }

  /** @param {string} id @param {Slot} slot */
  take(id, slot, alone = false) {
    if (!alone) this.part(id, slot);
    if (!this.orders[id]) return;
    delete this.orders[id][slot];
    if (!Object.keys(this.orders[id]).length) delete this.orders[id];
  }

  /**
   * Whether the banner is meant to have no orders; holding takes what it had.
   * @param {string} id @param {boolean} yes
   */
  hold(id, yes) {
    for (const slot of SLOTS) this.part(id, slot);
    const levels = this.sacrifice(id);
    delete this.orders[id];
    if (yes) this.orders[id] = { hold: true };
    this.setSacrifice(id, levels);
  }

  /**
   * Send a banner to a sector by its move: `retreat` if it must, else `march`; to where it stands: stay.
   * @param {string} id @param {At} to
   */
  send(id, to) {
    const banner = this.banner(id);
    const kind = stepOf(banner);
    if (same(to, banner.at)) {
      if (this.has(id, kind)) this.take(id, ORDER[kind].slot);
      return true;
    }
    if (!this.reaches(id, kind, to) || this.against(id, kind)) return false;
    this.give(id, { order: kind, to });
    return true;
  }

  /** @param {string} id @param {string} kind @param {At} to */
  reaches(id, kind, to) {
    const targets = this.option(id, kind)?.targets;
    return Boolean(targets && targets.some((target) => same(target, to)));
  }

  /**
   * Where the banner will stand if all goes as planned.
   * @param {string} id
   * @returns {At}
   */
  stands(id) {
    const banner = this.banner(id);
    const move = MOVES.map((kind) => this.has(id, kind)).find(Boolean);
    return move?.to ?? banner.at;
  }

  /** @returns {Move[]} */
  moves() {
    return this.banners.flatMap((banner) => {
      const move = MOVES.map((kind) => this.has(banner.id, kind)).find(Boolean);
      return move ? [{ id: banner.id, from: banner.at, to: move.to ?? banner.at, kind: move.order }] : [];
    });
  }

  /** What last turn's orders would be now, where they are legal; how many banners have got some. */
  sameAsLast() {
    let given = 0;
    for (const banner of this.banners) {
      const before = this.last[banner.id];
      if (!before) continue;
      const orders = SLOTS.map((slot) => this.again(banner, before[slot])).filter((order) => order !== null);
      const fits = orders.filter((order) => !this.against(banner.id, order.order));
      if (!fits.length && !before.hold) continue;
      this.hold(banner.id, Boolean(before.hold));
      for (const order of fits) if (!this.against(banner.id, order.order)) this.give(banner.id, order);
      given += 1;
    }
    return given;
  }

  /** @param {Banner} banner @param {Order | undefined} order @returns {Order | null} */
  again(banner, order) {
    if (!order || !this.option(banner.id, order.order)?.legal) return null;
    if (order.by) {
      /** @type {At} */
      const to = [banner.at[0] + order.by[0], banner.at[1] + order.by[1]];
      return this.reaches(banner.id, order.order, to) ? { order: order.order, to } : null;
    }
    return PLAIN.includes(order.order) ? { order: order.order } : null;
  }

  /**
   * What a resupply would make of its level where it will stand. `supplied(at)`: whether a store is in reach.
   * @param {string} id @param {(at: At) => boolean} supplied
   */
  resupplyTo(id, supplied) {
    const banner = this.banner(id);
    const store = supplied(this.stands(id)) ? SUPPLIED - RESUPPLY : 0;
    return resupplied(banner.level, this.own.resupply + store, this.own.massive);
  }

  /** @param {string} id */
  splitInto(id) {
    return splitLevels(this.banner(id).level, this.own.flexible);
  }

  /**
   * Whether giver and receiver, where both will stand, have battle ranges that overlap (Rules 5.8).
   * @param {string} id @param {string} giver
   */
  inReach(id, giver) {
    return distance(this.stands(id), this.stands(giver)) <= 2 * this.own.battle;
  }

  /** The plan as it goes over the wire. */
  document() {
    /** @type {Orders} */
    const orders = {};
    for (const { id } of this.banners) if (this.orders[id]) orders[id] = this.orders[id];
    return { node: this.node, orders };
  }
}

/**
 * The pad around a banner: rows of sectors, north first; 3 x 3, or 5 x 5 where it may go two.
 * @param {At} at @param {number} reach
 * @returns {At[][]}
 */
export function pad(at, reach) {
  const rows = [];
  for (let y = at[1] - reach; y <= at[1] + reach; y++) {
    /** @type {At[]} */
    const row = [];
    for (let x = at[0] - reach; x <= at[0] + reach; x++) row.push([x, y]);
    rows.push(row);
  }
  return rows;
}
