// What this device remembers between visits: a few small words, and none of them needed.

/** Remember something small on this device, where the browser lets us. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing begins anew each time.
  }
}

/** Forget all of it. */
export function forgetAll(): void {
  try {
    localStorage.clear();
  } catch {
    // Nothing was kept.
  }
}

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
