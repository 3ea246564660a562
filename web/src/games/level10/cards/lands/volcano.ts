// The volcano: smoke, glow, sparks, eruption.

import type { Cells } from '../pixels';
import { wave, type Land } from './land';

const TIP = 14;
const PEAK = 16;
const FOOT = 28;
// The columns of the streams of lava, row by row, and how far they have run at each value.
const MIDDLE = [14, 14, 13, 13, 13, 12, 12, 13, 13, 13, 12, 12, 11, 11, 12, 12, 13];
const RIGHT = [16, 16, 17, 17, 18, 18, 19, 19, 19, 20, 20];
const RUN = [0, 0, 0, 0, 0, 0, 5, 10, 17];
const FOUNTAIN = [
  '..o../.oyo./.oyo./royor',
  '.o...o./o.oyo.o/..oyo../.royor./.royor./.royor.',
  '....oo.oo..../..oyyoyyoyo../.oy.oyyyo.yo./oy...oyo...yo/o....oyo....o/r....oyo....r/.....oyo...../o...royor...o/....royor..../r...royor...r/...rooyoor...',
];

export const volcano: Land = {
  hue: '#c8452c',
  morning: ['#efd2c6', '#f5ded2', '#faeadf', '#fdf3ea'],
  evening: ['#4e1320', '#7d1d25', '#b0342a', '#e0653a'],
  colours: {
    e: '#cf9c93', // far ridge
    z: '#8d7f83', // smoke
    x: '#b5a6a6',
    m: '#5a2f34', // the mountain
    n: '#7d4340',
    k: '#3f2028',
    w: '#f6ece6', // snow on a quiet top
    h: '#6d3833', // rock field
    i: '#4d262a',
    r: '#d8341c', // lava
    o: '#ff7a1a',
    y: '#ffd24a',
  },
  shining: 'roy',
  sunrise: [18, 19],
  paint(cells, grown, time) {
    const value = time === 'night' ? Math.min(grown, 2) : grown; // it sleeps too
    smoke(cells, value);
    cells.hill('e', wave(26, 1.3, 20));
    for (let y = PEAK; y < FOOT + 2; y++) {
      const half = 2 + Math.floor((y - PEAK) * 0.5);
      cells.box('m', TIP - half, y, half * 2 + 1, 1);
      cells.box('n', TIP - half, y, Math.max(1, half - 1 - (y % 3)), 1);
      cells.box('k', TIP + half - Math.floor(half / 2) + 1, y, Math.floor(half / 2), 1);
    }
    if (value < 3) cells.draw(TIP - 3, PEAK, '.wwwxx./.wwwwx./wwxwwxx/w.x.w.x');
    cells.hill('h', wave(28.6, 0.8, 2, 2));
    cells.hill('i', wave(31.4, 0.9, 10));
    cells.dots('k', 3, 30, 4, 30, 9, 29, 20, 30, 21, 30, 13, 32, 14, 32, 6, 33);
    if (value > 3) fire(cells, value);
  },
};

function smoke(cells: Cells, value: number): void {
  if (value === 2) cells.draw(TIP - 1, 10, '...x/..x./..x./.xx./.x../..x.');
  if (value > 2) {
    cells.disc('x', 14.5, 13.5, 1.6);
    cells.disc('x', 16, 10.5, 2.2);
  }
  if (value > 3) {
    cells.disc('x', 18.5, 7.5, 2.7);
    cells.disc('z', 17, 11, 1.3);
    cells.disc('z', 19.5, 8.5, 1.6);
  }
  if (value > 5) {
    cells.disc('x', 21, 4, 3);
    cells.disc('x', 12.5, 6, 2.6);
    cells.disc('z', 17, 3.5, 3.2);
  }
  if (value > 6) {
    cells.disc('z', 11.5, 4, 3.4);
    cells.disc('z', 22, 4.5, 2.6);
  }
}

function fire(cells: Cells, value: number): void {
  cells.draw(TIP - 2, PEAK, value === 4 ? 'royor/.roo.' : 'oyyyo/royor/.roo.');
  const run = RUN[value] ?? 0;
  MIDDLE.slice(0, run).forEach((x, down) => cells.draw(x, PEAK + 1 + down, value > 7 && down > 10 ? 'oyyor' : 'oyr'));
  if (value > 6) RIGHT.slice(0, run).forEach((x, down) => cells.draw(x, PEAK + 2 + down, 'or'));
  if (value === 5) cells.dots('y', 12, 13, 14, 11, 16, 14, 11, 15, 18, 12);
  const fountain = FOUNTAIN[value - 6];
  if (fountain) {
    const [wide, high] = [fountain.indexOf('/'), fountain.split('/').length];
    cells.draw(TIP - (wide - 1) / 2, PEAK - high, fountain);
  }
  if (value > 5) cells.dots('y', 11, 14, 17, 12, 19, 15, 12, 10);
  if (value > 6) cells.dots('o', 21, 13, 20, 18, 10, 18, 22, 9);
  if (value > 7) cells.dots('y', 22, 16, 19, 20, 10, 21, 22, 21);
}
