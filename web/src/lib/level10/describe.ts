// What happens at a table of Level 10, in words.

import { level10Card } from '../cards/names';
import { seatChanged, wantsMore, who } from '../table/people';
import type { AnyEvent, Table } from '../wire/table.svelte';
import type { Level10Sight, Said } from '../wire/types';
import { phrase, t, words } from '../words/words.svelte';

export function said(event: Said, table: Table): string {
  const values = { world: event.world, count: event.count ?? 0 };
  if (event.to !== null && event.kind !== 'count') {
    return t(`advised.${event.kind}`, { ...values, to: who(table, event.to) });
  }
  return t(`said.${event.kind}`, values);
}

/** One event as a sentence; empty for what needs none. */
export function describe(event: AnyEvent, table: Table, sight: Level10Sight): string {
  switch (event.event) {
    case 'dealt':
      return 'hand' in event ? t('event.dealt', { count: event.hand.length }) : '';
    case 'proposed':
      return t('event.proposed', { who: who(table, event.seat), first: who(table, event.first) });
    case 'begins':
      return t('event.begins', { who: who(table, event.seat) });
    case 'placed': {
      const values = { who: event.seat < 0 ? '' : who(table, event.seat), column: event.column + 1 };
      const world = sight.worlds[event.row] ?? '';
      if (event.card === 'P') return t('event.pause', { ...values, world });
      if (event.card === 'R') return event.seat < 0 ? t('event.lastReset', { world }) : t('event.reset', { ...values, world });
      return t('event.card', { ...values, card: level10Card(event.card) });
    }
    case 'under':
      return t('event.under', { who: who(table, event.seat), card: level10Card(event.card) });
    case 'tucked':
      return t('event.tucked', { who: who(table, event.seat), card: event.card === null ? 'hidden' : level10Card(event.card) });
    case 'drew':
      return event.cards
        ? t('event.drewCards', { who: who(table, event.seat), cards: list(event.cards.map(level10Card)) })
        : t('event.drew', { who: who(table, event.seat), count: event.count });
    case 'said':
      return t('event.said', { who: who(table, event.seat), what: said(event, table) });
    case 'over':
      return 'won' in event ? outcome(event.won, event.seat, table) : '';
    case 'seat':
      return seatChanged(event);
    case 'goes_on':
      return wantsMore(event);
    default:
      return '';
  }
}

/** How it ended. */
export function outcome(won: boolean, stuck: number, table: Table): string {
  if (won) return t('event.won');
  return stuck < 0 ? t('event.lost') : t('event.stuck', { who: who(table, stuck) });
}

/** Why something may not be done, in the reader's words. */
export function reason(refused: { code: string; why: string; values: Record<string, string | number> }): string {
  const { card, ...values } = refused.values;
  const named = typeof card === 'string' ? { ...values, card: level10Card(card) } : values;
  return phrase('reason', refused.code, named, refused.why);
}

export function list(parts: string[]): string {
  return new Intl.ListFormat(words.language, { type: 'conjunction' }).format(parts);
}
