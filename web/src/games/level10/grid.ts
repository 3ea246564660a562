// The grid as it lies: a fold over what was told. No rules: a card lies where it was placed.

import type { AnyEvent, Move, Screen } from './types';

export interface Cell {
  card: string; // D5, P or R
  value: number | null; // what it counts as; null while it is on its way
  seat: number; // who placed it; -1 for nobody
  under: string | null; // the card under a pause
}

/** `pending` is my own move on its way: its card lies there already. */
export function gridOf(
  events: AnyEvent[],
  { worlds, columns, column, seat }: Pick<Screen, 'worlds' | 'columns' | 'column' | 'seat'>,
  pending: Move | null = null,
): (Cell | null)[][] {
  const grid: (Cell | null)[][] = worlds.map(() => Array<Cell | null>(columns).fill(null));
  for (const event of events) {
    if (event.event === 'placed') {
      const row = grid[event.row];
      if (row) row[event.column] = { card: event.card, value: event.value, seat: event.seat, under: null };
    } else if (event.event === 'under') {
      const pause = grid[event.row]?.[event.column];
      if (pause) pause.under = event.card;
    }
  }
  const row = pending?.row == null ? undefined : grid[pending.row];
  if (row) row[column] ??= { card: pending?.card ?? 'R', value: null, seat, under: null };
  return grid;
}
