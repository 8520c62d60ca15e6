import { orderStatusData } from '../paths';
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
      answer = await fetch(orderStatusData(guildId, typed));
      if (answer.ok) return { guildId, orderId: ((await answer.json()) as OrderStatus).orderId };
    } catch {
      return { refusal: unexpected };
    }
    if (answer.status !== 404) return { refusal: refused };
  }
  return { refusal: missing };
}
