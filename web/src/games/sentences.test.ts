// Each thing that happens is one sentence for who did it and another for everybody else.

import { expect, it } from 'vitest';
import { describe as level10 } from './level10/describe';
import { describe as luz } from './luz/describe';
import type { Screen as Level10Screen } from './level10/types';
import type { Screen as LuzScreen } from './luz/types';
import type { AnyEvent, Table } from '../lib/wire/table.svelte';

const table = { you: 0, seats: [{ name: 'Anna' }, { name: 'Otto' }] } as unknown as Table;
const grid = { worlds: ['D', 'F', 'S', 'V', 'M'] } as unknown as Level10Screen;
const deal = { seat: 0, ranking: [0, 1] } as unknown as LuzScreen;
const inGrid = (event: object): string => level10(event as AnyEvent, table, grid);
const inDeal = (event: object, screen = deal): string => luz(event as AnyEvent, table, screen);

it.each([
  [{ event: 'proposed', seat: 0, first: 0 }, 'Who starts? You propose yourself.'],
  [{ event: 'proposed', seat: 0, first: 1 }, 'Who starts? You propose Otto.'],
  [{ event: 'proposed', seat: 1, first: 0 }, 'Who starts? Otto proposes you.'],
  [{ event: 'proposed', seat: 1, first: 1 }, 'Who starts? Otto: Otto.'],
  [{ event: 'placed', seat: 0, card: 'D5', row: 0, column: 2 }, 'You play Desert 5 in column 3.'],
  [{ event: 'placed', seat: 1, card: 'P', row: 1, column: 2 }, 'Otto plays a pause in the forest row, column 3.'],
  [{ event: 'placed', seat: -1, card: 'R', row: 4, column: 9 }, 'The last reset goes into the swamp row.'],
  [{ event: 'tucked', seat: 0, card: 'S2' }, 'You put Sky 2 under the deck.'],
  [{ event: 'tucked', seat: 1, card: null }, 'Otto puts a card under the deck.'],
  [{ event: 'drew', seat: 0, count: 1, cards: ['V8'] }, 'You drew Volcano 8.'],
  [{ event: 'drew', seat: 1, count: 2, cards: null }, 'Otto draws 2 cards.'],
  [{ event: 'drew', seat: 1, count: 1, cards: null }, ''], // as after every card
  [{ event: 'said', seat: 1, kind: 'card', world: 'D', count: null, to: 0 }, 'Otto: “You: play desert!”'],
  [{ event: 'said', seat: 0, kind: 'count', world: 'D', count: 1, to: null }, 'You: “I have 1 desert card”'],
])('Level 10: %j', (event, sentence) => {
  expect(inGrid(event)).toBe(sentence);
});

it.each([
  [{ event: 'card', seat: 0, card: 'R12', place: 3 }, 'You play the red 12.'],
  [{ event: 'card', seat: 1, card: 'P4', place: null }, 'Otto plays the purple 4.'],
  [{ event: 'trick', seat: 0 }, 'You take the trick.'],
  [{ event: 'trick', seat: 1 }, 'Otto takes the trick.'],
  [{ event: 'scored', deal: 1, points: [-10, 20] }, 'Deal 2 is over. You lose 10 points.'],
  [{ event: 'scored', deal: 0, points: [10, -5] }, 'Deal 1 is over. You score 10 points.'],
  [{ event: 'over' }, 'The game is over. You won.'],
  [{ event: 'seat', seat: 0, change: 'back', name: 'Anna' }, 'You are back.'],
  [{ event: 'seat', seat: 1, change: 'stands_in', name: 'Otto' }, 'A bot is standing in for Otto.'],
])('Luz: %j', (event, sentence) => {
  expect(inDeal(event)).toBe(sentence);
});

it('tells a watcher of no points', () => {
  const watching = { ...deal, seat: -1 };
  expect(inDeal({ event: 'scored', deal: 0, points: [10, -5] }, watching)).toBe('Deal 1 is over.');
});
