import { expect, it } from 'vitest';
import { LENGTH, ME, shownAt, takenAt, taker, TRICKS } from './film';

it('has no card twice, none above 8 with three players (Z-1, Z-2)', () => {
  const cards = TRICKS.flat().map(({ card }) => card);
  expect(new Set(cards).size).toBe(cards.length);
  expect(cards.filter((card) => !/^[RYGBP][1-8]$/.test(card))).toEqual([]);
});

it('goes round from the leader, who took the trick before (Z-8)', () => {
  TRICKS.forEach((trick, at) => {
    const first = trick[0]?.seat ?? -1;
    expect(trick.map(({ seat }) => seat)).toEqual([0, 1, 2].map((step) => (first + step) % 3));
    const before = TRICKS[at - 1];
    if (before) expect(first).toBe(taker(before));
  });
});

it('follows the colour led wherever it can (Z-9)', () => {
  TRICKS.forEach((trick, at) => {
    const led = trick[0]?.card[0];
    for (const { seat, card } of trick) {
      const held = TRICKS.slice(at).flat().filter((play) => play.seat === seat);
      if (card[0] !== led) expect(held.filter((play) => play.card[0] === led)).toEqual([]);
    }
  });
});

it('shows my own cards from the back until they are turned over (Z-10)', () => {
  const mine = (step: number) => shownAt(step).filter(({ seat }) => seat === ME);
  expect(mine(0).every(({ up, where }) => !up && where === 'hand')).toBe(true);
  let turned = 0;
  for (let step = 0; step < LENGTH; step += 1) {
    expect(mine(step).filter(({ up, where }) => up && where === 'hand')).toEqual([]);
    turned += mine(step).filter(({ up, where }) => !up && where === 'table').length;
  }
  expect(turned).toBe(TRICKS.length);
});

it('ends with every trick taken', () => {
  expect(shownAt(LENGTH - 1).every(({ where }) => where === 'taken')).toBe(true);
  expect(takenAt(LENGTH - 1)).toEqual([2, 1, 2]);
});
