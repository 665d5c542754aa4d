/** The one player of films: a clock goes through the scenes of turns, screens show them. Words are the template's. */

import { OPEN, cut } from "./reel.js";
import { Screen } from "./screen.js";
import { Scrubber } from "./scrubber.js";

const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const PHONE = matchMedia("(width <= 47.5em), (height <= 30em)");
/** Milliseconds between ticks. */
const BEAT = 80;
/** Turns fetched ahead, for the bar. */
const AHEAD = 12;
/** @type {WeakMap<HTMLElement, Film>} */
export const known = new WeakMap();
/** @type {Record<string, string>} */
const KEYS = { " ": "play", ArrowLeft: "phaseBack", ArrowRight: "phaseNext", "[": "turnBack", "]": "turnNext", Home: "start", End: "end", ",": "slower", ".": "faster", c: "captions", m: "sound", f: "full", e: "eyes", v: "beside", "?": "keys", s: "share", a: "armies" };

/** @param {HTMLElement} root @param {FilmWish} how */
export function openFilm(root, how) {
  const film = known.get(root) ?? new Film(root);
  known.set(root, film);
  return film.open(how);
}

const item = (text = "") => Object.assign(document.createElement("li"), { textContent: text });

export class Film {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.modal = root instanceof HTMLDialogElement && root;
    const { first, last, as, sprite } = root.dataset;
    this.ends = { first: Number(first), last: Number(last) };
    this.eyes = [as ?? ""];
    /** @type {Record<string, string>} */
    this.words = {};
    for (const { dataset, textContent } of root.querySelector("template[data-words]").content.querySelectorAll("i")) this.words[dataset.word ?? ""] = textContent;
    /** @type {Scene | null} */
    this.scene = null;
    this.screens = /** @type {Screen[]} */ ([]);
    /** @type {Map<string, FilmTurn>} */
    this.turns = new Map();
    this.speed = Number(this.find("[data-speed]").value);
    this.plays = this.until = this.busy = false;
    /** @type {((name?: string) => void) | null} */
    this.sounds = null;
    this.number = this.at = this.time = this.then = 0;
    this.scrub = new Scrubber(root.querySelector(".film-scrub"), `${sprite}#swords`, this.words, (turn, part) => this.seek(turn, part));
    root.addEventListener("click", ({ target }) => this.act(target.closest("[data-do]")?.dataset.do));
    root.addEventListener("change", ({ target }) => (target.matches("[data-eye]") ? this.look() : target.matches("[data-speed]") && this.pace(0)));
    root.addEventListener("close", () => this.closed());
    this.dress = /** @type {(screen: Screen) => void} */ (() => {});
    document.addEventListener("fullscreenchange", () => this.press("full", document.fullscreenElement));
    root.addEventListener("keydown", (event) => this.key(/** @type {any} */ (event)), true);
  }

  find(selector = "") {
    return this.root.querySelector(selector);
  }

  turn(number = this.number) {
    return /** @type {FilmTurn} */ (this.turns.get(`${this.eyes}/${number}`));
  }

  /** @param {FilmWish} how */
  async open({ turn, first = turn, at = first, phase, as, plays, may = () => true }) {
    const [from, to, begin] = [first, turn, at].map((one) => Math.max(this.ends.first, Math.min(this.ends.last, one)));
    if (as && this.find("[data-eye]")) this.eyes = as.split(",").slice(0, 2);
    this.choose();
    await this.load(begin);
    if (!may()) return this.closed();
    this.scrub.range(from, to);
    this.find(".film-due").textContent = document.querySelector("#due .when")?.textContent ?? "";
    if (this.modal && !this.modal.open) this.modal.showModal();
    await this.go(begin, this.sceneOf(begin, phase ?? ""), 0);
    this.play(Boolean(plays) && !STILL.matches);
  }

  get choices() {
    return [...this.root.querySelectorAll("[data-eye]")];
  }

  choose() {
    this.choices.forEach((one, i) => (one.value = this.eyes[i] ?? ""));
  }

  sceneOf(number = 0, phase = "") {
    return Math.max(0, this.turn(number)?.scenes.findIndex(({ id }) => id === phase) ?? 0);
  }

  /** Null is what is not there. @returns {Promise<any>} */
  async ask(address = "", as = "", number = 0) {
    const found = await fetch(address.replace("/0/", `/${number}/`).replace(/as=0$/, `as=${as}`));
    return found.ok ? found.json() : null;
  }

  async load(number = 0) {
    const { eyes, root } = this;
    const key = `${eyes}/${number}`;
    if (!this.turns.has(key)) {
      const films = await Promise.all(eyes.map((as) => this.ask(root.dataset.film, as, number)));
      // A film goes on from the one before: only the first one's map is fetched.
      const before = this.turns.get(`${eyes}/${number - 1}`)?.scenes.at(-1)?.takes;
      const maps = await Promise.all(eyes.map((as, i) => (films[i]?.from === number - 1 && before?.[i]?.after) || this.ask(root.dataset.maps, as, films[i]?.from ?? number)));
      // Without a film: as it ended.
      this.turns.set(key, cut(number, films.map((film) => film ?? { turn: number, part: "", from: number, lines: [], phases: [] }), maps, (beat, after, eye) => this.aim(beat, after, eyes[eye])));
    }
    if (eyes === this.eyes) this.scrub.fill(this.turn(number));
  }

  /** Whether what these eyes are told of aims is the champion's. */
  champions(as = "") {
    return ["0", this.root.dataset.championSeat].includes(as);
  }

  /** @param {Beat} beat @param {FilmEntry} after */
  aim({ n = 0, met, held }, after, as = "") {
    const { words } = this;
    const name = this.champions(as) ? words[`aim${n}`] : "";
    return words[met ? "met" : "unmet"].replace("{aim}", name || words.aim.replace("{n}", String(n + 1))).replace("{held}", String(held ?? 0)).replace("{turns}", after.goals[n]?.turns);
  }

  async ahead() {
    const { first, last } = this.scrub;
    const all = last - first < AHEAD;
    for (let number = all ? first : this.number + 1; number <= (all ? last : Math.min(last, this.number + 1)); number++) await this.load(number).catch(() => {});
  }

  /** `live`: on from what is there. */
  async go(number = 0, at = 0, time = 0, live = false) {
    const asked = (this.asked = {});
    this.busy = true;
    try {
      await this.load(number);
    } catch {
      return this.say(this.words.missing);
    }
    if (asked !== this.asked) return;
    this.busy = false;
    const { scenes } = this.turn(number);
    this.number = number;
    this.root.dispatchEvent(new CustomEvent("film:turn", { detail: { turn: number } }));
    this.at = at < 0 ? scenes.length - 1 : Math.min(at, scenes.length - 1);
    this.time = this.heard = time;
    const scene = scenes[this.at];
    this.over(false);
    if (this.scene !== scene) {
      this.scene = scene;
      this.enter(scene, live);
      this.ahead();
    }
    for (const screen of this.screens) screen.seek(STILL.matches ? Infinity : time);
    this.run();
    this.tell();
  }

  run() {
    for (const screen of this.screens) screen.run(this.plays && !STILL.matches, this.speed);
  }

  /** @param {Scene} scene */
  enter(scene, live = false) {
    const { root, words } = this;
    const place = this.find(".film-screens");
    root.classList.toggle("still", STILL.matches);
    place.classList.toggle("two", this.eyes.length > 1);
    this.find("#film-title").textContent = this.title(scene.id);
    this.card(scene);
    this.eyes.forEach((as, i) => {
      const take = scene.takes[i];
      if (!place.children[i + 1]) place.append(root.querySelector("template[data-screen]").content.cloneNode(true));
      const box = place.children[i + 1];
      const map = box.querySelector(".map");
      const army = take?.before.seats.find(({ n }) => n === Number(as))?.army;
      const whose = !take ? words.nothing : as === "0" ? words.truth : words.eyes.replace("{army}", army ?? "");
      box.querySelector("h3").textContent = whose;
      map.setAttribute("aria-label", whose);
      map.hidden = !take;
      box.querySelector("ol").replaceChildren(...(take?.lines.map(item) ?? []));
      if (!take) return;
      const there = this.screens[i];
      (this.screens[i] ??= new Screen(map, take.before, { sprite: root.dataset.sprite ?? "", words: /** @type {any} */ (words) })).enter(scene, take, live && Boolean(there), STILL.matches);
      this.dress(this.screens[i]);
    });
    this.address(`?turn=${this.number}${scene.id === OPEN ? "" : `&phase=${scene.id}`}&as=${this.eyes}`);
    document.documentElement.dataset.ready = String(this.number);
  }

  address(query = location.pathname) {
    history.replaceState(history.state, "", query + location.hash);
  }

  title(phase = "") {
    const { number, words } = this;
    return [number ? words.turn.replace("{n}", String(number)) : words.start, words[phase]].filter(Boolean).join(" \u00b7 ");
  }

  /** A turn's first card, or the war's last. @param {Scene} [scene] */
  card(scene) {
    const card = this.find(".film-card");
    const won = !scene && this.number === this.ends.last && this.root.dataset.champion;
    card.classList.toggle("on", Boolean(won) || scene?.id === OPEN);
    card.classList.toggle("won", Boolean(won));
    if (won || scene) card.querySelector("b").textContent = won || this.title();
    if (won) card.lastElementChild.replaceChildren(...(this.turn().scenes.find(({ id }) => id === "aims")?.takes[this.eyes.findIndex((as) => this.champions(as))]?.lines.map(item) ?? []));
  }

  tell() {
    const { scene, time } = this;
    if (!scene) return;
    scene.takes.forEach((take, i) => {
      const list = this.find(".film-screens").children[i + 1].querySelector("ol");
      const said = take?.cues.findLast(({ at, line }) => line !== undefined && at <= time)?.line ?? -1;
      if (list.dataset.said === `${scene.id}${said}`) return;
      [...list.children].forEach((one, n) => (one.className = n < said ? "past" : n === said ? "now" : ""));
      list.dataset.said = `${scene.id}${said}`;
      list.parentElement.scrollTop = 1e6;
      if (!i) this.say(take?.lines[said]);
    });
    if (this.plays && this.sounds) for (const { at, beats } of scene.takes[0]?.cues ?? []) if (at > (this.heard ?? 0) && at <= time) this.sounds(beats[0]?.t);
    this.heard = time;
    this.scrub.show(this.number, (scene.from + Math.min(time, scene.length - 1)) / this.turn().length, this.title(scene.id));
  }

  say(words = "") {
    this.find("[role=status]").textContent = words;
  }

  play(plays = false) {
    this.plays = plays;
    this.find("[data-do=play]").classList.toggle("plays", plays);
    this.run();
    clearInterval(this.beats);
    this.then = performance.now();
    if (plays) this.beats = setInterval(() => this.tick(), BEAT);
  }

  tick() {
    const now = performance.now();
    const passed = Math.min(1000, now - this.then);
    this.then = now;
    if (this.busy || !this.scene || document.hidden) return;
    this.time += passed * this.speed;
    if (this.time < this.scene.length) this.tell();
    else if (this.until) this.play((this.until = false));
    else if (this.at + 1 < this.turn().scenes.length) this.go(this.number, this.at + 1, 0, true);
    else if (this.number < this.scrub.last) this.go(this.number + 1, 0, 0, true);
    else {
      this.play(false);
      this.over(true);
    }
  }

  over(over = false) {
    this.find(".film-over").hidden = !over;
    if (over) this.card();
    const { first, last } = this.scrub;
    this.find("[data-do=whole]").hidden = first === this.ends.first && last === this.ends.last;
  }

  async seek(number = 0, part = 0) {
    this.until = false;
    await this.load(number).catch(() => {});
    const { scenes, length } = this.turn(number) ?? { scenes: [], length: 0 };
    const at = scenes.findLastIndex(({ from }) => from <= part * length);
    if (at >= 0) await this.go(number, at, part * length - scenes[at].from);
  }

  /** Beyond a film of one turn lies the whole war. */
  toTurn(number = 0, at = 0) {
    const { first, last } = this.ends;
    if (number < first || number > last) return false;
    if (number < this.scrub.first || number > this.scrub.last) this.scrub.range(first, last);
    this.until = false;
    this.go(number, at, 0);
    return true;
  }

  /** A phase on or back, played alone where nothing plays. */
  step(by = 1) {
    const at = this.at + by;
    if (at < 0 || at >= this.turn().scenes.length) {
      if (!this.toTurn(this.number + by, Math.min(by, 0))) return;
    } else this.go(this.number, at, 0, by > 0);
    if (this.plays || STILL.matches) return;
    this.until = true;
    this.play(true);
  }

  /** @param {unknown} on */
  press(name = "", on) {
    this.find(`[data-do=${name}]`).setAttribute("aria-pressed", String(Boolean(on)));
  }

  /** All of a phone's window. @param {boolean} [on] */
  whole(on) {
    this.press("full", this.root.classList.toggle("whole", on));
  }

  pace(by = 0) {
    const choice = this.find("[data-speed]");
    choice.selectedIndex = Math.max(0, Math.min(3, choice.selectedIndex + by));
    this.speed = Number(choice.value);
    this.run();
  }

  async look() {
    this.eyes = [...new Set(this.choices.map(({ value }) => value))].filter(Boolean);
    this.choose();
    if (this.eyes.length < this.screens.length) {
      this.screens.pop();
      this.find(".film-screens").lastElementChild.remove();
    }
    this.busy = true;
    await this.load(this.number).catch(() => {});
    this.go(this.number, this.sceneOf(this.number, this.scene?.id), 0);
  }

  otherEyes(which = 0) {
    const { choices } = this;
    const choice = choices[which];
    if (!choice) return;
    do choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.length;
    while (choice.value === choices[1 - which].value);
    this.look();
  }

  /** @type {Record<string, () => unknown>} */
  acts = {
    play: () => {
      this.until = false;
      if (!this.find(".film-over").hidden) return this.acts.again();
      this.play(!this.plays);
      if (this.plays && PHONE.matches && !this.modal) this.whole(true);
    },
    again: () => {
      this.play(true);
      this.go(this.scrub.first);
    },
    whole: () => {
      this.scrub.range(this.ends.first, this.ends.last);
      this.acts.again();
    },
    phaseBack: () => this.step(-1),
    phaseNext: () => this.step(1),
    turnBack: () => this.toTurn(this.number - 1),
    turnNext: () => this.toTurn(this.number + 1),
    start: () => this.toTurn(this.scrub.first),
    end: () => this.toTurn(this.scrub.last, -1),
    slower: () => this.pace(-1),
    faster: () => this.pace(1),
    captions: () => this.press("captions", !this.root.classList.toggle("untold")),
    sound: async () => {
      this.sounds = this.sounds ? null : (await import("./sound.js")).sound;
      this.sounds?.("pin");
      this.press("sound", this.sounds);
    },
    full: () => {
      const body = this.find(".film-body");
      if (document.fullscreenElement) document.exitFullscreen();
      else if (body.requestFullscreen && !this.root.matches(".whole")) body.requestFullscreen();
      else this.whole();
    },
    eyes: () => this.otherEyes(0),
    beside: () => this.otherEyes(1),
    close: () => this.modal && this.modal.close(),
  };

  async act(name = "") {
    if (this.acts[name]) this.acts[name]();
    else if (name) (await import("./panels.js")).panel(this, name);
  }

  /** @param {On<KeyboardEvent>} event */
  key(event) {
    const { key, target } = event;
    const name = key === "Escape" && this.root.matches(".whole") ? "full" : KEYS[key];
    if (!name || event.ctrlKey || event.metaKey || event.altKey || target.matches("select, textarea, input:not([type=range])")) return;
    // In the map arrows are the cursor's; the space bar presses buttons.
    if (target.closest(".map") ? key.startsWith("Arrow") : key === " " && target.closest("button, a, summary")) return;
    event.preventDefault();
    event.stopPropagation();
    this.act(name);
  }

  closed() {
    this.play(false);
    if (document.fullscreenElement) document.exitFullscreen();
    this.address();
    this.root.classList.add("seen");
    delete document.documentElement.dataset.film;
    document.dispatchEvent(new CustomEvent("film:closed", { detail: { turn: this.number } }));
  }
}
