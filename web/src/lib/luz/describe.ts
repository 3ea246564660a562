// What happens at a table of Luz, in words.

import { luzCard } from '../cards/names';
import { seatChanged, wantsMore, who } from '../table/people';
import type { AnyEvent, Table } from '../wire/table.svelte';
import type { LuzSight } from '../wire/types';
import { phrase, t } from '../words/words.svelte';

/** A bid in words. */
export function bidWords(tricks: number, safety: boolean): string {
  return t('luz.bid', { tricks, safety: safety ? 'yes' : 'no' });
}

/** One event as a sentence; empty for what needs none. */
export function describe(event: AnyEvent, table: Table, sight: LuzSight): string {
  switch (event.event) {
    case 'dealt':
      return 'deal' in event ? t('event.deal', { deal: event.deal + 1, who: who(table, event.bidder) }) : '';
    case 'bid':
      return t('event.bid', { who: who(table, event.seat), bid: bidWords(event.tricks, event.safety) });
    case 'card':
      return t('event.luzCard', { who: who(table, event.seat), card: luzCard(event.card) });
    case 'trick':
      return t('event.trick', { who: who(table, event.seat) });
    case 'scored':
      return sight.seat < 0
        ? t('event.scored', { deal: event.deal + 1 })
        : t('event.scoredYou', { deal: event.deal + 1, points: event.points[sight.seat] ?? 0 });
    case 'over':
      return t('event.luzOver', { who: who(table, sight.ranking[0] ?? 0) });
    case 'seat':
      return seatChanged(event);
    case 'goes_on':
      return wantsMore(event);
    default:
      return '';
  }
}

/** Why something may not be done, in the reader's words. */
export function reason(refused: { code: string; why: string; values: Record<string, string | number> }): string {
  const { card, ...values } = refused.values;
  const named = typeof card === 'string' ? { ...values, card: luzCard(card) } : values;
  return phrase('reason', refused.code, named, refused.why);
}
