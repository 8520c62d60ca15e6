import { describe, expect, it } from 'vitest';
import { aMessage } from './a-message';
import { countUnread, layOut } from './layout';
import type { Message } from './message';
import { emptyTimeline } from './timeline';

const me = 'me';
const at = (id: number, time: string, changes: Partial<Message> = {}) =>
  aMessage(id, { createdAt: time, ...changes });
const shape = (messages: Message[], lastRead?: string) =>
  layOut({ ...emptyTimeline, messages }, lastRead, me).map((row) =>
    row.kind === 'group' ? row.messages.map(({ message }) => message.id).join() : row.kind,
  );

describe('the message list layout', () => {
  it('groups messages that one user sends within five minutes', () =>
    expect(
      shape([
        at(1, '2026-11-20T09:00:00Z'),
        at(2, '2026-11-20T09:04:59Z'),
        at(3, '2026-11-20T09:09:59Z'),
        at(4, '2026-11-20T09:10:00Z', { authorId: 'other' }),
        at(5, '2026-11-20T09:10:01Z'),
      ]),
    ).toEqual(['day', '1,2', '3', '4', '5']));

  it('has a separator for each day in the time zone of the reader', () => {
    const beforeMidnight = new Date(2026, 10, 20, 23, 59);
    const afterMidnight = new Date(2026, 10, 21, 0, 1);
    expect(shape([at(1, beforeMidnight.toISOString()), at(2, afterMidnight.toISOString())])).toEqual([
      'day',
      '1',
      'day',
      '2',
    ]);
  });

  it('marks and counts unread messages from the first unread one of another user', () => {
    const messages = [
      at(1, '2026-11-20T09:00:00Z'),
      at(2, '2026-11-20T09:01:00Z', { authorId: me }),
      at(3, '2026-11-20T09:02:00Z'),
      at(4, '2026-11-20T09:03:00Z'),
    ];
    expect(shape(messages, '2026-11-20T09:00:00Z')).toEqual(['day', '1', '2', 'unread', '3,4']);
    expect(countUnread(messages, '2026-11-20T09:00:00Z', me)).toBe(2);
    expect(shape(messages, '2026-11-20T09:03:00Z')).not.toContain('unread');
    expect(countUnread(messages, undefined, me)).toBe(0);
  });

  it('keeps the key of a pending message when its echo arrives', () => {
    const pending = {
      clientId: 'c',
      author: { authorId: me, author: 'mika' },
      draft: { content: 'x', replyTo: null, mentions: [], attachments: [] },
      createdAt: '2026-11-20T09:00:00Z',
      state: 'sent' as const,
    };
    const [, before] = layOut({ ...emptyTimeline, pending: [pending] }, undefined, me);
    const echo = at(1, '2026-11-20T09:00:01Z', { authorId: me, author: 'mika', clientId: 'c' });
    const [, after] = layOut({ ...emptyTimeline, messages: [echo] }, undefined, me);
    expect(after!.key).toBe(before!.key);
  });
});
