import type { Schema } from '../../api/types';

export const room = 'global';
/** Of messages. */
export const pageSize = 100;

export type Person = Schema<'ChatMember'>;
export type Members = Schema<'Members'>;
export type Attachment = Schema<'Attachment'>;
export type Quote = Schema<'ChatQuote'>;
export type Message = Schema<'ChatMessage'>;
export type Outgoing = Schema<'SendMessage'> & { content: string };
export type Changes = Schema<'Changes'>;

/** What a person writes, before it is on its way. */
export type Draft = { content: string; replyTo: Quote | null; mentions: string[]; attachments: Attachment[] };

export type Mute = { muted: boolean; until: string | null };

/** A message's words: its content without the addresses of its own files, be they written with this host or without. */
export function textOf({ content, attachments }: Pick<Message, 'content' | 'attachments'>): string {
  const without = (text: string, { url }: Attachment) =>
    text.replaceAll(new URL(url, location.origin).href, '').replaceAll(url, '');
  return attachments.reduce(without, content).trim();
}

/** A name as the server takes it: without characters that are not seen, or that turn the text around them. */
export const cleanName = (name: string) =>
  name.replace(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '').trim();
