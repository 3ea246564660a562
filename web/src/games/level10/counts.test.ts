import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Counts } from './counts';
import type { AnyEvent, Said } from './types';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function count(seat: number, world: string, count: number): AnyEvent {
  return { event: 'said', seat, kind: 'count', world, count, to: null } as AnyEvent;
}

function listening(): { counts: Counts; heard: string[] } {
  const heard: string[] = [];
  const say = (told: Said[]): number => heard.push(told.map((one) => `${one.seat}${one.world}${one.count}`).join(' '));
  return { counts: new Counts(say), heard };
}

test('counts told one after another are one sentence, said after a pause', () => {
  const { counts, heard } = listening();
  for (const event of [count(1, 'D', 0), count(1, 'F', 2), count(1, 'D', 1)]) expect(counts.hear(event)).toBe(true);
  expect(heard).toEqual([]);
  vi.runAllTimers();
  expect(heard).toEqual(['1F2 1D1']);
});

test('somebody else, or anything else, ends the sentence', () => {
  const { counts, heard } = listening();
  counts.hear(count(1, 'D', 0));
  counts.hear(count(2, 'D', 3));
  expect(heard).toEqual(['1D0']);
  expect(counts.hear({ event: 'begins', seat: 1 } as AnyEvent)).toBe(false);
  expect(heard).toEqual(['1D0', '2D3']);
});

test('what is forgotten is never said', () => {
  const { counts, heard } = listening();
  counts.hear(count(1, 'D', 0));
  counts.forget();
  vi.runAllTimers();
  expect(heard).toEqual([]);
});
