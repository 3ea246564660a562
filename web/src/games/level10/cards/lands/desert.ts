// The desert: a seed becomes a cactus in bloom while the sun climbs.

import type { Cells } from '../pixels';
import { grow, wave, type Land } from './land';

// Where the trunk ends, by value, and how long the arms are.
const TOP = [31, 31, 28, 25, 22, 19, 16, 14, 12];
const LEFT = [0, 0, 0, 0, 0, 2, 4, 6, 7];
const RIGHT = [0, 0, 0, 0, 0, 0, 3, 6, 9];
const FOOT = 31;

export const desert: Land = {
  hue: '#f2a93b',
  morning: ['#f3dfc0', '#f9e9c8', '#fdf1d3', '#fff6df'],
  evening: ['#f3a43a', '#f7b94f', '#fbcd6c', '#fde09a'],
  colours: {
    o: '#ffe9a3', // the sun's ring
    s: '#fffbe6',
    e: '#efcb85', // far dunes
    h: '#e3b05c', // near dunes
    i: '#cf9440', // foreground
    j: '#b87b30', // ripples
    k: '#2f5f35', // shaded cactus
    g: '#4c8a45',
    l: '#86b860',
    n: '#7a4a24', // seed
    p: '#d8326e', // flowers
    q: '#ff8fb1',
    y: '#ffe27a',
  },
  shining: 'ospqy',
  sunrise: [18, 23],
  paint(cells, value, time) {
    if (time === 'day') {
      const sun = 25 - grow(value, 0, 16);
      cells.disc('o', 20, sun, 3.7);
      cells.disc('s', 20, sun, 2.6);
    }
    cells.hill('e', wave(24.6, 1.4, 4));
    cells.hill('h', wave(27.4, 1.3, 14));
    cells.hill('i', wave(30.6, 0.8, 6));
    cells.dots('j', 4, 32, 5, 32, 6, 32, 20, 32, 21, 32, 11, 33, 12, 33);
    cells.dots('i', 3, 28, 4, 28, 8, 29, 9, 29, 20, 28, 21, 28);
    if (value === 1) cells.draw(14, 29, '.nn./nnnn/jjjj');
    if (value === 2) cells.draw(13, 28, 'l..g/lg.g/.lg./.lg.');
    if (value > 2) cactus(cells, value);
  },
};

function cactus(cells: Cells, value: number): void {
  const top = TOP[value] ?? 0;
  const wide = value < 5 ? 3 : 4;
  const x = value < 5 ? 14 : 13;
  cells.box('j', x - 1, FOOT, wide + 4, 1); // its shadow
  cells.box('g', x, top + 1, wide, FOOT - top - 1);
  cells.box('g', x + 1, top, wide - 2, 1);
  cells.box('l', x, top + 1, 1, FOOT - top - 1);
  cells.box('k', x + wide - 1, top + 1, 1, FOOT - top - 1);
  for (let y = top + 3; y < FOOT - 3; y += 4) cells.dots('l', x + 2, y, x + 1, y + 2);
  const left = LEFT[value] ?? 0;
  if (left) {
    cells.box('g', x - 3, 25, 3, 2);
    cells.box('l', x - 3, 26 - left, 1, left);
    cells.box('g', x - 2, 26 - left, 1, left);
    cells.put('k', x - 2, 26);
  }
  const right = RIGHT[value] ?? 0;
  if (right) {
    cells.box('k', x + 4, 23, 3, 2);
    cells.box('g', x + 5, 24 - right, 1, right);
    cells.box('k', x + 6, 24 - right, 1, right);
    cells.put('g', x + 4, 23);
  }
  if (value === 7) {
    cells.draw(x, top - 1, '.pp.');
    cells.draw(x + 5, 23 - right, 'pp');
  }
  if (value === 8) {
    cells.draw(x - 1, top - 2, '.qppq./qpyypq');
    cells.draw(x - 4, 24 - left, '.qq./pyyp');
    cells.draw(x + 4, 22 - right, '.qq./pyyp');
  }
}
