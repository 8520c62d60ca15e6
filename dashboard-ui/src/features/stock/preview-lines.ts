import type { Schema } from '../../api/types';

type Preview = Omit<Schema<'StockPreview'>, 'code'>;

/** As the server counts them. */
const linesOf = (text: string) => text.split('\n').map((line) => line.replace(/\r$/, ''));

/** The invalid lines of a text; all of it where there are more than the preview names, so that none is lost. */
export function refusedPart(text: string, { invalid, invalidLines }: Preview): string {
  if (invalid > invalidLines.length) return text;
  const lines = linesOf(text);
  return invalidLines.map((number) => lines[number - 1]).join('\n');
}

/** The first two new lines and the last one, masked, as far as the preview tells which are new. */
export function sampleOf(text: string, preview: Preview): string {
  const { added, duplicates, duplicateLines, invalid, invalidLines } = preview;
  const named = new Set([...duplicateLines, ...invalidLines]);
  const known = Math.min(knownUpTo(duplicates, duplicateLines), knownUpTo(invalid, invalidLines));
  const fresh = linesOf(text)
    .slice(0, known)
    .filter((line, index) => line.trim() !== '' && !named.has(index + 1));
  const first = fresh.slice(0, 2);
  const last = known === Infinity ? fresh.slice(2).slice(-1) : [];
  const more = added > first.length + last.length ? ['…'] : [];
  return [...first.map(masked), ...more, ...last.map(masked)].join('  ');
}

/** Behind the last line that is named there may be more of its kind, unless all are named. */
const knownUpTo = (count: number, lines: number[]) => (lines.length < count ? (lines.at(-1) ?? 0) : Infinity);

/** The ends of a token. What is no longer than a table's header shows whole: it is no secret. */
function masked(line: string): string {
  const letters = [...line];
  return letters.length > 12 ? `${letters.slice(0, 4).join('')}…${letters.slice(-3).join('')}` : line;
}
