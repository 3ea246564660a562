import { expect, test } from 'vitest';
import { clearest, type Box } from './bubble';

const room = { left: 0, top: 60, width: 390, height: 784 };
const own = { left: 0, top: 0, width: 370, height: 170 };
const hand = { left: 10, top: 750, width: 370, height: 80 };

function covers(top: number, box: { top: number; height: number }): boolean {
  return top < box.top + box.height && top + own.height > box.top;
}

test('a bubble stands near what it is about, and not on it', () => {
  const { left, top } = clearest([hand], own, [], room);
  expect(left).toBe(10);
  expect(covers(top, hand)).toBe(false);
  expect(hand.top - top - own.height).toBeLessThan(20);
});

test('it goes further where the nearest place would hide what can be pressed', () => {
  const talk = { box: { left: 0, top: 640, width: 390, height: 100 }, weight: 2 };
  const { top } = clearest([hand], own, [talk], room);
  expect(covers(top, talk.box)).toBe(false);
  expect(covers(top, hand)).toBe(false);
});

test('it never leaves the window, however small that is', () => {
  const low = { left: 0, top: 40, width: 390, height: 150 };
  expect(clearest([hand], own, [], low).top).toBe(12);
});

test('what stands at both sides of a low window is hidden at neither', () => {
  const low = { left: 0, top: 44, width: 844, height: 346 };
  const [left, right] = [0, 610].map((at) => ({ left: at, top: 50, width: 230, height: 250 })) as [Box, Box];
  const place = clearest([left, right], { ...own, width: 340 }, [], low);
  expect(place.left).toBeGreaterThanOrEqual(left.width);
  expect(place.left + 340).toBeLessThanOrEqual(right.left);
});
