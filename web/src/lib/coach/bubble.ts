// Where a bubble stands that speaks of something on the table.

export interface Place {
  left: number;
  top: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What is covered at a cost: the more it matters now, the more. */
export interface Kept {
  box: Box;
  weight: number;
}

const EDGE = 8; // between a bubble and the end of the window
const STEP = 12;
const ABOUT = 6; // nobody understands a remark that hides what it speaks of
const FAR = 0.2; // a pixel away costs as much as a fifth of the bubble's width covered by one

/** Above what it is about where there is room, else below; never outside the window. */
export function standAt(selector: string, bubble: HTMLElement | undefined): Place | null {
  const about = document.querySelector(selector)?.getBoundingClientRect();
  const own = bubble?.getBoundingClientRect();
  if (!about || !own) return null;
  const below = about.top < own.height + 70;
  const top = below ? about.bottom + 12 : about.top - own.height - 12;
  return { left: centred(about, own, innerWidth), top: within(top, EDGE, innerHeight - own.height - EDGE) };
}

/** Near what it is about, where it hides least of what one reads and presses on the table. */
export function standClear(selector: string, bubble: HTMLElement | undefined): Place | null {
  const about = document.querySelector(selector);
  const own = bubble?.getBoundingClientRect();
  const table = document.querySelector('main.table')?.getBoundingClientRect();
  if (!about || !own || !table) return null;
  const kept = [...document.querySelectorAll<HTMLElement>('main.table :is(button, input, select, label, li, p)')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => ({ box: one.getBoundingClientRect(), weight: weightOf(one) }));
  return clearest(boxesOf(about), own, kept, { left: 0, top: table.top, width: innerWidth, height: innerHeight - table.top });
}

/** One, or those of its parts where it has none of its own: they may stand at both sides of a table. */
function boxesOf(about: Element): Box[] {
  const own = about.getBoundingClientRect();
  return own.width ? [own] : [...about.children].map((part) => part.getBoundingClientRect());
}

/** What can be done now must be seen; what is refused, and what is only there, less so. */
function weightOf(one: HTMLElement): number {
  if (one.matches('.prompt p')) return 1.5;
  if (one.matches('li, p')) return 0.5;
  return one.ariaDisabled === 'true' || one.matches(':disabled') ? 0.7 : 2;
}

/** Of all places in a window the one that costs least. */
export function clearest(about: Box[], own: Box, kept: Kept[], room: Box): Place {
  const all = [...kept, ...about.map((box) => ({ box, weight: ABOUT }))];
  const last = room.left + room.width - own.width - EDGE;
  const near = about.flatMap((box) => [centred(box, own, room.width), box.left - own.width - STEP, box.left + box.width + STEP]);
  const lefts = [...near.filter((left) => left >= EDGE && left <= last), room.left + EDGE, last, (room.left + last + EDGE) / 2];
  const bottom = Math.max(room.top + room.height - own.height - EDGE, EDGE);
  let best: Place & { cost: number } = { left: lefts[0] ?? EDGE, top: bottom, cost: Infinity };
  for (let top = Math.min(room.top + EDGE, bottom); top <= bottom; top = top < bottom ? Math.min(top + STEP, bottom) : bottom + 1)
    for (const left of lefts) {
      const box = { left, top, width: own.width, height: own.height };
      const covered = all.reduce((sum, one) => sum + one.weight * shared(box, one.box), 0);
      const cost = covered + FAR * own.width * Math.min(...about.map((one) => apart(box, one)));
      if (cost < best.cost) best = { left, top, cost };
    }
  return { left: best.left, top: best.top };
}

function centred(about: Box, own: Box, width: number): number {
  return within(about.left + about.width / 2 - own.width / 2, EDGE, width - own.width - EDGE);
}

function within(value: number, least: number, most: number): number {
  return Math.max(Math.min(value, most), least);
}

/** How much two boxes have in common. */
function shared(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** How far two boxes are from each other. */
function apart(a: Box, b: Box): number {
  const across = Math.max(a.left - b.left - b.width, b.left - a.left - a.width, 0);
  return across + Math.max(a.top - b.top - b.height, b.top - a.top - a.height, 0);
}
