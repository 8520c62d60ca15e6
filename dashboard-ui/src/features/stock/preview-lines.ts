import type { Schema } from '../../api/types';

type Preview = Omit<Schema<'StockPreview'>, 'code'>;

/** Splits a text into lines as the server does. */
const linesOf = (text: string) => text.split('\n').map((line) => line.replace(/\r$/, ''));

/** The invalid lines of a text. The whole text if the preview does not list all of them, so that none is lost. */
export function refusedPart(text: string, { invalid, invalidLines }: Preview): string {
  if (invalid > invalidLines.length) return text;
  const lines = linesOf(text);
  return invalidLines.map((number) => lines[number - 1]).join('\n');
}

/** The first two new lines and the last one, masked, as far as the preview tells which lines are new. */
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

/** Up to which line the list is complete: to its last entry, if it lists fewer lines than there are. */
const knownUpTo = (count: number, lines: number[]) => (lines.length < count ? (lines.at(-1) ?? 0) : Infinity);

/** Shows only the ends of a token. Short lines are shown whole: they are headings, not secrets. */
function masked(line: string): string {
  const letters = [...line];
  return letters.length > 12 ? `${letters.slice(0, 4).join('')}…${letters.slice(-3).join('')}` : line;
}
