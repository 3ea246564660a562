// The back of the cards: all five lands, one behind the other, at rest.

import { wave, type Land } from './land';

const EVENING = ['#33557f', '#5b7fa6', '#93aec4', '#e8cfa9'] as const;

export const deck: Land = {
  hue: '#5b7fa6',
  morning: EVENING,
  evening: EVENING,
  colours: {
    o: '#fff0c4', // sun
    h: '#b9cbd8', // clouds
    w: '#e6eef2',
    n: '#8f5249', // volcano
    m: '#6d3b3c',
    r: '#ff8a3a',
    e: '#3f7a55', // forest
    g: '#2c5f43',
    i: '#d9a650', // desert
    j: '#c08c3d',
    l: '#4f8a4a',
    k: '#665091', // swamp
    p: '#4f3c78',
    x: '#8d78b6',
  },
  shining: 'or',
  sunrise: [18, 22],
  paint(cells) {
    cells.disc('o', 5, 17, 2.7);
    cells.draw(1, 12, '..www.../wwwwwww./.hhhhhh.');
    cells.draw(18, 14, '..www./wwwwww/.hhhhh');
    for (let y = 15; y < 24; y++) {
      const half = 1 + Math.floor((y - 15) * 0.75);
      cells.box('m', 14 - half, y, half * 2 + 1, 1);
      cells.box('n', 14 - half, y, half, 1);
    }
    cells.draw(13, 14, '.r./rrr/.r.');
    cells.hill('e', wave(20.6, 1, 2));
    for (const [x, y] of [[2, 17], [6, 18], [10, 19], [19, 18], [22, 17]] as const) cells.draw(x - 1, y, '.g./.g./ggg/ggg');
    cells.hill('i', wave(24.6, 1.2, 14));
    cells.draw(4, 22, '.l.l/.lll/..l./..l.');
    cells.dots('j', 8, 26, 9, 26, 17, 25, 18, 25, 13, 27, 14, 27);
    cells.hill('k', wave(28.6, 0.7, 7));
    cells.hill('p', wave(31.6, 0.6, 18));
    cells.dots('x', 3, 30, 4, 30, 5, 30, 18, 29, 19, 29, 11, 31, 12, 31);
  },
};
