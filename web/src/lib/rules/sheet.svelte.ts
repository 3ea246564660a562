// Whether the rules lie over the table, and which part of them.

class Sheet {
  open = $state(false);
  whole = $state(false);
  clause = $state('');

  /** Show the five pictures, the whole rules, or the rules at a clause. */
  show(clause = '', whole = clause !== ''): void {
    this.clause = clause;
    this.whole = whole;
    this.open = true;
  }
}

export const sheet = new Sheet();
