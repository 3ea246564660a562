// The pictures of Level 10: whole, light, the same each time, and different from one another.

import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { GLYPHS } from './glyphs';
import { HIGH, WIDE } from './pixels';
import { LANDS, scene, type Scene } from './scenes';
import { contrast, variables } from '../../../lib/cards/contrast';

const VALUES = [1, 2, 3, 4, 5, 6, 7, 8];
const worlds = Object.keys(LANDS);
const MOST = 2500; // characters of one picture

const layers = (picture: Scene): { name: string; fill: string; d: string }[] => [...picture.under, ...picture.shining];

function boxes(d: string): { x: number; y: number; wide: number; high: number }[] {
  const found = [...d.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)H\1z/g)];
  expect(found.map((one) => one[0]).join('')).toBe(d);
  return found.map((one) => ({ x: Number(one[1]), y: Number(one[2]), wide: Number(one[3]), high: Number(one[4]) }));
}

/** What is seen in a column, from the top down: names of colours, and where each begins. */
function column(picture: Scene, x: number): [string, number][] {
  const seen: string[] = Array<string>(HIGH).fill('');
  for (const layer of layers(picture))
    for (const box of boxes(layer.d))
      if (box.x <= x && x < box.x + box.wide) seen.fill(layer.name, box.y, box.y + box.high);
  return seen.flatMap((name, y) => (name === seen[y - 1] ? [] : [[name, y] as [string, number]]));
}

describe.each(worlds)('the land %s', (world) => {
  const all: Scene[] = [
    ...VALUES.map((value) => scene(world, value)),
    scene(world, 0, 'dawn'),
    ...VALUES.map((value) => scene(world, value, 'night')),
  ];

  it('stays on its card', () => {
    for (const picture of all)
      for (const { d } of layers(picture))
        for (const box of boxes(d)) {
          expect(box.x + box.wide).toBeLessThanOrEqual(WIDE);
          expect(box.y + box.high).toBeLessThanOrEqual(HIGH);
        }
  });

  it('leaves no hole', () => {
    for (const picture of all)
      for (let x = 0; x < WIDE; x++) expect(column(picture, x)[0]?.[0]).not.toBe('');
  });

  it('is light', () => {
    for (const picture of all) {
      const text = layers(picture).map(({ d, fill }) => `<path d="${d}" fill="${fill}"></path>`);
      expect(text.join('').length).toBeLessThan(MOST);
    }
  });

  it('grows: no value looks like another', () => {
    const drawn = VALUES.map((value) => JSON.stringify(layers(scene(world, value)).map(({ name, d }) => name + d)));
    expect(new Set(drawn).size).toBe(VALUES.length);
  });

  it('goes on at the edge of the next card', () => {
    const empty = scene(world, 0, 'dawn');
    const [left, right] = [column(empty, 0), column(empty, WIDE - 1)];
    expect(right.map(([name]) => name).filter((name) => !'AB'.includes(name))).toEqual(left.map(([name]) => name));
    for (const [name, y] of left) expect(Math.abs(y - (right.find(([other]) => other === name)?.[1] ?? 99))).toBeLessThan(2);
  });
});

it('is drawn the same each time', async () => {
  const once = worlds.map((world) => VALUES.map((value) => scene(world, value)));
  vi.resetModules();
  const again = await import('./scenes');
  expect(again.scene).not.toBe(scene);
  expect(worlds.map((world) => VALUES.map((value) => again.scene(world, value)))).toEqual(once);
});

it('has a sign for each value, all different', () => {
  expect(new Set(VALUES.map((value) => GLYPHS[value])).size).toBe(8);
  for (const d of Object.values(GLYPHS)) for (const box of boxes(d)) expect(box.y + box.high).toBeLessThanOrEqual(10);
});

it.each(worlds)('numbers of %s can be read on their plates, symbols too', (world) => {
  const base = readFileSync(new URL('../../../base.css', import.meta.url), 'utf8');
  const own = readFileSync(new URL('../colours.css', import.meta.url), 'utf8');
  for (const theme of ['', ":root[data-theme='dark'] "]) {
    const plate = variables(base, theme ? theme.trim() : ':root')['--card']!;
    const colours = variables(own, `${theme}.world-${world}`);
    expect(contrast(colours['--on']!, plate)).toBeGreaterThan(4.5);
    expect(contrast(colours['--strong']!, plate)).toBeGreaterThan(3);
  }
});
