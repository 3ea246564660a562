// Whether the rules lie over the table, and which part of them.

class Sheet {
  open = $state(false);
  whole = $state(false);
  keys = $state(false);
  clause = $state('');

  /** Show the five pictures, the whole rules, or the rules at a clause. */
  show(clause = '', whole = clause !== ''): void {
    this.clause = clause;
    this.whole = whole;
    this.keys = false;
    this.open = true;
  }

  /** Show what the keyboard does. */
  showKeys(): void {
    this.keys = true;
    this.open = true;
  }

  /** The key `?` shows the keys, unless somebody is writing it. */
  pressed(event: KeyboardEvent): void {
    const writes = (event.target as Element).closest?.('input, textarea, select');
    if (event.key !== '?' || event.ctrlKey || event.altKey || event.metaKey || writes) return;
    event.preventDefault();
    this.showKeys();
  }
}

export const sheet = new Sheet();
