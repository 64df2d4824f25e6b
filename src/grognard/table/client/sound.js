/** Sounds, made on the spot; off unless asked for. */

import { pref } from "./settings.js";

/** By name: notes as frequency, when they begin and how long they sound, in seconds. @type {Record<string, [number, number, number][]>} */
const NOTES = {
  click: [[520, 0, 0.05]],
  die: [[180, 0, 0.04], [240, 0.06, 0.04], [160, 0.13, 0.05], [210, 0.22, 0.06]],
  turn: [[523, 0, 0.12], [784, 0.14, 0.2]],
};

/** @type {AudioContext | null} */
let context = null;

/** @param {"click" | "die" | "turn"} name */
export function play(name) {
  if (pref("sound") !== "on") return;
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  for (const [frequency, at, lasts] of NOTES[name] ?? []) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = name === "die" ? "square" : "sine";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, currentTime + at + lasts);
    tone.connect(volume).connect(destination);
    tone.start(currentTime + at);
    tone.stop(currentTime + at + lasts);
  }
}
