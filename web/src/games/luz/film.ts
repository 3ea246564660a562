// Five tricks that Luz plays by itself on the start page, as I see them: the others' cards open,
// mine from the back until they lie on the table. A test holds them against the rules.

export const ME = 0;

/** Whoever leads comes first; the others follow in turn. */
export const TRICKS: readonly { seat: number; card: string }[][] = [
  [
    { seat: 1, card: 'B5' },
    { seat: 2, card: 'B3' },
    { seat: ME, card: 'B8' },
  ],
  [
    { seat: ME, card: 'G5' },
    { seat: 1, card: 'G2' },
    { seat: 2, card: 'G7' },
  ],
  [
    { seat: 2, card: 'R8' },
    { seat: ME, card: 'R6' },
    { seat: 1, card: 'R3' },
  ],
  [
    { seat: 2, card: 'P4' },
    { seat: ME, card: 'P2' },
    { seat: 1, card: 'Y6' },
  ],
  [
    { seat: 1, card: 'B7' },
    { seat: 2, card: 'Y2' },
    { seat: ME, card: 'Y4' },
  ],
];

/** Who takes it: the highest yellow, or the highest of the colour led (Z-11). */
export function taker(trick: readonly { seat: number; card: string }[]): number {
  const led = trick[0]?.card[0];
  const worth = (card: string): number =>
    Number(card.slice(1)) + (card[0] === 'Y' ? 100 : card[0] === led ? 50 : 0);
  return trick.reduce((best, play) => (worth(play.card) > worth(best.card) ? play : best), trick[0]!).seat;
}

export type Where = 'hand' | 'table' | 'taken';
/** One card at one moment. `to` is the seat whose pile it goes to. */
export interface Shown {
  card: string;
  seat: number;
  /** Its place among the cards that are left in its hand, by colour (S-2), and how many those are. */
  place: number;
  held: number;
  where: Where;
  up: boolean;
  best: boolean;
  to: number;
}

type Happens = { kind: 'play' | 'turn'; card: string } | { kind: 'take'; trick: number } | { kind: 'rest' };

const HAPPENS: readonly Happens[] = [
  ...TRICKS.flatMap((trick, at): Happens[] => [
    ...trick.flatMap(({ seat, card }): Happens[] =>
      seat === ME ? [{ kind: 'play', card }, { kind: 'turn', card }] : [{ kind: 'play', card }],
    ),
    { kind: 'take', trick: at },
  ]),
  { kind: 'rest' },
];
export const LENGTH = HAPPENS.length + 1; // the first step shows the hands as they were dealt

const COLOURS = 'RYGBP';
const DEALT = [0, 1, 2].flatMap((seat) =>
  TRICKS.flat()
    .filter((play) => play.seat === seat)
    .sort((one, other) => COLOURS.indexOf(one.card[0]!) - COLOURS.indexOf(other.card[0]!) || (one.card < other.card ? -1 : 1))
    .map(({ card }) => ({ card, seat })),
);

/** All cards at a step of the film, always in the same order. */
export function shownAt(step: number): Shown[] {
  const past = HAPPENS.slice(0, step);
  const done = (kind: string, card: string): boolean => past.some((one) => one.kind === kind && 'card' in one && one.card === card);
  return DEALT.map((dealt) => {
    const at = TRICKS.findIndex((trick) => trick.some(({ card }) => card === dealt.card));
    const trick = TRICKS[at] ?? [];
    const taken = past.some((one) => one.kind === 'take' && one.trick === at);
    const whole = trick.every(({ seat, card }) => done(seat === ME ? 'turn' : 'play', card));
    const to = taker(trick);
    const hand = DEALT.filter(({ card, seat }) => seat === dealt.seat && !done('play', card));
    return {
      ...dealt,
      to,
      place: hand.findIndex(({ card }) => card === dealt.card),
      held: hand.length,
      where: taken ? 'taken' : done('play', dealt.card) ? 'table' : 'hand',
      up: dealt.seat !== ME || done('turn', dealt.card),
      best: whole && !taken && to === dealt.seat,
    };
  });
}

/** How many tricks each seat has taken by then. */
export function takenAt(step: number): number[] {
  const tricks = HAPPENS.slice(0, step).flatMap((one) => (one.kind === 'take' ? [taker(TRICKS[one.trick] ?? [])] : []));
  return [0, 1, 2].map((seat) => tricks.filter((one) => one === seat).length);
}
