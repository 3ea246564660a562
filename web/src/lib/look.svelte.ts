// How the pages look on this device: light, dark, or as the system says.

import { keep, remembered } from './memory';

export const LOOKS = ['auto', 'light', 'dark'] as const;
export type Look = (typeof LOOKS)[number];

const KEPT = 'look';
const dark = matchMedia('(prefers-color-scheme: dark)');

class Chosen {
  look = $state<Look>('auto');

  choose(look: Look): void {
    this.look = look;
    keep(KEPT, look);
    this.apply();
  }

  apply(): void {
    const shown = this.look === 'auto' ? (dark.matches ? 'dark' : 'light') : this.look;
    document.documentElement.dataset['look'] = shown;
  }
}

export const chosen = new Chosen();

export function startLook(): void {
  const kept = remembered(KEPT);
  chosen.choose(LOOKS.find((look) => look === kept) ?? 'auto');
  dark.addEventListener('change', () => chosen.apply());
}
