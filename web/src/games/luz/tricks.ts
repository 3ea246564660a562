// The tricks of a deal, as events told them, and those of them that are covered up.

import type { AnyEvent, Card } from './types';

/** All but the cards of tricks that lie face down: of those taken, the newest `open` do not (null:
    none does), nor does the running one. */
export function uncovered<T>(items: T[], eventOf: (item: T) => AnyEvent, open: number | null): T[] {
  if (open === null) return items;
  let taken = 0;
  return items
    .toReversed()
    .filter((item) => {
      const { event } = eventOf(item);
      if (event === 'trick') taken += 1;
      return (event !== 'card' && event !== 'trick') || taken <= open;
    })
    .toReversed();
}

export interface Taken {
  seat: number;
  cards: Card[];
}

/** The tricks taken in the running deal, where all of them stay open. */
export function takenTricks(events: AnyEvent[]): Taken[] {
  const tricks: Taken[] = [];
  let cards: Card[] = [];
  for (const event of events) {
    if (event.event === 'dealt') tricks.length = 0;
    else if (event.event === 'card') cards.push(event);
    else if (event.event === 'trick') {
      tricks.push({ seat: event.seat, cards });
      cards = [];
    }
  }
  return tricks;
}
