/** The top of an axis that starts at 0 and has `steps` equal, round steps, at or above `largest`. */
export function axisTop(largest: number, steps: number): number {
  const rough = Math.max(1, largest) / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((round) => round * power).find((round) => round >= rough)!;
  // Orders and boosts are whole numbers, so the steps of the axis are, too.
  return Math.ceil(step) * steps;
}
