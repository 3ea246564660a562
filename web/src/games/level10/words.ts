// The sentences of Level 10: its own, and those that every table shares.

import type en from '../../../../src/tenluz/games/level10/words/en.json';
import { wordsOf } from '../../lib/words/words.svelte';

export const { t, phrase } = wordsOf<keyof typeof en>('level10');
