// Where a bubble stands that speaks of something on the table.

export interface Place {
  left: number;
  top: number;
  below: boolean;
}

/** Above what it is about where there is room, else below; never outside the window. */
export function standAt(selector: string, bubble: HTMLElement | undefined): Place | null {
  const about = document.querySelector(selector)?.getBoundingClientRect();
  const own = bubble?.getBoundingClientRect();
  if (!about || !own) return null;
  const below = about.top < own.height + 70;
  const left = Math.min(Math.max(about.left + about.width / 2 - own.width / 2, 8), innerWidth - own.width - 8);
  const top = below ? about.bottom + 12 : about.top - own.height - 12;
  return { left, top: Math.min(Math.max(top, 8), innerHeight - own.height - 8), below };
}
