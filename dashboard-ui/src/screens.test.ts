import { expect, it } from 'vitest';
import { paths } from './paths';
import routes from './routes.tsx?raw';
import { screens } from './screens';

it('knows the code of every screen that the URL table has', () => {
  const found = routes.matchAll(/path: paths\.(\w+),(?:(?!path: ).)*?import\('\.\/([^']+)'\)/gs);
  const table = [...found].map(([, name, module]) => [paths[name as 'home'], module]);
  const settings = table.find(([path]) => path === paths.settings)!;
  expect(settings[1]).toBe('features/settings/settings-layout');
  // The login page is a document of its own; the settings show one of their tabs.
  const others = table.filter((row) => row !== settings && row[0] !== paths.login);
  expect(screens).toEqual({
    ...Object.fromEntries(others),
    [paths.settingsTab('general')]: 'features/settings/general-page',
  });
});
