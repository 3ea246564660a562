// The forest: a clearing fills with firs, then come the birds, and a deer.

import type { Cells } from '../pixels';
import { wave, type Land } from './land';

const MAIN = [0, 0, 5, 8, 10, 12, 15, 17, 19]; // the tallest fir, by value

export const forest: Land = {
  hue: '#5fae6d',
  morning: ['#cfe6cf', '#dceedb', '#e8f5e4', '#f4faec'],
  evening: ['#8fc9a4', '#aad9b0', '#c6e7c1', '#e2f3d3'],
  colours: {
    e: '#b4d6b2', // far hills
    f: '#8abf90',
    h: '#68a76a', // meadow
    i: '#4f8f57',
    j: '#3d7a4b',
    m: '#5c9a78', // firs in the mist
    t: '#6a4526', // trunks
    k: '#1f5236', // shaded fir
    g: '#2f7046',
    l: '#55995a',
    y: '#ffe48a', // flowers
    n: '#a06a38', // deer
    u: '#21382c', // birds
  },
  shining: 'ny',
  sunrise: [18, 21],
  paint(cells, value, time) {
    cells.hill('e', wave(22.5, 1.4, 2));
    cells.hill('f', wave(25, 1, 13, 2));
    if (value > 4) for (const [x, high] of [[12, 7], [22, 8], [17, 6], [7, 6], [2, 5]] as const) if (value > 5 || x > 11) fir(cells, x, 26, high, 'mmm');
    cells.hill('h', wave(27.4, 0.8, 8));
    cells.hill('i', wave(31.5, 0.8, 18));
    cells.dots('i', 3, 29, 4, 29, 10, 30, 11, 30, 21, 29, 22, 29);
    cells.dots('j', 2, 33, 3, 33, 19, 33, 20, 33);
    if (value === 1) cells.draw(14, 27, 'l.l/.g./.g./.k.');
    if (value > 2) fir(cells, 21, 29, value > 4 ? 10 : value + 2, 'lgk');
    if (value > 1) fir(cells, 16, 30, MAIN[value] ?? 0, 'lgk');
    if (value > 3) fir(cells, 2, 30, value > 6 ? 10 : value + 2, 'lgk');
    if (value > 5) cells.draw(19, 31, '.ll../llgg./lgggk');
    if (value < 4) cells.dots('y', 8, 31, 12, 32, 19, 31);
    if (time === 'night') return;
    if (value === 7) cells.draw(18, 8, 'u...u/.u.u./..u..');
    if (value === 8) {
      cells.draw(18, 6, 'u...u/.u.u./..u..');
      cells.draw(11, 10, 'u.u/.u.');
      cells.draw(20, 12, 'u.u/.u.');
      cells.draw(13, 5, 'u.u/.u.');
      cells.draw(5, 26, '.....n.n/......n./.....nnn/nnnnnn../.nnnnn../.n...n../.n...n..');
    }
  },
};

/** A fir by the column of its tip, the row of its foot, its height: light left, dark right. */
function fir(cells: Cells, x: number, foot: number, high: number, [light, middle, dark]: string | string[]): void {
  const top = foot - high;
  if (middle !== 'm') cells.box('t', x, foot - 1, 1, 2);
  for (let row = 0; row < high; row++) {
    const half = Math.min(5, Math.floor(row / 3) + (row % 3) - (row > 8 ? 1 : 0));
    cells.box(middle!, x - half, top + row, half * 2 + 1, 1);
    cells.box(light!, x - half, top + row, Math.ceil(half / 2), 1);
    cells.box(dark!, x + half - Math.ceil(half / 2) + 1, top + row, Math.ceil(half / 2), 1);
  }
}
