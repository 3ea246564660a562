// What happens at a table of Level 10, in words.

import { letterOf, valueOf } from '../../lib/cards/codes';
import { level10Card } from './cards/names';
import { nameOf, proposal, seatChanged, subject, wantsMore } from '../../lib/table/people';
import type { Table } from '../../lib/wire/table.svelte';
import type { AnyEvent, Move, Screen, Said } from './types';
import type { Hinted } from '../../lib/wire/types';
import { words } from '../../lib/words/words.svelte';
import { phrase, t } from './words';

export function said(event: Said, table: Table): string {
  const values = { world: event.world, count: event.count ?? 0 };
  if (event.to !== null && event.kind !== 'count') {
    const { who: to, you } = subject(table, event.to);
    return t(`advised.${event.kind}`, { ...values, to, you });
  }
  return t(`said.${event.kind}`, values);
}

/** What somebody tells of several worlds, in one sentence. */
export function manyCounts(told: Said[], table: Table): string {
  const [first, more] = told;
  if (!first) return '';
  const what = more ? list(told.map(({ world, count }) => t('known.world', { world, text: String(count ?? 0) }))) : said(first, table);
  return t('event.said', { ...subject(table, first.seat), what });
}

/** One event as a sentence; empty for what needs none. */
export function describe(event: AnyEvent, table: Table, screen: Screen): string {
  switch (event.event) {
    case 'dealt':
      return 'hand' in event ? t('event.dealt', { count: event.hand.length }) : '';
    case 'proposed':
      return t('event.proposed', proposal(table, event.seat, event.first));
    case 'begins':
      return t('event.begins', subject(table, event.seat));
    case 'placed': {
      const values = { ...subject(table, event.seat), column: event.column + 1 };
      const world = screen.worlds[event.row] ?? '';
      if (event.card === 'P') return t('event.pause', { ...values, world });
      if (event.card === 'R') return event.seat < 0 ? t('event.lastReset', { world }) : t('event.reset', { ...values, world });
      return t('event.card', { ...values, ...level(event.card) });
    }
    case 'under':
      return t('event.under', { ...subject(table, event.seat), ...level(event.card) });
    case 'tucked':
      return t('event.tucked', { ...subject(table, event.seat), card: event.card === null ? '' : level10Card(event.card) });
    case 'drew':
      // Only who drew is told which cards. Of others, that a card follows each card is no news.
      if (event.cards) return t('event.drewCards', { cards: list(event.cards.map(level10Card)) });
      return event.count > 1 ? t('event.drew', { ...subject(table, event.seat), count: event.count }) : '';
    case 'said':
      return t('event.said', { ...subject(table, event.seat), what: said(event, table) });
    case 'plays_again':
      return t('event.playsAgain', subject(table, event.seat));
    case 'out_of_cards':
      return t('event.outOfCards', subject(table, event.seat));
    case 'over':
      return 'won' in event ? outcome(event.won, event.seat, table) : '';
    case 'seat':
      return seatChanged(event, table);
    case 'goes_on':
      return wantsMore(event, table);
    default:
      return '';
  }
}

/** A level card as parts of a sentence, so that a language can put it in the right case. */
function level(card: string): { world: string; value: number } {
  return { world: letterOf(card), value: valueOf(card) };
}

/** How it ended. */
export function outcome(won: boolean, stuck: number, table: Table): string {
  if (won) return t('event.won');
  return stuck < 0 ? t('event.lost') : t('event.stuck', subject(table, stuck));
}

/** Why something may not be done, in the reader's words. */
export function reason(refused: { code: string; why: string; values: Record<string, string | number> }): string {
  const { card, ...values } = refused.values;
  const named = typeof card === 'string' ? { ...values, card: level10Card(card) } : values;
  return phrase('reason', refused.code, named, refused.why);
}

/** A move of mine in words, short. */
export function moveName(move: Move, table: Table, screen: Screen): string {
  const world = screen.worlds[move.row ?? 0] ?? '';
  if (move.kind === 'reset') return t('cell.reset', { world });
  if (move.kind === 'pause') return t('grid.pauseHere', { world });
  if (move.kind === 'done') return t(screen.phase === 'under' ? 'prompt.nothingUnder' : 'prompt.noSwap');
  if (move.kind === 'first') return move.seat === table.you ? t('seat.me') : nameOf(table.seats[move.seat ?? 0], move.seat ?? 0);
  return level10Card(move.card ?? '');
}

/** Why a bot would do what it hints at. */
export function whyHint(hint: Hinted): string {
  const { card, ...values } = hint.values;
  return phrase('hint', hint.code, typeof card === 'string' ? { ...values, card: level10Card(card) } : values, hint.why);
}

export function list(parts: string[]): string {
  return new Intl.ListFormat(words.language, { type: 'conjunction' }).format(parts);
}
