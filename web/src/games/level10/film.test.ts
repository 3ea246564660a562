import { expect, it } from 'vitest';
import { BEGUN, COLUMNS, LENGTH, onTheLeft, PLAYS, ROWS, WORLDS } from './film';

it('is a game that is won: fifty cells, column after column (L-14)', () => {
  expect(PLAYS).toHaveLength(WORLDS.length * COLUMNS);
  expect(new Set(PLAYS.map(({ row, column }) => `${row}:${column}`)).size).toBe(PLAYS.length);
  expect(PLAYS.map(({ column }) => column)).toEqual(PLAYS.map((_, at) => Math.floor(at / WORLDS.length)));
  expect(LENGTH).toBeGreaterThan(PLAYS.length - BEGUN);
});

it('has one reset in each column and two in each row (L-17)', () => {
  for (let column = 0; column < COLUMNS; column += 1) {
    expect(PLAYS.filter((play) => play.column === column && play.card === 'R')).toHaveLength(1);
  }
  for (const world of WORLDS) expect(PLAYS.filter((play) => play.world === world && play.card === 'R')).toHaveLength(2);
});

it('never falls in a row, and has no card twice (L-1, L-15)', () => {
  const cards = PLAYS.map(({ card }) => card).filter((card) => card.length === 2);
  expect(new Set(cards).size).toBe(cards.length);
  for (const row of Object.values(ROWS)) {
    let top = 0;
    for (const sign of row) {
      if (sign === 'R') top = 0;
      else if (sign !== 'P') {
        expect(Number(sign)).toBeGreaterThan(top);
        top = Number(sign);
      }
    }
  }
});

it('has a pause that repeats the value on its left (L-18)', () => {
  const [pause, ...more] = PLAYS.filter(({ card }) => card === 'P');
  expect(more).toEqual([]);
  expect(pause && onTheLeft(pause)).toBe(3);
});
