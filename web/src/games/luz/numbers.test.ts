// Points below zero have a minus sign, U+2212, wherever they are written.

import { expect, it } from 'vitest';
import { number } from '../../lib/words/words.svelte';
import { t } from './words';

it('writes a minus sign, not a hyphen', () => {
  expect(number(-25)).toBe('\u221225');
  expect(number(25)).toBe('25');
  expect(t('points', { points: -1 })).toBe('\u22121 pt');
  expect(t('signed', { points: -10 })).toBe('\u221210');
  expect(t('signed', { points: 10 })).toBe('+10');
});
