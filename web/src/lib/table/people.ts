// People at a table in words, and what happens to their seats.

import type { Table } from '../wire/table.svelte';
import type { GoesOn, Seat, SeatChanged } from '../wire/types';
import { t } from '../words/words.svelte';

/** How a seat is called: "You", a name, or its number. */
export function who(table: Table, seat: number): string {
  return seat === table.you ? t('seat.you') : nameOf(table.seats[seat], seat);
}

/** A seat's name, whoever looks. */
export function nameOf(seat: Seat | undefined, at: number): string {
  return seat?.name || t('seat.number', { seat: at + 1 });
}

/** Somebody asked for another game. */
export function wantsMore(event: GoesOn): string {
  return t('again.wants', { name: event.name || t('seat.number', { seat: event.seat + 1 }) });
}

export function seatChanged(event: SeatChanged): string {
  const name = event.name || t('seat.number', { seat: event.seat + 1 });
  return t(`people.${event.change}`, { name });
}
