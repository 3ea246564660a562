// Sentences for who listens instead of looking.

import type { AnyEvent } from '../wire/table.svelte';

/** `at` is the number of a sentence: by it none is read twice. */
export interface Line {
  at: number;
  text: string;
  event: AnyEvent;
}

const MOST = 60;

/** The same lines with those for new events; events that need no words have none. */
export function withNews(lines: Line[], events: AnyEvent[], describe: (event: AnyEvent) => string): Line[] {
  let at = (lines.at(-1)?.at ?? 0) + 1;
  const fresh = events.flatMap((event) => {
    const text = describe(event);
    return text ? [{ at: at++, text, event }] : [];
  });
  return [...lines, ...fresh].slice(-MOST);
}
