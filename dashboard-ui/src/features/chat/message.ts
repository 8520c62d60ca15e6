import type { Schema, Sparse } from '../../api/types';

export const room = 'global';
/** How many messages a page of history has. */
export const pageSize = 100;

export type Person = Schema<'ChatMember'>;
export type Members = Schema<'Members'>;
export type Attachment = Schema<'Attachment'>;
export type Quote = Schema<'ChatQuote'>;
export type Message = Schema<'ChatMessage'>;
/** What a message has beside what the contract promises of it. */
const unsaid = {
  attachments: [],
  mentions: [],
  replyTo: null,
  clientId: null,
  admin: false,
  deleted: false,
  editedAt: null,
  revision: 0,
} satisfies Partial<Message>;
export type AnsweredMessage = Sparse<Message, keyof typeof unsaid>;

/** Fills in the fields that were left out. */
export const readMessage = (answer: AnsweredMessage): Message => ({
  ...unsaid,
  ...answer,
  revision: answer.revision ?? (Number(answer.id) || unsaid.revision),
});

export type Outgoing = Schema<'SendMessage'> & { content: string };
export type Changes = Schema<'Changes'>;

/** A message before it is sent. */
export type Draft = { content: string; replyTo: Quote | null; mentions: string[]; attachments: Attachment[] };

export type Mute = { muted: boolean; until: string | null };

/** The text of a message: its content without the URLs of its own files, with or without this host. */
export function textOf({ content, attachments }: Pick<Message, 'content' | 'attachments'>): string {
  const without = (text: string, { url }: Attachment) =>
    text.replaceAll(new URL(url, location.origin).href, '').replaceAll(url, '');
  return attachments.reduce(without, content).trim();
}

/** A name as the server accepts it: without invisible characters and without those that change the direction of text. */
export const cleanName = (name: string) =>
  name.replace(/[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '').trim();
