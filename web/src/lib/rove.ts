// One tab stop for a group of buttons; the arrow keys, Home and End go through it.

import type { Attachment } from 'svelte/attachments';

let byKey = false;
globalThis.addEventListener?.('keydown', () => (byKey = true), true);
globalThis.addEventListener?.('pointerdown', () => (byKey = false), true);

/** Whoever plays by keyboard and has lost the focus finds it at this group's tab stop. */
export function bringFocus(group: Element | null | undefined): void {
  if (byKey && document.activeElement === document.body) {
    group?.querySelector<HTMLElement>('[tabindex="0"], button:not([tabindex])')?.focus();
  }
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function rove(which: string): Attachment<HTMLElement> {
  return (group) => {
    const all = (): HTMLElement[] => [...group.querySelectorAll<HTMLElement>(which)];
    let at: HTMLElement | null = null;
    let place = 0;
    let inside = false;

    const stop = (): void => {
      const items = all();
      if (!at || !items.includes(at)) at = items[Math.min(place, items.length - 1)] ?? null;
      place = at ? items.indexOf(at) : 0;
      for (const item of items) item.tabIndex = item === at ? 0 : -1;
    };
    /** What had the focus was taken away or moved: its neighbour has it now. */
    const changed = (): void => {
      stop();
      if (inside && document.activeElement === document.body) at?.focus();
    };
    const left = (event: FocusEvent): void => {
      if (event.relatedTarget || document.activeElement !== document.body) inside = false;
    };
    const focused = (event: FocusEvent): void => {
      const item = (event.target as HTMLElement).closest<HTMLElement>(which);
      if (item && group.contains(item)) {
        at = item;
        inside = true;
        stop();
      }
    };
    const pressed = (event: KeyboardEvent): void => {
      const items = all();
      const now = items.indexOf(event.target as HTMLElement);
      if (now < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      const step = STEPS[event.key];
      const next =
        step !== undefined
          ? items[(now + step + items.length) % items.length]
          : event.key === 'Home'
            ? items[0]
            : event.key === 'End'
              ? items.at(-1)
              : undefined;
      if (next) {
        event.preventDefault();
        next.focus();
      }
    };

    const watcher = new MutationObserver(changed);
    watcher.observe(group, { childList: true, subtree: true });
    group.addEventListener('focusin', focused);
    group.addEventListener('focusout', left);
    group.addEventListener('keydown', pressed);
    stop();
    return () => {
      watcher.disconnect();
      group.removeEventListener('focusin', focused);
      group.removeEventListener('focusout', left);
      group.removeEventListener('keydown', pressed);
    };
  };
}
