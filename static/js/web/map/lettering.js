/**
 * How wide a text is at most, whatever face it is drawn in: the same answer here and on the server, whose
 * `campaign/base/drawing/lettering.py` is its twin. The advances are those of a wide bold sans; what is drawn in
 * another face is squeezed where it would be wider.
 */

/** In thousandths of the size of the letters, from the space on. */
const ADVANCES = [
  349, 457, 521, 838, 696, 1002, 873, 307, 458, 458, 523, 838, 380, 416, 380, 366,
  696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 581,
  1000, 774, 763, 734, 831, 684, 684, 821, 837, 373, 373, 775, 638, 996, 837, 851,
  733, 851, 771, 721, 683, 813, 774, 1104, 771, 725, 726, 458, 366, 458, 838, 500,
  500, 675, 716, 593, 716, 679, 436, 716, 712, 343, 343, 666, 343, 1042, 712, 688,
  716, 716, 494, 596, 479, 712, 652, 924, 646, 652, 583, 712, 366, 712, 838,
];
/** Of letters beyond these: few are wider, and none is left out for it. */
const LATER = 1000;

/**
 * How wide a text is, in the units of `size`.
 * @param {string} text @param {number} size
 */
export function wide(text, size) {
  let total = 0;
  for (const letter of text) {
    const place = (letter.codePointAt(0) ?? 0) - 32;
    total += ADVANCES[place] ?? LATER;
  }
  return Math.floor((total * size + 999) / 1000);
}
