// The same table once more: same game, options and bots; other people's seats are free again.

import { lastPace } from '../start/settings';
import { api } from '../wire/api';
import type { Table } from '../wire/table.svelte';
import type { NewTable } from '../wire/types';

export async function again(table: Table): Promise<string> {
  const seats: NewTable['seats'] = table.seats.map((seat, at) =>
    at === table.you
      ? { kind: 'me' }
      : seat.kind === 'bot'
        ? { kind: 'bot', bot: seat.bot ?? 'rules' }
        : { kind: 'free' },
  );
  const options = table.options as NonNullable<NewTable['options']>;
  const made = await api.makeTable({ game: table.game, options, seats, pace: lastPace() });
  return made.link;
}
