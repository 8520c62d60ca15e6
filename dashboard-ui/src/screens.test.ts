import { expect, it } from 'vitest';
import { paths } from './paths';
import routes from './routes.tsx?raw';
import { screens } from './screens';

it('`screens` lists the module of every route in the URL table except the login page', () => {
  const found = routes.matchAll(/path: paths\.(\w+),(?:(?!path: ).)*?import\('\.\/([^']+)'\)/gs);
  const table = [...found].map(([, name, module]) => [paths[name as 'home'], module]);
  // The login page is a document of its own.
  expect(screens).toEqual(Object.fromEntries(table.filter(([path]) => path !== paths.login)));
});
