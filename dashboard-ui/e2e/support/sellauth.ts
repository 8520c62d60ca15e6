import type { APIRequestContext } from '@playwright/test';
import { createHmac } from 'node:crypto';
import { guild, type Shop } from './shop';

export const secret = 'sk_live_0123456789';

/** SellAuth, with product 42 at 14 boosts, connected. */
export async function connectSellAuth(shop: Shop) {
  const path = `/api/storefronts/${guild}/stores/sellauth`;
  const rows = [{ product: '42', variant: null, stock: 'OneMonthTokens.txt', amount: 14 }];
  await shop.call('POST', `${path}/secrets`, { secret });
  await shop.call('PUT', `${path}/products`, rows);
  await shop.call('PUT', path, { enabled: true });
}

type Purchase = { id: number; product?: number; quantity?: number; signedWith?: string };

/** What SellAuth sends when somebody has bought an item; its answer. */
export async function buy(
  request: APIRequestContext,
  { id, product = 42, quantity = 1, signedWith = secret }: Purchase,
) {
  const data = JSON.stringify({
    event: 'INVOICE.ITEM.DELIVER-DYNAMIC',
    id,
    shop_id: 5,
    email: 'mika@example.com',
    item: { id: 9, product_id: product, quantity },
  });
  const signature = createHmac('sha256', signedWith).update(data).digest('hex');
  const headers = { 'Content-Type': 'application/json', 'X-Signature': signature };
  const answer = await request.post(`/api/autobuy/sellauth/${guild}`, { headers, data });
  return { status: answer.status(), text: await answer.text() };
}
