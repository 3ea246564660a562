// What the coach remarks in a first game of Level 10, and when.

import type { Remark } from '../../lib/coach/coach.svelte';
import type { Screen } from './types';

export function remarks(screen: Screen, yours: boolean, together: boolean): Remark[] {
  const turn = yours && screen.phase === 'turn';
  return [
    { name: 'goal', at: '.board', now: yours },
    { name: 'first', at: '.prompt', now: yours && screen.phase === 'choose' },
    { name: 'card', at: '.mine', now: turn },
    { name: 'hint', at: '.prompt', now: turn },
    { name: 'talk', at: '.talk', now: together && !yours && screen.phase === 'turn' },
    { name: 'reset', at: '.board .reset', now: turn && screen.resets.length > 0 && !screen.reset_here },
    { name: 'pause', at: '.mine [data-card="P"]', now: turn && screen.hand.includes('P') },
  ].filter(({ name }) => together || name !== 'talk');
}
