// Cards of Level 10 by the names the server gives them (D5, P, R), in words and letters.

import { letterOf, valueOf } from '../../../lib/cards/codes';
import { t } from '../words';

/** What stands for a world where a word is too long: the reader's own initial. */
export function worldLetter(world: string): string {
  return t('world.letter', { world });
}

/** A card in words. */
export function level10Card(card: string): string {
  if (card === 'P') return t('card.pause');
  if (card === 'R') return t('card.reset');
  return t('card.level', { world: letterOf(card), value: valueOf(card) });
}
