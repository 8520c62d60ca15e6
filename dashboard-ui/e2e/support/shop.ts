import { expect } from '@playwright/test';
import type { Schema } from '../../src/api/types';
import type { App } from './app';

type StockType = 'OneMonthTokens.txt' | 'ThreeMonthTokens.txt';

let tokensMade = 0;

export const guild = '112233445566778899';

type Deliver = { ok?: number; failed?: number };
type OrderWish = { stock?: StockType; amount?: number; deliver?: Deliver } & Partial<Schema<'RedeemRequest'>>;

/** A seller, or a customer, who talks to the API instead of a page. */
export class Shop {
  readonly token: string;
  readonly accessCode: string;
  private readonly app: App;

  private constructor(app: App, accessCode: string, token: string) {
    this.app = app;
    this.accessCode = accessCode;
    this.token = token;
  }

  static async signIn(app: App, accessCode = app.accessCode): Promise<Shop> {
    const { token } = await call<Schema<'LoginResponse'>>(app, 'POST', '/api/auth/login', '', {
      captcha_key: '',
      access_code: accessCode,
    });
    return new Shop(app, accessCode, token);
  }

  async storefront(changes: Partial<Schema<'StorefrontInput'>> = {}): Promise<Schema<'Storefront'>> {
    const wanted = { guildId: guild, name: 'Nova Boosts', embedColor: '#6d4aff', ...changes };
    return this.call('POST', '/api/storefronts', wanted);
  }

  async changeStorefront(changes: Partial<Schema<'StorefrontInput'>>) {
    const now = await this.call<Schema<'Storefront'>>('GET', `/api/storefronts/${guild}`);
    const { name, embedColor, embedFooter, redeemFooter, storeLink, discordLink, lowStockThreshold } = now;
    const kept = { name, embedColor, embedFooter, redeemFooter, storeLink, discordLink, lowStockThreshold };
    await this.call('PUT', `/api/storefronts/${guild}`, { guildId: guild, ...kept, ...changes });
  }

  async stock(tokens: string[] | number, stock: StockType = 'OneMonthTokens.txt', of = guild) {
    const lines =
      typeof tokens === 'number'
        ? Array.from({ length: tokens }, () => `${stock[0]}M-token-${++tokensMade}`)
        : tokens;
    await this.call('POST', `/api/storefronts/${of}/stock/${stock}`, lines.join('\n'));
    return lines;
  }

  async keys(count: number, amount = 2, stock: StockType = 'OneMonthTokens.txt'): Promise<string[]> {
    const wanted = { stock, amount, count } satisfies Schema<'CreateKeys'>;
    const { keys } = await this.call<Schema<'KeysCreated'>>('POST', `/api/storefronts/${guild}/keys`, wanted);
    return keys;
  }

  async key(amount = 2, stock?: StockType): Promise<string> {
    return (await this.keys(1, amount, stock))[0]!;
  }

  /** Redeems a key by API, as a customer. */
  async redeem(redeemKey: string, details: Partial<Schema<'RedeemRequest'>> = {}) {
    const wanted = { ...customer, redeemKey, ...details };
    await call(this.app, 'POST', `/api/redeem/${guild}`, '', wanted);
  }

  /** Adds the stock for `amount` boosts, sells them and marks tokens as `deliver` says. Returns the order's id. */
  async order({ stock, amount = 2, deliver, ...details }: OrderWish = {}): Promise<string> {
    await this.stock(amount / 2, stock);
    const key = await this.key(amount, stock);
    await this.redeem(key, details);
    if (deliver) await this.deliver(key, deliver);
    return key;
  }

  async deliver(orderId: string, { ok = 0, failed = 0 }: Deliver) {
    const order = await this.call<Schema<'Order'>>('GET', `/api/dashboard/orders/${orderId}/order.json`);
    const results = order.pending
      .slice(0, ok + failed)
      .map((token, index): Schema<'DeliverResult'> => ({ token, ok: index < ok }));
    await this.call('POST', `/api/dashboard/orders/${orderId}/deliver`, { results });
  }

  /** The id of the first listed order in this state. */
  async orderThatIs(state: Schema<'Order'>['state']): Promise<string> {
    const { folders } = await this.call<{ folders: string[] }>(
      'GET',
      '/api/dashboard/fetch-dashboard-orders',
    );
    for (const id of folders) if ((await this.readOrder(id)).state === state) return id;
    throw new Error(`no order is ${state}`);
  }

  async logo(svg: string) {
    const form = new FormData();
    form.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'logo.svg');
    const answer = await fetch(`${this.app.origin}/api/storefronts/${guild}/logo`, {
      method: 'PUT',
      headers: { Authorization: this.token },
      body: form,
    });
    expect(answer.ok, await answer.text()).toBe(true);
  }

  readOrder(orderId: string): Promise<Schema<'Order'>> {
    return this.call('GET', `/api/dashboard/orders/${orderId}/order.json`);
  }

  signOut(): Promise<unknown> {
    return this.call('POST', '/api/auth/logout');
  }

  call<Answer>(method: string, path: string, body?: string | object): Promise<Answer> {
    return call(this.app, method, path, this.token, body);
  }
}

export const customer = {
  discordInvite: 'lofi-lounge',
  email: 'mika@example.com',
  displayname: '',
  bio: '',
  avatar: '',
  banner: '',
} satisfies Partial<Schema<'RedeemRequest'>>;

async function call<Answer>(
  app: App,
  method: string,
  path: string,
  token: string,
  body?: string | object,
): Promise<Answer> {
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  const answer = await fetch(app.origin + path, {
    method,
    headers: { Authorization: token, ...(body === undefined ? {} : { 'Content-Type': type }) },
    body: typeof body === 'object' ? JSON.stringify(body) : body,
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true);
  return JSON.parse(text) as Answer;
}
