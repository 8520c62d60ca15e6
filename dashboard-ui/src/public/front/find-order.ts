import { address } from '../api';
import type { OrderStatus } from '../types';

export type FoundOrder = { guildId: string; orderId: string } | { refusal: string };

const missing = "We couldn't find the order with the provided Order ID.";
const refused = 'An error occurred while fetching the order status.';
const unexpected = 'An unexpected error occurred.';

/** Asks one storefront of the seller after the other. Never throws. */
export async function findOrder(storefronts: string[], typed: string): Promise<FoundOrder> {
  for (const guildId of storefronts) {
    let answer: Response;
    try {
      answer = await fetch(
        address('/api/fetch/{guildId}/order/{orderId}/status', { guildId, orderId: typed }),
      );
      if (answer.ok) {
        const order: OrderStatus = await answer.json();
        return { guildId, orderId: order.orderId };
      }
    } catch {
      return { refusal: unexpected };
    }
    if (answer.status !== 404) return { refusal: refused };
  }
  return { refusal: missing };
}
