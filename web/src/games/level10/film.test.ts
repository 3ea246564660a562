import { expect, it } from 'vitest';
import { BEGUN, COLUMNS, LENGTH, PLAYS, WORLDS } from './film';

// That it is a real game, tests/games/test_films.py shows.

it('is a game that is won: fifty cells, column after column (L-14)', () => {
  expect(PLAYS).toHaveLength(WORLDS.length * COLUMNS);
  expect(new Set(PLAYS.map(({ row, column }) => `${row}:${column}`)).size).toBe(PLAYS.length);
  expect(PLAYS.map(({ column }) => column)).toEqual(PLAYS.map((_, at) => Math.floor(at / WORLDS.length)));
  expect(LENGTH).toBeGreaterThan(PLAYS.length - BEGUN);
});
