// A hand in two rows, where one is too narrow: how many cards lie in the first.

const FIRST = 6; // as many as a row takes; the second has the plus card too
const SECOND = 5;

/** So many that both rows are about as long and no colour is torn; all, where that cannot be or
    one row is enough: then they fall as they fall. */
export function firstRow(colours: string[]): number {
  if (colours.length <= SECOND) return colours.length;
  const between = colours.flatMap((colour, at) => (at > 0 && colours[at - 1] !== colour ? [at] : []));
  const fits = between.filter((at) => at <= FIRST && colours.length - at <= SECOND);
  const torn = (at: number): number => Math.abs(colours.length - 2 * at);
  return fits.sort((a, b) => torn(a) - torn(b))[0] ?? colours.length;
}
