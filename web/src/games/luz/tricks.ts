// The tricks of a deal, as events told them, and which of them may still be looked at.

import type { AnyEvent, Card } from './types';

/** S-4: all but the cards of tricks that lie face down: only the running trick and the one
    just taken are open, and none of a deal before. */
export function stillOpen<T>(items: T[], eventOf: (item: T) => AnyEvent): T[] {
  let taken = 0;
  return items
    .toReversed()
    .filter((item) => {
      const event = eventOf(item).event;
      if (event === 'dealt') taken = Infinity;
      if (event === 'trick') taken += 1;
      return (event !== 'card' && event !== 'trick') || taken < 2;
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
