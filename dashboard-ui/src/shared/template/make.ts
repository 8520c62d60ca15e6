/**
 * Makes templates by painting a component with different data: where the results differ there is a choice. The server
 * fills in the templates of customers' pages (`web-api/src/pages/painted`), Home's document its own (`fill.ts`).
 */
import type { Part } from './fill';

/** Replaces variable text in painted HTML by holes. */
export type Marker = (html: string) => string;

/** A part that is made separately: where it is in the painted HTML, and its parts in the template. */
export type Inset = { find: RegExp; parts: (found: string) => Part[] };

type Painting<Shown> = {
  paint: (shown: Shown) => string;
  base: Shown;
  /** The variable texts; everything else has to be painted alike. */
  marks: (shown: Shown) => Marker[];
  /** For each choice the data that leads to each of its ways; one way has to be the base itself. */
  choices: Record<string, Record<string, Shown>>;
  insets?: Inset[];
};

const [open, close] = ['\uE000', '\uE001'];

export const hole = (name: string) => `${open}${name}${close}`;

/** Replaces each match of `find`, in order, by the hole with the name at the same index. */
export function marksInOrder(find: RegExp, names: string[]): Marker {
  return (html) => {
    let found = 0;
    const marked = html.replace(find, () => hole(names[found++] ?? ''));
    if (found !== names.length) throw new Error(`${found} of ${names.join(', ')} stand in ${html}`);
    return marked;
  };
}

/** Replaces a text by a hole wherever it occurs. */
export const marksText =
  (text: string, name: string): Marker =>
  (html) =>
    html.replaceAll(text, hole(name));

export function templateOf<Shown>({ paint, base, marks, choices, insets = [] }: Painting<Shown>): Part[] {
  const painted = (shown: Shown) => marks(shown).reduce((html, mark) => mark(html), paint(shown));
  const whole = painted(base);
  const regions = Object.entries(choices)
    .map(([choice, ways]) =>
      regionOf(
        choice,
        whole,
        Object.entries(ways).map(([way, shown]) => [way, painted(shown)]),
      ),
    )
    .sort((one, other) => one.start - other.start);
  const parts: Part[] = [];
  let at = 0;
  for (const { choice, start, end, ways } of regions) {
    if (start < at) throw new Error(`the choice ${choice} overlaps another one`);
    parts.push(...partsOf(whole.slice(at, start), insets));
    parts.push({ choice, of: Object.fromEntries(ways.map(([way, html]) => [way, partsOf(html, insets)])) });
    at = end;
  }
  return [...parts, ...partsOf(whole.slice(at), insets)];
}

type Way = [way: string, html: string];

/** The range of whole tags in which the ways differ. */
function regionOf(choice: string, whole: string, ways: Way[]) {
  const others = ways.map(([, html]) => html).filter((html) => html !== whole);
  if (others.length !== ways.length - 1) throw new Error(`one way of ${choice} is the base`);
  let head = Math.min(...others.map((other) => alike(whole, other, (text, at) => text[at])));
  head = whole.lastIndexOf('<', head);
  const room = (other: string) => Math.min(whole.length, other.length) - head;
  let tail = Math.min(
    ...others.map((other) =>
      Math.min(
        room(other),
        alike(whole, other, (text, at) => text.at(-1 - at)),
      ),
    ),
  );
  const next = whole.indexOf('<', whole.length - tail);
  tail = next < 0 ? 0 : whole.length - next;
  const middle = (html: string) => html.slice(head, html.length - tail);
  const cut = ways.map(([way, html]): Way => [way, middle(html)]);
  return { choice, start: head, end: whole.length - tail, ways: cut };
}

function alike(one: string, other: string, letter: (text: string, at: number) => string | undefined): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && letter(one, at) === letter(other, at)) at++;
  return at;
}

export function partsOf(html: string, insets: Inset[] = []): Part[] {
  for (const { find, parts } of insets) {
    const found = find.exec(html);
    if (!found) continue;
    const after = found.index + found[0].length;
    return [
      ...partsOf(html.slice(0, found.index), insets),
      ...parts(found[0]),
      ...partsOf(html.slice(after), insets),
    ];
  }
  const texts = html.split(new RegExp(`${open}([^${close}]*)${close}`));
  return texts.map((text, at) => (at % 2 ? { hole: text } : text)).filter((part) => part !== '');
}
