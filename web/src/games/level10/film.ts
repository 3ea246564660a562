// The game that Level 10 plays by itself on the start page. A real one: a test holds it against
// the rules.

/** A row for each world, a card for each column: a value, R for a reset, P for a pause. */
export const ROWS: Readonly<Record<string, string>> = {
  D: '1368R247R5',
  F: 'R1246R3578',
  S: '45R13P8R27',
  V: '257R13468R',
  M: '3R1247R568',
};
export const WORLDS = Object.keys(ROWS);
export const COLUMNS = 10;

/** In which order the rows of each column are filled. */
const ORDERS = ['DVSMF', 'FSVDM', 'VMDFS', 'MDFSV', 'SFVMD', 'DSMVF', 'VFDSM', 'MVDFS', 'FMSVD', 'SDMFV'];

export interface Play {
  world: string;
  row: number;
  column: number;
  /** `D6`, or `R` and `P` as they stand in the rows. */
  card: string;
}

/** The whole game, card by card. */
export const PLAYS: readonly Play[] = ORDERS.flatMap((order, column) =>
  [...order].map((world) => {
    const sign = ROWS[world]?.[column] ?? '';
    return { world, row: WORLDS.indexOf(world), column, card: /\d/.test(sign) ? `${world}${sign}` : sign };
  }),
);

/** What a pause repeats: the value on its left (L-18). */
export function onTheLeft({ world, column }: Play): number {
  const left = [...(ROWS[world] ?? '').slice(0, column)].findLast((sign) => sign !== 'P');
  return Number(left === 'R' ? 0 : (left ?? 0));
}

/** The film begins with so many cards in the grid, and stays so many steps on the full one. */
export const BEGUN = 18;
export const HELD = 4;
export const LENGTH = PLAYS.length - BEGUN + HELD;
