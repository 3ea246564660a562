import { expect, test } from 'vitest';
import { firstRow } from './rows';

test.each([
  ['YYYGGGBBBP', 6], // green stays whole
  ['RRYYYGBBPP', 5],
  ['RRRRYYYGGG', 10], // neither five nor six cards end with a colour
  ['RRRRGGBB', 4],
  ['RRGGB', 5], // one row
  ['', 0],
])('%s: %d cards in the first row', (colours, count) => {
  expect(firstRow([...colours])).toBe(count);
});
