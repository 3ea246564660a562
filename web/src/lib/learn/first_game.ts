// A first game after the lesson: at once, with the settings of this device.

import { asTable, lastSettings } from '../start/settings';
import { api, ApiError } from '../wire/api';
import type { MadeTable } from '../wire/types';

export async function firstGame(name: string, language: string): Promise<MadeTable> {
  const game = (await api.games()).find((one) => one.game === name);
  if (!game) throw new ApiError('no_answer', '');
  return api.makeTable(asTable(lastSettings(game), game, language, ''));
}
