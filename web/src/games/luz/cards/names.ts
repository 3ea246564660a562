// Cards of Luz by the names the server gives them (R12), in words and letters.

import { letterOf, valueOf } from '../../../lib/cards/codes';
import { t } from '../words';

/** What is printed on a card for its colour: the reader's own initial. */
export function colourLetter(colour: string): string {
  return t('colour.letter', { colour });
}

/** A card in words. */
export function luzCard(card: string): string {
  return t('card', { colour: letterOf(card), value: valueOf(card) });
}
