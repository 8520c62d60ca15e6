import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The folders of `src`, and what each may import. Imports between features are checked below; top-level files may import all. */
const wings: Record<string, readonly string[]> = {
  shared: [],
  api: ['shared'],
  frame: ['shared/accent', 'shared/test-until', 'shared/web-address', 'api/types'],
  ui: ['shared', 'api'],
  public: ['shared', 'frame', 'api/types', 'api/schema.gen'],
  features: ['shared', 'api', 'ui', 'frame', 'paths'],
  painted: ['shared', 'api', 'features', 'paths'],
};

/** The modules of each feature that other features may import. */
const doors: Record<string, readonly string[]> = {
  'activity-log': ['require-admin'],
  auth: [
    'queries',
    'require-user',
    'token-handoff',
    'unsent-form',
    'use-hearing',
    'use-leave',
    'use-other-tabs',
    'use-unsent',
    // For tests.
    'signed-in',
  ],
  blocklist: ['queries'],
  chat: ['mention-notices', 'mention-notices-switch', 'tell-of-mentions'],
  'custom-domain': ['domain-section', 'queries', 'use-own-domains'],
  'delivery-text': ['delivery-text-section', 'where-to-redeem'],
  insights: ['course', 'queries', 'summary'],
  keys: ['is-masked', 'queries'],
  'live-page': ['queries'],
  members: ['use-manages', 'use-owns', 'use-rights'],
  orders: ['order-notices', 'order-notices-switch', 'tell-of-orders', 'to-deliver'],
  stock: ['queries', 'stock-types'],
  stores: ['queries', 'refused-call-list', 'store-facts', 'store-mark'],
  storefront: [
    'queries',
    'customer-links',
    'storefront-gate',
    'channel-problems',
    'first-storefront',
    'storefront-mark',
    'storefront-choice',
    'shop-name',
    'leaves-storefront',
  ],
};

const sources = import.meta.glob<string>('./**/*.{ts,tsx,jsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const nameOf = (path: string) => path.replace(/^\.\//, '').replace(/\.(ts|tsx|jsx)$/, '');
const graph = new Map(Object.entries(sources).map(([path, text]) => [nameOf(path), importsOf(path, text)]));
const arrows = [...graph].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));

function importsOf(path: string, text: string): string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^'?]+)/g);
  return [...found]
    .map(([, specifier]) => nameOf(new URL(specifier!, `file:///${nameOf(path)}`).pathname.slice(1)))
    .filter((name) => !name.endsWith('.css'));
}

const wingOf = (name: string) => (name.includes('/') ? name.split('/')[0]! : '');
const featureOf = (name: string) => /^features\/([^/]+)\/(.+)$/.exec(name)?.slice(1) ?? [];
const isWithin = (name: string, place: string) => name === place || name.startsWith(`${place}/`);
const say = ({ from, to }: { from: string; to: string }) => `${from} imports ${to}`;

it('every relative import resolves to a source file', () => {
  expect(arrows.filter(({ to }) => !graph.has(to) && !/\.(svg|json)$/.test(to)).map(say)).toEqual([]);
  expect(arrows.length).toBeGreaterThan(500);
});

it('wings import only from the wings that are listed for them', () => {
  const climbing = arrows.filter(({ from, to }) => {
    const wing = wingOf(from);
    if (wing === '' || isWithin(to, wing)) return false;
    return !wings[wing]?.some((place) => isWithin(to, place));
  });
  expect(climbing.map(say)).toEqual([]);
});

it('features import from each other only the modules that are listed as public', () => {
  const trespassing = arrows.filter(({ from, to }) => {
    const [feature, file] = featureOf(to);
    if (!feature || !from.startsWith('features/') || featureOf(from)[0] === feature) return false;
    return !doors[feature]?.includes(file!);
  });
  expect(trespassing.map(say)).toEqual([]);
});

it('there are no circular imports', () => {
  const state = new Map<string, 'open' | 'done'>();
  const way: string[] = [];
  function circleFrom(name: string): string[] | undefined {
    if (state.get(name) === 'open') return [...way.slice(way.indexOf(name)), name];
    if (state.get(name) === 'done') return undefined;
    state.set(name, 'open');
    way.push(name);
    for (const to of graph.get(name) ?? []) {
      const circle = circleFrom(to);
      if (circle) return circle;
    }
    way.pop();
    state.set(name, 'done');
    return undefined;
  }
  expect([...graph.keys()].map(circleFrom).find(Boolean)).toBeUndefined();
});

it('the login page’s styles are collected from every file that it draws with', () => {
  const reached = new Set(['login']);
  for (const name of reached) for (const to of graph.get(name) ?? []) reached.add(to);
  const drawn = [...reached].filter((name) => `./${name}.tsx` in sources && !isWithin(name, 'features/auth'));
  const styles = readFileSync('src/login.css', 'utf8');
  const [, listed] = /@source '\.\/ui\/\{(.*)\}\.tsx';/.exec(styles) ?? [];
  expect(drawn.sort()).toEqual(['login', ...listed!.split(',').map((name) => `ui/${name}`)].sort());
});
