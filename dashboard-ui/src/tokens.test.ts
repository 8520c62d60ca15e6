import { expect, it } from 'vitest';

const sources = import.meta.glob<string>(['./**/*.tsx', '!./**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Drawings whose colours are the same whatever the theme: a store's letters, and a code for cameras. */
const drawings = ['./features/stores/store-mark.tsx', './ui/qr-code.tsx'];

/** What a pattern finds in the sources, with the files that have it. */
function find(pattern: RegExp): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [path, text] of Object.entries(sources)) {
    // What tests share draws nothing.
    if (text.includes("from 'vitest'")) continue;
    for (const [what] of text.matchAll(pattern)) found.set(what, [...(found.get(what) ?? []), path]);
  }
  return found;
}

it('colours are written in tokens.css, but for those of a few drawings', () => {
  const written = new Set([...find(/(?<!&)#[\da-f]{3,8}\b/gi).values()].flat());
  expect([...written].sort()).toEqual(drawings);
});

it('a text size or a shadow that several places need has a name in app.css', () => {
  const repeated = [...find(/\b(?:text-\[[\d.]+[a-z]+\]|shadow-\[[^\]]+\])/g)].filter(
    ([, paths]) => paths.length > 1,
  );
  expect(repeated).toEqual([]);
});

it('a mix of colours that several files need has a name in tokens.css', () => {
  const mixes = [...find(/\bcolor-mix\([^\]]+\)/g)].map(
    ([mix, paths]) => [mix, new Set(paths).size] as const,
  );
  expect(mixes.length).toBeGreaterThan(5);
  expect(mixes.filter(([, files]) => files > 1)).toEqual([]);
});
