// The grid as it lies: a fold over what was told. No rules: a card lies where it was placed.

import type { AnyEvent } from './types';

export interface Cell {
  card: string; // D5, P or R
  value: number; // what it counts as
  seat: number; // who placed it; -1 for nobody
  under: string | null; // the card under a pause
}

export function gridOf(events: AnyEvent[], rows: number, columns: number): (Cell | null)[][] {
  const grid: (Cell | null)[][] = Array.from({ length: rows }, () => Array<Cell | null>(columns).fill(null));
  for (const event of events) {
    if (event.event === 'placed') {
      const row = grid[event.row];
      if (row) row[event.column] = { card: event.card, value: event.value, seat: event.seat, under: null };
    } else if (event.event === 'under') {
      const pause = grid[event.row]?.[event.column];
      if (pause) pause.under = event.card;
    }
  }
  return grid;
}
