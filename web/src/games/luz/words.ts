// The sentences of Luz: its own, and those that every table shares.

import type en from '../../../../src/tenluz/games/luz/words/en.json';
import { wordsOf } from '../../lib/words/words.svelte';

export const { t, phrase } = wordsOf<keyof typeof en>('luz');
