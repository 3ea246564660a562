// Where a pause is before it is played: hills under the moon, of no land.

import { wave, type Land } from './land';

const GREYS = ['#5b6788', '#5b6788', '#5b6788', '#5b6788'] as const;

export const nowhere: Land = {
  hue: '#5b6788',
  morning: GREYS,
  evening: GREYS,
  colours: { e: '#a9b4d6', f: '#8692ba', h: '#616e99', i: '#444f78' },
  shining: '',
  sunrise: [18, 22],
  paint(cells) {
    cells.hill('e', wave(22.5, 1.6, 4));
    cells.hill('f', wave(25.5, 1.4, 13));
    cells.hill('h', wave(28.4, 1.2, 20));
    cells.hill('i', wave(31.4, 1, 8));
  },
};
