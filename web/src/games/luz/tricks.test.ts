// S-4: which tricks may still be looked at. The same is asked of the server in
// tests/games/luz/test_news.py.

import { expect, it } from 'vitest';
import type { AnyEvent } from './types';
import { stillOpen, takenTricks } from './tricks';

function told(words: string): AnyEvent[] {
  return words.split(' ').map((word, at) => {
    if (/^[RYGBP]\d+$/.test(word)) return { event: 'card', seat: at % 2, card: word, place: 0 };
    if (word === 'trick') return { event: 'trick', seat: 1 };
    return { event: word } as unknown as AnyEvent;
  });
}

function left(words: string): string {
  return stillOpen(told(words), (event) => event)
    .map((event) => (event.event === 'card' ? event.card : event.event))
    .join(' ');
}

it.each([
  ['dealt bid bid R1', 'dealt bid bid R1'],
  ['dealt bid R1 R2 trick', 'dealt bid R1 R2 trick'],
  ['dealt bid R1 R2 trick Y3', 'dealt bid R1 R2 trick Y3'],
  ['dealt bid R1 R2 trick Y3 Y4 trick', 'dealt bid Y3 Y4 trick'],
  ['dealt bid R1 R2 trick seat Y3 Y4 trick B1', 'dealt bid seat Y3 Y4 trick B1'],
  ['dealt R1 R2 trick scored dealt bid', 'dealt scored dealt bid'],
  ['dealt R1 R2 trick scored dealt bid G1 G2 trick P1', 'dealt scored dealt bid G1 G2 trick P1'],
  ['dealt R1 R2 trick G1 G2 trick scored over', 'dealt G1 G2 trick scored over'],
])('of "%s" it leaves "%s"', (before, after) => {
  expect(left(before)).toBe(after);
});

it('finds the tricks of the running deal', () => {
  const tricks = takenTricks(told('dealt R1 R2 trick dealt G1 G2 trick P1 P2 trick B1'));
  expect(tricks.map((trick) => trick.cards.map((card) => card.card))).toEqual([
    ['G1', 'G2'],
    ['P1', 'P2'],
  ]);
});
