// Small sounds, made here: a card on wood, a turn, a trick taken, a column closed, an end. Silent unless wanted.

import { preferences } from './preferences.svelte';

/** Each a row of tones: frequency in hertz, when it begins and how long it lasts, in seconds. */
const TONES = {
  card: [[190, 0, 0.07]],
  turn: [
    [523, 0, 0.12],
    [659, 0.09, 0.18],
  ],
  trick: [
    [330, 0, 0.08],
    [262, 0.07, 0.14],
  ],
  tick: [
    [880, 0.38, 0.04], // when the last card has landed
    [1175, 0.43, 0.05],
  ],
  won: [
    [523, 0, 0.14],
    [659, 0.12, 0.14],
    [784, 0.24, 0.32],
  ],
  lost: [
    [294, 0, 0.18],
    [220, 0.16, 0.34],
  ],
} as const;
export type Sound = keyof typeof TONES;

let context: AudioContext | undefined;

/** Play a sound, where somebody wants sounds and the browser lets us. */
export function play(sound: Sound): void {
  if (!preferences.sound || document.hidden || !('AudioContext' in globalThis)) return;
  if (!navigator.userActivation?.hasBeenActive) return; // browsers allow no sound before the first press
  context ??= new AudioContext();
  for (const [frequency, begin, length] of TONES[sound]) {
    const start = context.currentTime + begin;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = sound === 'card' ? 'triangle' : 'sine';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }
}
