/** Films cut into scenes, one a phase and as long for all eyes. Pure. */

import { begun, fold } from "./fold.js";

/** The card that a turn begins with. */
export const OPEN = "open";
const ORDER = `${OPEN} works teleport march fortify retreat supply relics ranks contact results land search sight aims close`.split(" ");
/** Milliseconds that a beat takes; a march half a second. @type {Record<string, number>} */
const TAKES = { move: 500, works: 700, level: 800, born: 700, gone: 1000, clash: 1200, won: 1200, land: 1000, fog: 1000, seen: 700, lost: 600, pin: 800, aim: 700 };
const CARD = 1500;
/** The camera's time before, and time to look after. */
const LEAD = 700;
const REST = 900;
/** Where much happens, it happens at once: a phase takes about so long at most. */
const LONGEST = 7000;
/** For a letter. */
const READING = 22;

/**
 * A turn through some pairs of eyes; `maps` are those that the films go on from.
 * @param {FilmDocument[]} films @param {(MapDocument | null)[]} maps
 * @param {(beat: Beat, after: MapDocument, eye: number) => string} [say] of an aim, which no sentence tells @returns {FilmTurn}
 */
export function cut(number = 0, films, maps, say) {
  const now = maps.map((map, eye) => map && begun(map, films[eye]));
  /** @type {Scene[]} */
  const scenes = [];
  let from = 0;
  for (const id of ORDER) {
    const phases = films.map((film) => film.phases.find((one) => one.id === id));
    if (id !== OPEN && !phases.some(Boolean)) continue;
    let length = CARD;
    const takes = now.map((before, eye) => {
      if (!before) return null;
      const beats = phases[eye]?.beats ?? [];
      const after = (now[eye] = fold(before, beats));
      const told = linesOf(films[eye], id);
      const cues = cuesOf(beats, told, films[eye]);
      for (const { at, takes: time } of cues) length = Math.max(length, at + time + REST);
      const lines = told.map((line) => films[eye].lines[line].text);
      if (say) for (const cue of cues) if (cue.line === undefined && cue.beats[0].t === "aim") cue.line = lines.push(cue.beats.map((beat) => say(beat, after, eye)).join(" \u00b7 ")) - 1;
      return { cues, before, after, lines };
    });
    scenes.push({ id, from, length, takes, clash: ["contact", "results"].includes(id) && takes.some((take) => take?.cues.some(({ beats }) => beats.some(({ t }) => t === "clash" || t === "won"))) });
    from += length;
  }
  return { number, length: from, scenes };
}

/**
 * The report's lines told in a phase: those of its beats, and after each what no beat is of.
 * @param {FilmDocument} film
 */
function linesOf({ phases, lines }, id = "") {
  const home = new Map(phases.flatMap((phase) => phase.beats.map(({ line }) => /** @type {const} */ ([line, phase.id]))).reverse());
  let at = phases[0]?.id;
  return lines.map((_, i) => ((at = home.get(i) ?? at) === id ? i : -1)).filter((i) => i >= 0);
}

/** @param {Beat[]} beats @param {number[]} told @param {FilmDocument} film @returns {Cue[]} */
function cuesOf(beats, told, { lines }) {
  /** @type {Cue[]} */
  const cues = [];
  for (const beat of beats) {
    const line = beat.line === undefined ? undefined : told.indexOf(beat.line);
    const last = cues.at(-1);
    if (last && last.line === line) last.beats.push(beat);
    else cues.push({ at: 0, takes: 0, beats: [beat], line });
  }
  told.forEach((_, line) => {
    if (cues.some((cue) => cue.line === line)) return;
    cues.splice(cues.findLastIndex((cue) => cue.line !== undefined && cue.line < line) + 1, 0, { at: 0, takes: 0, beats: [], line });
  });
  const wants = cues.map((cue) => {
    cue.takes = Math.max(300, ...cue.beats.map(({ t }) => TAKES[t] ?? 0));
    return Math.max(cue.takes, cue.line === undefined ? 0 : 500 + lines[told[cue.line]].text.length * READING);
  });
  const squeeze = Math.min(1, LONGEST / wants.reduce((sum, one) => sum + one, 1));
  let at = LEAD;
  cues.forEach((cue, i) => {
    cue.at = at;
    at += wants[i] * squeeze;
  });
  return cues;
}
