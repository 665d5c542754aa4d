// Dice of this phone. They are not the table's dice, nobody can check them, and they are marked as such.

/** @param {number} sides @param {(bytes: Uint8Array<ArrayBuffer>) => Uint8Array} [random] */
export function roll(sides, random = (bytes) => crypto.getRandomValues(bytes)) {
  const most = Math.floor(256 / sides) * sides;
  for (;;) {
    const [byte] = random(new Uint8Array(1));
    if (byte < most) return 1 + (byte % sides);
  }
}

/** @param {number | string} count @param {number} sides */
export function rolled(count, sides) {
  return Array.from({ length: Math.min(60, Math.max(1, Number(count) || 1)) }, () => roll(sides));
}

/** @param {HTMLElement} place @param {number[]} values */
export function show(place, values) {
  place.replaceChildren(
    ...values.map((value) => {
      const die = document.createElement("span");
      die.className = "die local";
      die.textContent = String(value);
      return die;
    }),
  );
}
