// The connection against a socket whose other end is this test.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Connection, type Answer, type Line } from './connection';
import type { ToClient, ToServer } from './types';

class Wire {
  static all: Wire[] = [];
  readyState = 0;
  sent: ToServer[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Wire.all.push(this);
  }
  static get last(): Wire {
    return Wire.all.at(-1) as Wire;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: Partial<ToClient>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  fall(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

let lines: (Line | string)[];
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  Wire.all = [];
  lines = [];
  connection = new Connection({
    url: '',
    hello: () => ({ type: 'hello', seen: 7, you: 1 }),
    heard: () => {},
    line: (line, why) => lines.push(why ?? line),
    socket: () => new Wire() as unknown as WebSocket,
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

function welcome(): void {
  Wire.last.open();
  Wire.last.say({ type: 'welcome' });
}

it('says first what it has seen', () => {
  Wire.last.open();
  expect(Wire.last.sent).toEqual([{ type: 'hello', seen: 7, you: 1 }]);
});

it('sends an unanswered command again after a lost connection, with the same id', async () => {
  welcome();
  let answer: Answer | undefined;
  void connection.ask({ type: 'move', at: 7, move: 3 }).then((found) => (answer = found));
  const first = Wire.last.sent.at(-1);
  Wire.last.fall();
  await vi.advanceTimersByTimeAsync(1000);
  expect(Wire.all).toHaveLength(2);
  welcome();
  expect(Wire.last.sent.at(-1)).toEqual(first);
  Wire.last.say({ type: 'accepted', id: (first as { id: string }).id, seq: 8 });
  await vi.advanceTimersByTimeAsync(0);
  expect(answer).toMatchObject({ type: 'accepted', seq: 8 });
  Wire.last.fall();
  await vi.advanceTimersByTimeAsync(1000);
  welcome();
  expect(Wire.last.sent.map((message) => message.type)).toEqual(['hello']);
});

it('keeps a command given while there is no connection', () => {
  void connection.ask({ type: 'leave' });
  welcome();
  expect(Wire.last.sent.map((message) => message.type)).toEqual(['hello', 'leave']);
});

it('waits longer each time, and comes back after a restart', async () => {
  welcome();
  Wire.last.say({ type: 'bye', reason: 'restart' });
  Wire.last.fall();
  for (let time = 0; time < 6; time += 1) {
    await vi.advanceTimersByTimeAsync(20_000);
    Wire.last.fall();
  }
  expect(lines).toEqual(['open', 'lost']);
  expect(Wire.all.length).toBeGreaterThan(4);
});

it('stays away from a table that is not there', async () => {
  Wire.last.open();
  Wire.last.say({ type: 'bye', reason: 'no_table' });
  Wire.last.fall();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Wire.all).toHaveLength(1);
  expect(lines.at(-1)).toBe('no_table');
});

it('asks when it is quiet, and gives a silent connection up', async () => {
  welcome();
  const quiet = Wire.last;
  await vi.advanceTimersByTimeAsync(20_100);
  expect(quiet.sent.at(-1)).toEqual({ type: 'ping' });
  await vi.advanceTimersByTimeAsync(8_000);
  expect(quiet.closed).toBe(true);
  expect(Wire.all.length).toBeGreaterThan(1);
});
