import type { App } from './app';
import { Shop } from './shop';

/** A new seller, who is no admin unless told, by API. */
export async function aSeller(app: App, name = 'mika', ...flags: '--admin'[]): Promise<Shop> {
  const { accessCode } = await app.operate<{ accessCode: string }>('seller', 'add', name, ...flags);
  return Shop.signIn(app, accessCode);
}

/** The storage of a browser in which this person has signed in. */
export function browserOf(app: App, { token }: Shop) {
  return { cookies: [], origins: [{ origin: app.origin, localStorage: [{ name: 'token', value: token }] }] };
}
