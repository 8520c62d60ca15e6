import { expect, it } from 'vitest';
import { paths } from './paths';
import routes from './routes.tsx?raw';
import { screens } from './screens';

it('knows the code of every screen that the URL table has', () => {
  const found = routes.matchAll(/path: paths\.(\w+),(?:(?!path: ).)*?import\('\.\/([^']+)'\)/gs);
  const table = [...found].map(([, name, module]) => [paths[name as 'home'], module]);
  // The login page is a document of its own.
  expect(screens).toEqual(Object.fromEntries(table.filter(([path]) => path !== paths.login)));
});
