// How the pages look on this device: light, dark, or as the system says.

import { keep, remembered } from './memory';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = 'theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

class Chosen {
  theme = $state<Theme>('auto');

  choose(theme: Theme): void {
    this.theme = theme;
    keep(KEPT, theme);
    this.apply();
  }

  apply(): void {
    const shown = this.theme === 'auto' ? (dark.matches ? 'dark' : 'light') : this.theme;
    document.documentElement.dataset['theme'] = shown;
  }
}

export const chosen = new Chosen();

export function startTheme(): void {
  const kept = remembered(KEPT);
  chosen.choose(THEMES.find((theme) => theme === kept) ?? 'auto');
  dark.addEventListener('change', () => chosen.apply());
}
