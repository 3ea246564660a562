// Five tricks that Luz plays by itself on the start page, as I see them: the others' cards open,
// mine from the back until they lie on the table. Real ones: tests/games/test_films.py plays them.

export const ME = 0;

export interface Trick {
  /** Whoever leads comes first; the others follow in turn. */
  plays: readonly { seat: number; card: string }[];
  taker: number;
}

/** In one line each: who leads, the cards, who takes them. tests/games/test_films.py reads them too. */
const SCRIPT = ['1 B5 B3 B8 0', '0 G5 G2 G7 2', '2 R8 R6 R3 2', '2 P4 P2 Y6 1', '1 B7 Y2 Y4 0'];

export const TRICKS: readonly Trick[] = SCRIPT.map((line) => {
  const [leader, ...cards] = line.split(' ');
  const taker = Number(cards.pop());
  return { plays: cards.map((card, at) => ({ seat: (Number(leader) + at) % cards.length, card })), taker };
});

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
  ...TRICKS.flatMap(({ plays }, at): Happens[] => [
    ...plays.flatMap(({ seat, card }): Happens[] =>
      seat === ME ? [{ kind: 'play', card }, { kind: 'turn', card }] : [{ kind: 'play', card }],
    ),
    { kind: 'take', trick: at },
  ]),
  { kind: 'rest' },
];
export const LENGTH = HAPPENS.length + 1; // the first step shows the hands as they were dealt

const COLOURS = 'RYGBP';
const DEALT = [0, 1, 2].flatMap((seat) =>
  TRICKS.flatMap(({ plays }) => plays)
    .filter((play) => play.seat === seat)
    .sort((one, other) => COLOURS.indexOf(one.card[0]!) - COLOURS.indexOf(other.card[0]!) || (one.card < other.card ? -1 : 1))
    .map(({ card }) => ({ card, seat })),
);

/** All cards at a step of the film, always in the same order. */
export function shownAt(step: number): Shown[] {
  const past = HAPPENS.slice(0, step);
  const done = (kind: string, card: string): boolean => past.some((one) => one.kind === kind && 'card' in one && one.card === card);
  return DEALT.map((dealt) => {
    const at = TRICKS.findIndex(({ plays }) => plays.some(({ card }) => card === dealt.card));
    const { plays, taker: to } = TRICKS[at] ?? { plays: [], taker: -1 };
    const taken = past.some((one) => one.kind === 'take' && one.trick === at);
    const whole = plays.every(({ seat, card }) => done(seat === ME ? 'turn' : 'play', card));
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
  const tricks = HAPPENS.slice(0, step).flatMap((one) => (one.kind === 'take' ? [TRICKS[one.trick]?.taker ?? -1] : []));
  return [0, 1, 2].map((seat) => tricks.filter((one) => one === seat).length);
}
