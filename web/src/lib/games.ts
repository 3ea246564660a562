// The games that this page was built with, a folder each in `games`. Others are shown plainly.

import type { Component } from 'svelte';
import { api } from './wire/api';
import type { Screen, Table } from './wire/table.svelte';
import { words } from './words/words.svelte';

export type GameTable = Component<{ table: Table; screen: Screen }>;

const tables = import.meta.glob<GameTable>('../games/*/Table.svelte', { import: 'default' });
const tiles = import.meta.glob<Component>('../games/*/Tile.svelte', { eager: true, import: 'default' });

export type GamePicture = Component<{ kind: string; lines: string[] }>;

const pictures = import.meta.glob<GamePicture>('../games/*/Picture.svelte', { import: 'default' });

/** What draws the pictures in the rules of a game; undefined for a game that has none. */
export async function pictureOf(game: string): Promise<GamePicture | undefined> {
  return pictures[`../games/${game}/Picture.svelte`]?.();
}

/** The table of a game; a plain one for a game that this page does not know. */
export async function tableOf(game: string): Promise<GameTable> {
  const found = tables[`../games/${game}/Table.svelte`];
  return found ? found() : (await import('./table/PlainTable.svelte')).default;
}

/** A small table of a game that plays itself, for the start page. */
export function tileOf(game: string): Component | undefined {
  return tiles[`../games/${game}/Tile.svelte`];
}

/** Have the sentences of a game at hand: a page that was not built with it asks the server. */
export async function learnWords(game: string): Promise<void> {
  await words.learn(game, (language) => api.words(game, language)).catch(() => {}); // its own names do
}
