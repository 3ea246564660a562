// Which tricks are left to look at. How many those are, the server says: tests/games/luz/test_news.py.

import { expect, it } from 'vitest';
import type { AnyEvent } from './types';
import { takenTricks, uncovered } from './tricks';

function told(words: string): AnyEvent[] {
  return words.split(' ').map((word, at) => {
    if (/^[RYGBP]\d+$/.test(word)) return { event: 'card', seat: at % 2, card: word, place: 0 };
    if (word === 'trick') return { event: 'trick', seat: 1 };
    return { event: word } as unknown as AnyEvent;
  });
}

function left(words: string, open: number | null): string {
  return uncovered(told(words), (event) => event, open)
    .map((event) => (event.event === 'card' ? event.card : event.event))
    .join(' ');
}

it.each([
  ['dealt bid R1', 0, 'dealt bid R1'],
  ['dealt R1 R2 trick Y3', 1, 'dealt R1 R2 trick Y3'],
  ['dealt R1 R2 trick seat Y3 Y4 trick B1', 1, 'dealt seat Y3 Y4 trick B1'],
  ['dealt R1 R2 trick scored dealt bid G1', 0, 'dealt scored dealt bid G1'],
  ['dealt R1 R2 trick Y3 Y4 trick B1', null, 'dealt R1 R2 trick Y3 Y4 trick B1'],
])('of "%s" with %s tricks open it leaves "%s"', (before, open, after) => {
  expect(left(before, open)).toBe(after);
});

it('finds the tricks of the running deal', () => {
  const tricks = takenTricks(told('dealt R1 R2 trick dealt G1 G2 trick P1 P2 trick B1'));
  expect(tricks.map((trick) => trick.cards.map((card) => card.card))).toEqual([
    ['G1', 'G2'],
    ['P1', 'P2'],
  ]);
});
