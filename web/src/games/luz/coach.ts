// What the coach remarks in a first game of Luz, and when.

import type { Remark } from '../../lib/coach/coach.svelte';
import type { Screen } from './types';

export function remarks(screen: Screen, yours: boolean): Remark[] {
  const bid = yours && screen.phase === 'bid';
  const turn = yours && screen.phase === 'trick';
  const taken = screen.tricks.reduce((all, tricks) => all + tricks, 0);
  return [
    { name: 'goal', at: '.prompt', now: bid },
    { name: 'hand', at: '.mine', now: bid },
    { name: 'bid', at: '.others', now: bid },
    { name: 'card', at: '.mine', now: turn },
    { name: 'value', at: '.middle', now: taken === 1 && screen.phase === 'trick' },
    { name: 'count', at: '.prompt', now: turn && taken >= 3 },
  ];
}
