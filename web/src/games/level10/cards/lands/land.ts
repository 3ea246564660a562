// What a land is: its skies, its colours, and how it paints what has grown by a value.

import { WIDE, type Cells, type Palette } from '../pixels';

export type Time = 'day' | 'dawn' | 'night';

/** A sky by four colours, from the top down. */
export type Sky = readonly [string, string, string, string];

export interface Land {
  /** What dawn and night are tinted with. */
  hue: string;
  /** The sky at 1 and at 8; those between are mixed. */
  morning: Sky;
  evening: Sky;
  /** The colours of things, by small letters: a later one lies above. */
  colours: Palette;
  /** Those of them that shine in the dark. */
  shining: string;
  /** Where the sun rises behind it at dawn. */
  sunrise: readonly [number, number];
  /** The ground is the same at both edges for every value, so that neighbours join. */
  paint(cells: Cells, value: number, time: Time): void;
}

/** A line of hills that begins again at each card's edge. */
export function wave(base: number, height: number, shift: number, times = 1): (x: number) => number {
  return (x) => Math.round(base + height * Math.sin(((x + shift) * times * 2 * Math.PI) / WIDE));
}

/** A straight growth from what it is at one value to what it is at another. */
export function grow(value: number, from: number, to: number, first = 1, last = 8): number {
  const share = Math.min(1, Math.max(0, (value - first) / (last - first)));
  return Math.round(from + (to - from) * share);
}


