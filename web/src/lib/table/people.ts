// People at a table in words, and what happens to their seats.

import type { Table } from '../wire/table.svelte';
import type { GoesOn, SeatChanged, SeatInfo } from '../wire/types';
import { t, type Values } from '../words/words.svelte';

/** A seat's label where it stands alone: "You", a name, or its number. */
export function who(table: Table, seat: number): string {
  return seat === table.you ? t('seat.you') : nameOf(table.seats[seat], seat);
}

/** A seat as part of a sentence: each message has one for the reader and one for a name. */
export function subject(table: Table, seat: number): { who: string; you: 'yes' | 'no' } {
  return { who: nameOf(table.seats[seat], seat), you: seat === table.you ? 'yes' : 'no' };
}

/** L-5: who proposes whom, as parts of a sentence. */
export function proposal(table: Table, seat: number, proposed: number): Values {
  const { who: first, you: firstYou } = subject(table, proposed);
  return { ...subject(table, seat), first, firstYou };
}

/** A seat's name, whoever looks. */
export function nameOf(seat: SeatInfo | undefined, at: number): string {
  return seat?.name || t('seat.number', { seat: at + 1 });
}

/** Somebody asked for another game. */
export function wantsMore(event: GoesOn, table: Table): string {
  const name = event.name || t('seat.number', { seat: event.seat + 1 });
  return t('again.wants', { name, you: subject(table, event.seat).you });
}

/** With the name of that moment: somebody else may have sat there since. */
export function seatChanged(event: SeatChanged, table: Table): string {
  const name = event.name || (event.seat < 0 ? t('seat.someone') : t('seat.number', { seat: event.seat + 1 }));
  return t(`people.${event.change}`, { name, you: subject(table, event.seat).you });
}
