import { expect, it } from 'vitest';
import type { AnyEvent } from '../wire/table.svelte';
import { withNews, type Line } from './lines';

const trick = (seat: number): AnyEvent => ({ event: 'trick', seat });
const words = (event: AnyEvent): string => (event.event === 'trick' && event.seat >= 0 ? `trick for ${event.seat}` : '');

it('numbers each sentence once, and has none for what needs no words', () => {
  let lines: Line[] = withNews([], [trick(0), trick(-1), trick(1)], words);
  expect(lines.map(({ at, text }) => [at, text])).toEqual([
    [1, 'trick for 0'],
    [2, 'trick for 1'],
  ]);
  lines = withNews(lines.slice(1), [trick(2)], words);
  expect(lines.map(({ at }) => at)).toEqual([2, 3]);
});

it('keeps only the last of very many', () => {
  const lines = withNews([], Array.from({ length: 100 }, () => trick(0)), words);
  expect(lines.map(({ at }) => at)).toEqual(Array.from({ length: 60 }, (_, at) => at + 41));
});
