import type { Schema } from '../../api/types';

export const room = 'global';
export const longestUsername = 40;

export type Person = Schema<'ChatMember'>;
export type Attachment = Schema<'Attachment'>;
export type Quote = Schema<'ChatQuote'>;
export type Message = Schema<'ChatMessage'>;
export type Outgoing = Schema<'SendMessage'> & { content: string };
export type Changes = Schema<'Changes'>;

/** What a person writes, before it is on its way. */
export type Draft = { content: string; replyTo: Quote | null; mentions: string[]; attachments: Attachment[] };

export type Mute = { muted: boolean; until: string | null };

/** A message's words: its content without the addresses of its own files. */
export function textOf({ content, attachments }: Pick<Message, 'content' | 'attachments'>): string {
  return attachments.reduce((text, { url }) => text.replaceAll(url, ''), content).trim();
}
