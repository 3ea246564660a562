// Numbers as strips of clear glass: each digit is one line, ten wide and sixteen high, that is
// drawn twice, first broad in lead, then narrower in light.

const DIGITS = [
  'M5 0a5 5 0 0 1 5 5v6a5 5 0 0 1-10 0V5a5 5 0 0 1 5-5z',
  'M1.5 3.6L6 0V16',
  'M.4 4.8A4.7 4.6 0 0 1 9.6 4.9C9.6 8.4 4.6 10.6 .4 16H10',
  'M.6 2.400C3-1 9.3-.3 9.3 3.8 9.3 6.3 7.2 7.4 4.4 7.4 7.6 7.4 10 8.8 10 11.6 10 16.6 2.8 17.3 0 13.3',
  'M7.4 16V0L0 11.400H10.2',
  'M9.3 0H1.700L1 7.200C2.8 5.9 4.6 5.6 6 5.9 8.8 6.5 10 8.5 10 10.7 10 16.6 2.8 17.3 .1 13.6',
  'M8.2 .4C3.2 2 0 6 0 11a5 5 0 1 0 10 0 5 5 0 0 0-9.7-1.7',
  'M0 0H10L3.6 16',
  'M5 7.400A3.9 3.7 0 1 1 5.1 7.4 4.8 4.3 0 1 1 4.9 7.400z',
  'M1.8 15.600C6.8 14 10 10 10 5a5 5 0 1 0-10 0 5 5 0 0 0 9.7 1.7',
];
const BESIDE = 14.5; // from one digit to the next
const NARROW = 12; // after a 1

export interface Drawn {
  digits: { d: string; x: number }[];
  wide: number;
}

/** A number as its digits, each with how far right it stands, and how wide all of it is. */
export function drawn(value: number): Drawn {
  const digits: Drawn['digits'] = [];
  let x = 0;
  let wide = 0;
  for (const digit of String(value)) {
    const at = Number(digit);
    const from = at === 1 ? -1.5 : 0; // a 1 begins further in
    digits.push({ d: DIGITS[at] ?? '', x: x + from });
    wide = x + (at === 1 ? 4.5 : 10);
    x += at === 1 ? NARROW - 3 : BESIDE;
  }
  return { digits, wide };
}
