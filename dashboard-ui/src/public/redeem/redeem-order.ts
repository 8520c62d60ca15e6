import type { Schema } from '../../api/types';
import { address } from '../api';
import type { RedeemValues } from '../types';
import { customersPatience, within } from '../within';

type RedeemAnswer = { status: 'success' | 'error'; message: string };

/** Sends a redeem. Never throws: failures come back as a message for the customer. */
export async function redeemOrder(guildId: string, values: RedeemValues): Promise<RedeemAnswer> {
  try {
    return await within(customersPatience, async (signal) => {
      const answer = await fetch(address('/api/redeem/{guildId}', { guildId }), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(values satisfies Schema<'RedeemRequest'>),
        signal,
      });
      const body = bodyIn(await answer.text());
      if (answer.ok && body.status === 'success') {
        return { status: 'success', message: body.message || 'Order redeemed successfully!' };
      }
      return { status: 'error', message: body.message || 'Failed to redeem. Please try again.' };
    });
  } catch {
    return { status: 'error', message: 'An unexpected error occurred. Please try again.' };
  }
}

/** Parses a body. A proxy may answer with something other than JSON. */
function bodyIn(text: string): { status?: unknown; message?: string } {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return {};
    const { status, message } = body as Record<string, unknown>;
    return { status, ...(typeof message === 'string' ? { message } : {}) };
  } catch {
    return {};
  }
}
