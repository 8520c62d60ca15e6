import type { Block, BlockKind } from '../blocklist/queries';
import type { Order } from './order';

/** The parts of an order that can be put on the blocklist. */
export type Blockable = { kind: Exclude<BlockKind, 'address'>; value: string };

export const blockWords = { email: 'Email', guild: 'Server' } as const satisfies Record<
  Blockable['kind'],
  string
>;

/** The email, and the customer's server once it is known: until then the order has the storefront's own server there. */
export function blockable({ email, guildId, BBGuildID }: Order): Blockable[] {
  const server: Blockable[] = guildId === BBGuildID ? [] : [{ kind: 'guild', value: guildId }];
  return [{ kind: 'email', value: email }, ...server];
}

/** Emails are compared regardless of case. */
export const isBlocked = ({ kind, value }: Blockable, blocks: readonly Block[]) =>
  blocks.some((block) => block.kind === kind && block.value.toLowerCase() === value.toLowerCase());
