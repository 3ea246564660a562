// The windows of Luz: each colour is cut in its own way, and numbers can be read on every glass.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { glass } from './glass';
import { drawn } from './numbers';
import { SYMBOLS } from './symbols';
import { contrast, variables } from '../../../lib/cards/contrast';

const FACE = { wide: 60, high: 84, x: 30, y: 34 };
const colours = Object.keys(SYMBOLS);
const VALUES = Array.from({ length: 12 }, (_, at) => at + 1);
const own = readFileSync(new URL('../colours.css', import.meta.url), 'utf8');
const shared = variables(readFileSync(new URL('./glass.css', import.meta.url), 'utf8'), '.glass');

it('cuts no two colours alike', () => {
  expect(new Set(colours.map((colour) => glass(colour, FACE).leads)).size).toBe(colours.length);
});

it.each(colours)('the glass of %s is light to send, and has no broken pane', (colour) => {
  const { panes, leads } = glass(colour, FACE);
  const text = panes.map(({ d }) => d).join('') + leads;
  expect(text).not.toMatch(/NaN|undefined|Infinity/);
  expect(text.length).toBeLessThan(2500);
  expect(new Set(panes.map(({ tone }) => tone)).size).toBeGreaterThan(2); // not one flat colour
});

it.each(VALUES)('the number %i fits between the frames of a card in the trick and of a small one', (value) => {
  const { digits, wide } = drawn(value);
  expect(digits).toHaveLength(String(value).length);
  expect((wide + 6.2) * 1.9).toBeLessThan(60 - 2 * 2.6);
  expect((wide + 6.2) * 1.26).toBeLessThan(40);
});

it.each(colours)('numbers stand out from the glass of %s', (colour) => {
  const { '--glass-1': deep, '--glass-4': bright } = variables(own, `.colour-${colour}`);
  const { '--lead': lead, '--light': light } = shared;
  expect(contrast(lead!, light!)).toBeGreaterThan(12); // the number and the lead around it
  expect(contrast(lead!, bright!)).toBeGreaterThan(4.5);
  if (colour !== 'Y') expect(contrast(light!, deep!)).toBeGreaterThan(4.5);
});
