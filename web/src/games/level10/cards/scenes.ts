// The picture on a card of Level 10: a land, what has grown in it, and the time of day. Computed
// when a card is first shown, and kept.

import { Cells, HIGH, mix, WIDE, type Layer, type Palette } from './pixels';
import { deck } from './lands/deck';
import { desert } from './lands/desert';
import { forest } from './lands/forest';
import type { Land, Sky, Time } from './lands/land';
import { nowhere } from './lands/nowhere';
import { sky } from './lands/sky';
import { swamp } from './lands/swamp';
import { volcano } from './lands/volcano';

/** `under` is dimmed where the page is dark; what shines lies above that. */
export interface Scene {
  under: Layer[];
  shining: Layer[];
}

export const LANDS: Record<string, Land> = { D: desert, F: forest, S: sky, V: volcano, M: swamp };

// The bands of a sky begin at these rows.
const BANDS = [0, 7, 11, 15, 18, 21, 24];
const SKY = 'CDEFGHI'; // and these are their names
const DAWN: Sky = ['#7d78b0', '#c08ab0', '#f2a592', '#ffd698'];
const NIGHT: Sky = ['#10163a', '#182150', '#233066', '#33457f'];
const STARS = [3, 22, 12, 8, 12, 14, 22, 17, 11, 20, 20, 4, 13, 2, 17, 18];
const MOON = '..BBBB../....BBB./.....BBB/.....BBB/.....BBB/B...BBBB/.BBBBBB./..BBBB..';

const PLACES: Record<string, Land> = { ...LANDS, deck };
const kept = new Map<string, Scene>();

/** The picture of a world at a value; without a world it is nowhere, and `deck` is all of them. */
export function scene(world: string | undefined, value: number, time: Time = 'day'): Scene {
  const name = `${world}${value}${time}`;
  const found = kept.get(name) ?? paint(PLACES[world ?? ''] ?? nowhere, value, time);
  kept.set(name, found);
  return found;
}

function paint(land: Land, value: number, time: Time): Scene {
  const cells = new Cells(WIDE, HIGH);
  BANDS.forEach((y, band) => cells.box(SKY[band]!, 0, y, WIDE, HIGH - y));
  if (time === 'dawn') {
    cells.disc('A', ...land.sunrise, 4.6);
    cells.disc('B', ...land.sunrise, 3.3);
  }
  if (time === 'night') {
    cells.dots('B', ...STARS);
    cells.draw(14, 6, MOON);
  }
  land.paint(cells, value, time);
  const shining = `AB${time === 'day' ? land.shining : ''}`;
  const shines = ({ name }: Layer): boolean => shining.includes(name);
  const layers = cells.layers(paletteAt(land, value, time, shining));
  return { under: layers.filter((layer) => !shines(layer)), shining: layers.filter(shines) };
}

/** The colours at a time of day, in the order in which they are painted: what shines comes last. */
function paletteAt(land: Land, value: number, time: Time, shining: string): Palette {
  const palette: Palette = {};
  const bands = time === 'dawn' ? DAWN : NIGHT;
  [...SKY].forEach((name, band) => {
    const part = band / 2;
    palette[name] =
      time === 'day'
        ? mix(between(land.morning, part), between(land.evening, part), (value - 1) / 7)
        : mix(between(bands, part), land.hue, time === 'dawn' ? 0.14 : 0.16);
  });
  const things: Palette = { A: mix('#ffe9b0', land.hue, 0.12), B: '#fff6d8' };
  for (const [name, colour] of Object.entries(land.colours))
    things[name] = time === 'day' ? colour : time === 'dawn' ? mix(colour, '#74507f', 0.25) : mix(colour, '#141b45', 0.52);
  for (const name in things) if (!shining.includes(name)) palette[name] = things[name]!;
  for (const name in things) if (shining.includes(name)) palette[name] = things[name]!;
  return palette;
}

/** The colour of a sky at a place from 0, its top, to 3. */
function between(sky: Sky, place: number): string {
  const above = Math.floor(place);
  return mix(sky[above]!, sky[Math.ceil(place)]!, place - above);
}
