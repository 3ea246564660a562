// A table from what its server says: here the server is this test.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Table } from './table.svelte';
import type { GoesOn, ToClient } from './types';

class Wire {
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(): void {}
  close(): void {}
}

const goesOn: GoesOn = { event: 'goes_on', seat: 1, name: 'Ben', table: 'new' };
let wire: Wire;
let table: Table;

function say(message: object): void {
  wire.onmessage?.({ data: JSON.stringify(message as ToClient) });
}

function welcome(more: object = {}): void {
  const seen = { seq: 1, since: 0, entries: [{ seq: 1, events: [{ event: 'trick', seat: 0 }] }] };
  say({ type: 'welcome', you: 0, old_seat: -1, seats: [], watchers: 0, game: 'luz', options: {}, screen: {}, ...seen, ...more });
}

beforeEach(() => {
  wire = new Wire();
  table = new Table('old', () => wire as unknown as WebSocket);
});

afterEach(() => table.close());

it('knows where the game goes on from the news', () => {
  welcome();
  expect(table.next).toBeNull();
  say({ type: 'news', seq: 2, entries: [{ seq: 2, events: [goesOn] }], screen: {}, seats: null });
  expect(table.next).toEqual(goesOn);
});

it('knows it also after the page was loaded again', () => {
  welcome({ seq: 2, entries: [{ seq: 1, events: [] }, { seq: 2, events: [goesOn] }] });
  expect(table.next).toEqual(goesOn);
});

it('keeps of the past what the game lets it keep', () => {
  welcome();
  table.keep = (events) => events.slice(-1);
  say({ type: 'news', seq: 2, entries: [{ seq: 2, events: [{ event: 'trick', seat: 1 }] }], screen: {}, seats: null });
  expect(table.events).toEqual([{ event: 'trick', seat: 1 }]);
});

it('knows the seat that one has left', () => {
  welcome({ you: -1, old_seat: 2 });
  expect(table.oldSeat).toBe(2);
});

it('waits with the news until what moves has come to rest, one after the other', async () => {
  welcome();
  let land = (): void => {};
  let flight: Promise<void> | null = new Promise((done) => (land = done));
  table.settled = () => flight;
  const news = (seq: number): void =>
    say({ type: 'news', seq, entries: [{ seq, events: [{ event: 'trick', seat: 1 }] }], screen: { seq }, seats: null });
  news(2);
  news(3);
  await Promise.resolve();
  expect([table.seq, table.newest]).toEqual([1, {}]);
  table.onNews = (_, { seq }) => {
    if (seq === 2) flight = new Promise((done) => (land = done)); // it moves another card
  };
  flight = null;
  land();
  await vi.waitFor(() => expect(table.seq).toBe(2));
  expect(table.newest).toEqual({ seq: 3 });
  flight = null;
  land();
  await vi.waitFor(() => expect(table.seq).toBe(3));
});

it('keeps a hint as long as its move can be made, and until one is made', async () => {
  const sent: { type: string; id?: string }[] = [];
  wire.send = (...words: unknown[]) => void sent.push(JSON.parse(String(words[0])));
  const screen = { turn: 0, moves: [{ move: 3 }, { move: 5 }] };
  welcome({ screen });
  const hint = async (move: number): Promise<void> => {
    const asked = table.askHint();
    say({ type: 'hinted', id: sent.at(-1)?.id, at: 1, move, name: 'D4', bot: 'expert', code: '', values: {}, why: '' });
    await asked;
  };
  await hint(4);
  expect(table.hint).toBeNull(); // it is none of mine any more
  await hint(3);
  expect([table.hint?.move, table.waiting]).toEqual([3, 0]);
  say({ type: 'news', seq: 2, entries: [{ seq: 2, events: [] }], screen, seats: null });
  expect(table.hint?.move).toBe(3); // somebody spoke
  void table.move(5);
  expect(table.hint).toBeNull();
  await hint(3);
  say({ type: 'news', seq: 3, entries: [{ seq: 3, events: [] }], screen: { turn: 1, moves: [] }, seats: null });
  await vi.waitFor(() => expect(table.hint).toBeNull());
});
