import { expect, type Page } from '@playwright/test';
import type { Shop } from './shop';
import type { Place, SignedInAs } from './test';

type Stage = { page: Page; shop: Shop };

/** A screen in a state worth looking at. */
export type Screen = {
  name: string;
  place: Place;
  signedInAs: SignedInAs;
  /** Log entries that it provokes. */
  allow?: RegExp;
  onlyOnPhone?: boolean;
  /** Only for screenshots: the tests use another screen, which differs only in its figures. */
  onlyPictured?: boolean;
  open: (stage: Stage) => Promise<void>;
};

type More = Pick<Screen, 'allow' | 'onlyOnPhone' | 'onlyPictured'>;

const from =
  (place: Place, signedInAs: SignedInAs) =>
  (name: string, open: Screen['open'], more: More = {}): Screen => ({
    name,
    place,
    signedInAs,
    open,
    ...more,
  });

/** On a Boostdesk of its own. */
export const visitor = from('fresh', 'nobody');
export const newSeller = from('fresh', 'owner');
/** On a shared Boostdesk, for screens that leave nothing behind but sessions. */
export const sharedVisitor = from('shared', 'nobody');
export const sharedSeller = from('shared', 'owner');
/** In the demo's shop. */
export const demoVisitor = from('demo', 'nobody');
export const demoSeller = from('demo', 'owner');

export const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
