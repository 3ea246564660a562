// The sky: a wisp becomes a cloud, the cloud a castle.

import type { Cells } from '../pixels';
import { wave, type Land } from './land';

// A cloud by its discs: x, y, radius.
const CLOUD: Record<number, readonly (readonly [number, number, number])[]> = {
  3: [[14, 24, 2.3], [17, 23, 3], [20, 24.5, 2]],
  4: [[13, 25, 2.5], [16, 23, 3.6], [20, 24.5, 2.8]],
  5: [[11, 26, 2.4], [14, 25.5, 2.6], [18, 25, 3], [21, 26, 2]],
  6: [[8, 27, 2], [11, 26.5, 2.3], [15, 27.5, 2.6], [19, 26.5, 2.6], [22, 27, 2]],
};

export const sky: Land = {
  hue: '#5aa5dd',
  morning: ['#8cc3ea', '#a3d0ef', '#badcf4', '#d0e8f8'],
  evening: ['#2f7fc2', '#4f9bd6', '#7fbce8', '#b9dff5'],
  colours: {
    o: '#8fc8ef',
    s: '#ffe9ad',
    e: '#c3dff2', // the sea of clouds
    f: '#dcedf8',
    r: '#6c9fcf', // roofs
    v: '#4a7fb5',
    x: '#9cc0de', // deep shade
    h: '#cfe2f1', // shade
    w: '#fbfdff',
    n: '#2f5f94', // gates, windows
    y: '#ffcf4a',
    p: '#e0503f', // flags
  },
  shining: 'shwy',
  sunrise: [18, 26],
  paint(cells, value) {
    if (value === 8) {
      cells.disc('o', 16, 14, 7.6);
      cells.disc('s', 16, 14, 6);
    }
    if (value === 1) cells.draw(13, 23, '...www../wwwwwwww/..hhhhh.');
    if (value === 2) cells.draw(12, 22, '....www...../..wwwwwww.../.wwwwwwwwww./hhwwwwwwhhhh/..hhhhhhh...');
    if (value === 4) cells.draw(14, 17, '.ww./wwww/wwwh');
    if (value > 4) castle(cells, value);
    const cloud = CLOUD[Math.min(value, 6)] ?? [];
    for (const [x, y, radius] of cloud) cells.disc('h', x, y + (value > 4 ? 2 : 1), radius);
    for (const [x, y, radius] of cloud) cells.disc('w', x, y + (value > 4 ? 1 : 0), radius - 0.3);
    cells.hill('e', wave(29, 1.2, 3, 2));
    cells.hill('f', wave(31, 1, 9, 3));
  },
};

// Parts of the castle: what stands between, right and left, and the flags.
const KEEP = 'w.w.h/wwwwh/wwwhh/wnwhh/wwwhh/wwwhh/wwwhh/wwwhh/wwwhh/wwwhh/wwwhh';
const ROOFED = '..r../..r../.rrv./.rrv./rrrvv/rrrvv/wwwhh/wnwhh/wwwhh/wwwhh/wwwhh/wwwhh/wwwhh';
const RIGHT = 'w.wh/wwwh/wwhh/wnhh/wwhh/wwhh/wwhh/wwhh/wwhh/wwhh';
const RIGHT_ROOFED = '.rv./.rv./rrvv/rrvv/wwhh/wnhh/wwhh/wwhh/wwhh/wwhh/wwhh/wwhh';
const LEFT = 'w.h/www/wwh/wnh/wwh/wwh/wwh';
const GATE = 'w.w.w.h.h/wwwwwwhhh/wwwnnwwhh/wwnnnnwhh/wwnnnnwhh/wwnnnnwhh';

function castle(cells: Cells, value: number): void {
  const wall = value > 6 ? 20 : 24;
  cells.box('w', 14, wall, 3, 28 - wall);
  cells.box('h', 17, wall, 2, 28 - wall);
  cells.draw(14, value > 7 ? 8 : value > 6 ? 11 : value > 5 ? 14 : 16, value > 6 ? ROOFED : KEEP);
  if (value > 5) cells.draw(19, value > 6 ? 15 : 18, value > 6 ? RIGHT_ROOFED : RIGHT);
  if (value < 7) return;
  cells.draw(11, value > 7 ? 18 : 19, LEFT);
  cells.draw(12, 21, GATE);
  if (value < 8) return;
  cells.draw(16, 4, 'ppp/xpp/x../x..');
  cells.draw(20, 12, 'pp/x./x.');
  cells.draw(12, 16, 'pp/x.');
  cells.dots('y', 15, 15, 15, 18, 20, 20, 12, 21, 15, 25, 16, 25, 15, 26, 16, 26);
}
