/** Sounds made on the spot; off until somebody wants them, for browsers make none before. */

/** Of beats their tones: wave, from Hz, to Hz, loudness, seconds, after so many. @type {Record<string, [OscillatorType, ...number[]][]>} */
const SOUNDS = {
  move: [["sine", 110, 48, 0.5, 0.16, 0], ["sine", 110, 48, 0.5, 0.16, 0.2]],
  clash: [["sawtooth", 1900, 380, 0.1, 0.2, 0], ["square", 2700, 1500, 0.05, 0.4, 0], ["sawtooth", 1500, 380, 0.1, 0.2, 0.4]],
  won: [["triangle", 196, 196, 0.2, 0.5, 0], ["triangle", 294, 294, 0.2, 0.5, 0.2]],
  gone: [["sawtooth", 150, 40, 0.2, 1, 0]],
  land: [["sine", 220, 330, 0.1, 1, 0]],
  seen: [["sine", 880, 880, 0.1, 0.5, 0]],
  pin: [["triangle", 660, 660, 0.2, 0.2, 0], ["triangle", 990, 990, 0.2, 0.5, 0.1]],
  works: [["square", 120, 90, 0.1, 0.1, 0], ["square", 120, 90, 0.1, 0.1, 0.2]],
};
/** @type {AudioContext | undefined} */
let context;

export function sound(name = "") {
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  for (const [type, from, to, loud, takes, after] of SOUNDS[name] ?? []) {
    const [begins, ends] = [currentTime + after, currentTime + after + takes];
    const tone = new OscillatorNode(context, { type, frequency: from });
    const volume = new GainNode(context, { gain: 0 });
    tone.frequency.exponentialRampToValueAtTime(to, ends);
    volume.gain.setValueAtTime(loud, begins);
    volume.gain.exponentialRampToValueAtTime(0.001, ends);
    tone.connect(volume).connect(destination);
    tone.start(begins);
    tone.stop(ends);
  }
}
