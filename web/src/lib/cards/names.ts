// Cards by the names the server gives them (D5, P, R; R12), and how they are told apart.

import { t } from '../words/words.svelte';

/** The texture of a world (Level 10) and of a colour (Luz). */
export const WORLD_PATTERNS: Record<string, string> = { D: 'dots', F: 'hatch', S: 'scales', V: 'zigzag', M: 'waves' };
export const COLOUR_PATTERNS: Record<string, string> = { R: 'zigzag', Y: 'rays', G: 'hatch', B: 'waves', P: 'weave' };

export function letterOf(card: string): string {
  return card.slice(0, 1);
}

export function valueOf(card: string): number {
  return Number(card.slice(1));
}

/** What is printed on a card for its world or colour: the reader's own initials. */
export function worldLetter(world: string): string {
  return t('world.letter', { world });
}

export function colourLetter(colour: string): string {
  return t('colour.letter', { colour });
}

/** A card of Level 10 in words. */
export function level10Card(card: string): string {
  if (card === 'P') return t('card.pause');
  if (card === 'R') return t('card.reset');
  return t('card.level', { world: letterOf(card), value: valueOf(card) });
}

/** A card of Luz in words. */
export function luzCard(card: string): string {
  return t('card.luz', { colour: letterOf(card), value: valueOf(card) });
}
