import type { Page } from '@playwright/test';
import type { App } from './app';
import { Shop } from './shop';

/** A new seller, who is no admin unless told, by API. */
export async function aSeller(app: App, name = 'mika', ...flags: '--admin'[]): Promise<Shop> {
  const { accessCode } = await app.operate<{ accessCode: string }>('seller', 'add', name, ...flags);
  return Shop.signIn(app, accessCode);
}

/** The page's next document belongs to this person. */
export function actAs(page: Page, person: Shop): Promise<unknown> {
  return page.addInitScript((token) => localStorage.setItem('token', token), person.token);
}
