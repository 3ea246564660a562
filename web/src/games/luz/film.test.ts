import { expect, it } from 'vitest';
import { LENGTH, ME, shownAt, takenAt, TRICKS } from './film';

// That it is a real game, tests/games/test_films.py shows.

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
