export const room = 'global';
export const longestUsername = 40;

export type Person = { authorId: string; author: string };

export type Attachment = {
  url: string;
  kind: 'image' | 'video';
  name: string;
  type: string;
  size: number;
  width: number | null;
  height: number | null;
  thumbnail: string | null;
};

export type Quote = Person & { id: string; content: string; deleted: boolean };

export type Message = Person & {
  id: string;
  room: string;
  admin: boolean;
  content: string;
  createdAt: string;
  revision: number;
  editedAt: string | null;
  deleted: boolean;
  clientId: string | null;
  replyTo: Quote | null;
  mentions: string[];
  attachments: Attachment[];
};

/** What a person writes, before it is on its way. */
export type Draft = { content: string; replyTo: Quote | null; mentions: string[]; attachments: Attachment[] };

/** What goes to the server. */
export type Outgoing = Person & {
  room: string;
  content: string;
  clientId: string;
  replyTo?: string;
  mentions: string[];
  attachments: string[];
};

export type Changes = { messages: Message[]; revision: number; more: boolean };
export type Mute = { muted: boolean; until: string | null };

/** A message's words: its content without the addresses of its own files. */
export function textOf({ content, attachments }: Pick<Message, 'content' | 'attachments'>): string {
  return attachments.reduce((text, { url }) => text.replaceAll(url, ''), content).trim();
}
