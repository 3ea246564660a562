// What Luz shows, tells and lets people say.
// Made by tools/make_types.py from the server's models: change those and run it again.

import type { GoesOn, SeatChanged } from '../../lib/wire/types';

/**
 * Any type of this file.
 */
export type AnyType =
  Screen | GameEvent | Bid | Card | Dealt | Move | Over | Place | Scored | Trick | WhyNot;
export type GameEvent = Dealt | Bid | Card | Trick | Scored | Over;

/**
 * Everything one viewer may see of a table of Luz.
 */
export interface Screen {
  game: 'luz';
  seat: number;
  phase: 'deal' | 'over' | 'bid' | 'trick';
  turn: number;
  deal: number;
  deals: number;
  values: number;
  holder: number;
  bidder: number;
  leader: number;
  cards: number[];
  hands: Place[][];
  moves: Move[];
  refused: WhyNot | null;
  bids: (number | null)[];
  safety: boolean[];
  tricks: number[];
  trick: (string | null)[];
  best: number;
  last_trick: (string | null)[];
  last_leader: number;
  open_tricks: number | null;
  beads: number | null;
  points: number[][];
  totals: number[];
  worth: number[];
  ranking: number[];
  decided_by: ('points' | 'last_deal' | 'first_player') | null;
}
/**
 * A place in a hand that holds a card: its colour, and the card if this viewer sees it.
 */
export interface Place {
  place: number;
  colour: string;
  card: string | null;
}
/**
 * A legal move: a bid, or the card at a place.
 */
export interface Move {
  move: number;
  kind: 'bid' | 'card';
  tricks: number | null;
  safety: boolean;
  place: number | null;
}
/**
 * Why the places that may not be played may not.
 */
export interface WhyNot {
  clause: string;
  why: string;
  code: string;
  values: {
    [k: string]: string | number;
  };
}
/**
 * Z-5: a deal begins; who holds the first-player card, and who bids first (Z-17).
 */
export interface Dealt {
  deal: number;
  holder: number;
  bidder: number;
  event: 'dealt';
}
/**
 * Z-7: a bid, with or without a safety bead.
 */
export interface Bid {
  seat: number;
  tricks: number;
  safety: boolean;
  event: 'bid';
}
/**
 * Z-10: a card, face up for all now; its place in the hand for who sees that hand.
 */
export interface Card {
  seat: number;
  card: string;
  place: number | null;
  event: 'card';
}
/**
 * Z-11: a trick taken.
 */
export interface Trick {
  seat: number;
  event: 'trick';
}
/**
 * Z-13 to Z-15: a deal is over; bids, tricks and points by seat.
 *
 * `hand` is the viewer's own, in its order: played out, it is seen at last. A watcher has none.
 */
export interface Scored {
  deal: number;
  bids: number[];
  safety: boolean[];
  tricks: number[];
  points: number[];
  hand: string[] | null;
  event: 'scored';
}
/**
 * Z-18: the game is over.
 */
export interface Over {
  event: 'over';
}

/** What may happen at its table: of the game, or of any. */
export type AnyEvent = GameEvent | SeatChanged | GoesOn;
