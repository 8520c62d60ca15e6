import type { Message } from './message';

/** How a message concerns somebody who did not write it; undefined if it does not. */
export function concern(message: Message, authorId: string): 'replied to you' | 'mentioned you' | undefined {
  if (message.authorId === authorId || message.deleted) return undefined;
  if (message.replyTo?.authorId === authorId) return 'replied to you';
  return message.mentions.includes(authorId) ? 'mentioned you' : undefined;
}
