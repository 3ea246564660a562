// The sentences of this page: a catalogue of its own, which only those fetch who open it.

import { words, type Language } from '../words/words.svelte';
import type en from './words/en.json';

export type AccountKey = keyof typeof en;

const catalogues = import.meta.glob<Readonly<Record<string, string>>>(['./words/*.json', '!./words/notes.json'], {
  import: 'default',
});

/** Have them in the reader's language. */
export function loaded(): Promise<void> {
  return words.learn('account', async (language: Language) => (await catalogues[`./words/${language}.json`]?.()) ?? {});
}
