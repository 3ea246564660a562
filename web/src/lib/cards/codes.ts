// Cards as the server writes them: a letter and a number.

export function letterOf(card: string): string {
  return card.slice(0, 1);
}

export function valueOf(card: string): number {
  return Number(card.slice(1));
}
