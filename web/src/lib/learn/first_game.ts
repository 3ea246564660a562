// A first game after the lesson: at once, with the settings of this device.

import { asTable, lastSettings, withGame } from '../start/settings';
import { api, ApiError } from '../wire/api';
import type { MadeTable } from '../wire/types';

export async function firstGame(name: string): Promise<MadeTable> {
  const games = await api.games();
  const game = games.find((one) => one.game === name);
  if (!game) throw new ApiError('no_answer', '');
  const last = lastSettings(games);
  return api.makeTable(asTable(last.game === name ? last : withGame(last, game), ''));
}
