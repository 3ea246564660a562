// The swamp: a bubble, reeds, fireflies, a great frog's eyes.

import type { Cells } from '../pixels';
import { wave, type Land } from './land';

export const swamp: Land = {
  hue: '#7d5bb0',
  morning: ['#cfc2e4', '#dbd0ec', '#e6def3', '#f0ebf8'],
  evening: ['#2f1f56', '#4a3277', '#6c4f9c', '#9678bf'],
  colours: {
    e: '#ad9bcb', // far trees
    f: '#8a75b3',
    h: '#7a66a8', // water
    i: '#66529a',
    j: '#50407f',
    x: '#a394c9', // light on the water
    k: '#26463f', // reeds
    g: '#3f6e57',
    t: '#5c3426', // bulrushes
    l: '#6fae63', // lily pads, frog
    m: '#4b8a4e',
    p: '#f2a6cf',
    w: '#f5f0ff', // bubbles
    y: '#ffd94d', // eyes, fireflies
    u: '#1b1430',
  },
  shining: 'lpwyu',
  sunrise: [18, 21],
  paint(cells, value, time) {
    cells.hill('e', wave(22, 1.6, 5, 2));
    cells.hill('f', wave(23.8, 0.8, 1, 3));
    cells.box('h', 0, 25, 24, 9);
    cells.box('i', 0, 28, 24, 6);
    cells.box('j', 0, 31, 24, 3);
    cells.dots('x', 2, 26, 3, 26, 4, 26, 12, 27, 13, 27, 21, 26, 22, 26, 6, 29, 7, 29);
    cells.dots('h', 1, 32, 2, 32, 17, 32, 18, 32, 19, 32);
    if (value > 0 && value < 4) cells.draw(13, 27, '.ww./wx.w/w..w/.ww.');
    if (value > 1 && value < 4) cells.draw(17, 24, 'ww/ww');
    if (value === 3) cells.dots('w', 15, 22, 18, 20);
    if (value > 1) reeds(cells, value);
    if (value > 4) lilies(cells, value);
    if (value > 6) frog(cells, value);
    if (time === 'night') return;
    if (value > 4) cells.dots('y', 13, 15, 19, 12);
    if (value > 5) cells.dots('y', 16, 9, 12, 20, 17, 19);
    if (value > 7) cells.dots('y', 22, 7, 13, 7, 18, 14, 5, 22);
  },
};

function reeds(cells: Cells, value: number): void {
  const stem = (x: number, top: number, head: boolean, name = 'k'): void => {
    cells.box(name, x, top, 1, 31 - top);
    if (head) cells.box('t', x, top, 1, 4);
    if (head) cells.box('t', x + 1, top + 1, 1, 3);
  };
  const high = [0, 0, 23, 19, 16, 14, 12, 11, 10][value] ?? 0;
  stem(20, high, value > 3);
  stem(18, high + 4, value > 4, 'g');
  if (value > 2) stem(22, high + 4, false, 'g');
  if (value > 2) stem(3, 23, false, 'g');
  if (value > 4) stem(5, 21, true);
  if (value > 5) stem(1, 24, false, 'k');
  if (value > 5) stem(16, high + 7, false, 'k');
}

function lilies(cells: Cells, value: number): void {
  cells.draw(5, 29, '.lll../lllmmm/.mmm..');
  if (value > 5) cells.draw(6, 27, '.p./pwp');
}

function frog(cells: Cells, value: number): void {
  if (value === 7) {
    cells.draw(9, 25, '.yyy...yyy./yyyyy.yyyyy/yuuuy.yuuuy/mlllmmmlllm/xxxxxxxxxxx');
    return;
  }
  cells.draw(8, 18, '.lll.....lll./lyyyl...lyyyl/yyyyyl.lyyyyy/yuuuyl.lyuuuy/yyyyylllyyyyy/lyyylllllyyyl/lllllllllllll/lmmmmmmmmmmml/mlllllllllllm/.mmmmmmmmmmm.');
  cells.box('x', 7, 28, 15, 1);
}
