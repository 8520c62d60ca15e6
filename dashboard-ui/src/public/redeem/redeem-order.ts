import type { Schema } from '../../api/types';
import { address } from '../api';
import type { RedeemValues } from '../types';
import { customersPatience, within } from '../within';

/** `unknown`: the key may be spent all the same. */
type RedeemAnswer = { status: 'success' | 'refused' | 'unknown'; message: string };

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
      const isRefused = answer.ok ? body.status === 'error' : answer.status < 500;
      return {
        status: isRefused ? 'refused' : 'unknown',
        message: body.message || 'Failed to redeem. Please try again.',
      };
    });
  } catch {
    return { status: 'unknown', message: 'An unexpected error occurred. Please try again.' };
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
