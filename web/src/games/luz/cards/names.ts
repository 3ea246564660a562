// Cards of Luz by the names the server gives them (R12), in words.

import { letterOf, valueOf } from '../../../lib/cards/codes';
import { t } from '../words';

/** A card in words. */
export function luzCard(card: string): string {
  return t('card', { colour: letterOf(card), value: valueOf(card) });
}
