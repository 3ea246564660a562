// Bytes go over the wire in one spelling, and come back the same.

import { expect, it } from 'vitest';
import { bytes, text } from './passkey';

it('writes bytes as base64url without padding, and reads them', () => {
  for (const length of [0, 1, 2, 3, 4, 33]) {
    const some = Uint8Array.from({ length }, (_, at) => (at * 83 + 251) % 256);
    const written = text(some);
    expect(written).toMatch(/^[A-Za-z0-9_-]*$/);
    expect(bytes(written)).toEqual(some);
  }
  expect(text(Uint8Array.of(0xff, 0xfe))).toBe('__4');
});
