// The sentences of pages that few open: catalogues of their own, which only those fetch who do.

import type account from '../account/words/en.json';
import type operator from '../operator/words/en.json';
import type privacy from '../privacy/words/en.json';
import { words, type Language } from './words.svelte';

export type AccountKey = keyof typeof account;
export type OperatorKey = keyof typeof operator;
export type PrivacyKey = keyof typeof privacy;

const catalogues = import.meta.glob<Readonly<Record<string, string>>>(
  ['../{account,operator,privacy}/words/*.json', '!../*/words/notes.json'],
  { import: 'default' },
);

/** Have those of a page in the reader's language. */
export function loaded(page: 'account' | 'operator' | 'privacy'): Promise<void> {
  return words.learn(page, async (language: Language) => (await catalogues[`../${page}/words/${language}.json`]?.()) ?? {});
}
