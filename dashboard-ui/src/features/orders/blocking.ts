import type { Block, BlockKind } from '../blocklist/queries';
import type { Order } from './order';

/** What of an order can stand on the blocklist. */
export type Blockable = { kind: Exclude<BlockKind, 'address'>; value: string };

export const blockWords = { email: 'Email', guild: 'Server' } as const satisfies Record<
  Blockable['kind'],
  string
>;

/** The email, and the server once it is known: until then the order says the storefront's own. */
export function blockable({ email, guildId, BBGuildID }: Order): Blockable[] {
  const server: Blockable[] = guildId === BBGuildID ? [] : [{ kind: 'guild', value: guildId }];
  return [{ kind: 'email', value: email }, ...server];
}

/** Emails are the same whatever their case. */
export const isBlocked = ({ kind, value }: Blockable, blocks: readonly Block[]) =>
  blocks.some((block) => block.kind === kind && block.value.toLowerCase() === value.toLowerCase());
