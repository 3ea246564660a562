// The game that Level 10 plays by itself on the start page. A real one: tests/games/test_films.py
// plays it through the rules.

/** A row for each world, a card for each column: a value, R for a reset, P for a pause. */
export const ROWS: Readonly<Record<string, string>> = {
  D: '1368R247R5',
  F: 'R1246R3578',
  S: '45R13P8R27',
  V: '257R13468R',
  M: '3R1247R568',
};
/** What the pause of a row counts as. */
export const PAUSED: Readonly<Record<string, number>> = { S: 3 };
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

/** The film begins with so many cards in the grid, and stays so many steps on the full one. */
export const BEGUN = 18;
export const HELD = 4;
export const LENGTH = PLAYS.length - BEGUN + HELD;
