// What happens at a table of Luz, in words.

import { letterOf, valueOf } from '../../lib/cards/codes';
import { luzCard } from './cards/names';
import { seatChanged, subject, wantsMore } from '../../lib/table/people';
import type { Table } from '../../lib/wire/table.svelte';
import type { AnyEvent, Move, Scored, Screen } from './types';
import type { Hinted } from '../../lib/wire/types';
import { phrase, t } from './words';

/** A bid in words. */
export function bidWords(tricks: number, safety: boolean): string {
  return t('bid', { tricks, safety: safety ? 'yes' : 'no' });
}

/** A move of mine in words, short: a bid, or a card by its place. */
export function moveName(move: Move, screen: Screen): string {
  if (move.tricks !== null) return bidWords(move.tricks, move.safety);
  const mine = screen.hands[screen.seat] ?? [];
  const colour = mine.find(({ place }) => place === move.place)?.colour ?? '';
  const alike = mine.filter((other) => other.colour === colour);
  const at = alike.findIndex(({ place }) => place === move.place) + 1;
  return t('back', { colour, at, count: alike.length });
}

/** Why a bot would do what it hints at. */
export function whyHint(hint: Hinted): string {
  return phrase('hint', hint.code, hint.values, hint.why);
}

/** One event as a sentence; empty for what needs none. */
export function describe(event: AnyEvent, table: Table, screen: Screen): string {
  switch (event.event) {
    case 'dealt':
      if (!('deal' in event)) return '';
      // Z-17: else the holder of the first-player card bids first.
      return t(event.bidder === event.holder ? 'event.deal' : 'event.dealMost', { ...subject(table, event.bidder), deal: event.deal + 1 });
    case 'bid':
      return t('event.bid', { ...subject(table, event.seat), bid: bidWords(event.tricks, event.safety) });
    case 'card':
      return t('event.card', { ...subject(table, event.seat), colour: letterOf(event.card), value: valueOf(event.card) });
    case 'trick':
      return t('event.trick', subject(table, event.seat));
    case 'scored':
      return scored(event.deal + 1, event.points[screen.seat]);
    case 'over':
      return t('event.over', subject(table, screen.ranking[0] ?? 0));
    case 'seat':
      return seatChanged(event, table);
    case 'goes_on':
      return wantsMore(event, table);
    default:
      return '';
  }
}

/** The end of a deal, with what it brought or cost the reader; a watcher has no points. */
function scored(deal: number, points: number | undefined): string {
  if (points === undefined) return t('event.scored', { deal });
  return points < 0 ? t('event.scoredLost', { deal, points: -points }) : t('event.scoredWon', { deal, points });
}

/** Why a deal brought a seat what it did: as many tricks as it bid, or by how many it missed. */
export function whyScored(event: Scored, seat: number): string {
  const off = (event.tricks[seat] ?? 0) - (event.bids[seat] ?? 0);
  const how = off === 0 ? 'exact' : (event.points[seat] ?? 0) > 0 ? 'safe' : off > 0 ? 'over' : 'under';
  return t('dealWhy', { how, off: Math.abs(off) });
}

/** Why something may not be done, in the reader's words. */
export function reason(refused: { code: string; why: string; values: Record<string, string | number> }): string {
  const { card, ...values } = refused.values;
  const named = typeof card === 'string' ? { ...values, card: luzCard(card) } : values;
  return phrase('reason', refused.code, named, refused.why);
}
