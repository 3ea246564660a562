import { expect, it } from 'vitest';
import { gridOf } from './grid';
import type { Move } from './types';

it('lays each card where it was placed, and a card under its pause', () => {
  const grid = gridOf(
    [
      { event: 'placed', seat: 0, card: 'D5', row: 0, column: 0, value: 5 },
      { event: 'placed', seat: 1, card: 'P', row: 1, column: 0, value: 0 },
      { event: 'said', seat: 1, kind: 'count', world: 'D', count: 2, to: null },
      { event: 'placed', seat: 2, card: 'P', row: 1, column: 1, value: 0 },
      { event: 'under', seat: 2, card: 'F3', row: 1, column: 0 },
      { event: 'placed', seat: -1, card: 'R', row: 2, column: 1, value: 0 },
    ],
    { worlds: ['D', 'F', 'S', 'V', 'M'], columns: 10, column: 1, seat: 0 },
  );
  expect(grid[0]?.[0]).toEqual({ card: 'D5', value: 5, seat: 0, under: null });
  expect(grid[1]?.[0]).toEqual({ card: 'P', value: 0, seat: 1, under: 'F3' });
  expect(grid[1]?.[1]?.under).toBeNull();
  expect(grid[2]?.[1]?.card).toBe('R');
  expect(grid.flat().filter(Boolean)).toHaveLength(4);
});

it('lays a card of mine on its way into the column, but over no other', () => {
  const screen = { worlds: ['D', 'F'], columns: 2, column: 0, seat: 1 };
  const pause: Move = { move: 41, kind: 'pause', card: 'P', row: 1, seat: null, loses: false };
  const lies = { event: 'placed', seat: 0, card: 'F2', row: 1, column: 0, value: 2 } as const;
  expect(gridOf([], screen, pause)[1]?.[0]).toEqual({ card: 'P', value: null, seat: 1, under: null });
  expect(gridOf([], screen, { ...pause, kind: 'reset', card: null })[1]?.[0]?.card).toBe('R');
  expect(gridOf([lies], screen, pause)[1]?.[0]?.card).toBe('F2');
  expect(gridOf([], screen, { ...pause, kind: 'aside', row: null }).flat().filter(Boolean)).toHaveLength(0);
});
