import { address } from '../api';
import type { OrderStatus } from '../types';
import { customersPatience, within } from '../within';

type FoundOrder = { guildId: string; orderId: string } | { refusal: string };

const missing = "We couldn't find the order with the provided Order ID.";
const refused = 'An error occurred while fetching the order status.';
const unexpected = 'An unexpected error occurred.';

/** Looks for an order in each of the seller's storefronts, one after the other. Never throws. */
export async function findOrder(storefronts: string[], typed: string): Promise<FoundOrder> {
  try {
    for (const guildId of storefronts) {
      const found = await within(customersPatience, (signal) => askFor(typed, guildId, signal));
      if (found) return found;
    }
    return { refusal: missing };
  } catch {
    return { refusal: unexpected };
  }
}

async function askFor(typed: string, guildId: string, signal: AbortSignal): Promise<FoundOrder | null> {
  const from = address('/api/fetch/{guildId}/order/{orderId}/status', { guildId, orderId: typed });
  const answer = await fetch(from, { signal });
  if (answer.status === 404) return null;
  if (!answer.ok) return { refusal: refused };
  const { orderId }: OrderStatus = await answer.json();
  return { guildId, orderId };
}
