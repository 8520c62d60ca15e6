import { describe, expect, it } from 'vitest';
import { aMessage } from './a-message';
import { addPending, drop, emptyTimeline, take, takePage, type Pending } from './timeline';

const ids = ({ messages }: { messages: readonly { id: string }[] }) => messages.map(({ id }) => id);
const me = { authorId: 'me', author: 'mika' };
const pending = (clientId: string, content: string): Pending => ({
  clientId,
  author: me,
  draft: { content, replyTo: null, mentions: [], attachments: [] },
  createdAt: '2026-11-20T09:00:00.000Z',
  state: 'sent',
});

describe('timeline messages', () => {
  it('are sorted by id, whatever order they arrive in', () => {
    const late = take(emptyTimeline, [aMessage(101), aMessage(9), aMessage(99)]);
    expect(ids(take(late, [aMessage(100), aMessage(10)]))).toEqual(['9', '10', '99', '100', '101']);
  });

  it('with a known id and revision are ignored', () => {
    const once = take(emptyTimeline, [aMessage(1)]);
    expect(take(once, [aMessage(1)])).toBe(once);
  });

  it('are never replaced by an older revision', () => {
    const edited = aMessage(1, { content: 'better', revision: 5 });
    const timeline = take(emptyTimeline, [edited, aMessage(1)]);
    expect(timeline.messages).toEqual([edited]);
  });

  it('that were deleted do not reappear', () => {
    const timeline = take(drop(take(emptyTimeline, [aMessage(1), aMessage(2)]), '1'), [aMessage(1)]);
    expect(ids(timeline)).toEqual(['2']);
    expect(ids(take(timeline, [aMessage(2, { deleted: true, revision: 9 })]))).toEqual([]);
  });

  it('older than the loaded history wait for their page, unless they were deleted', () => {
    const edited = [5, 6, 7].map((id) => aMessage(id, { content: 'better', revision: 20 + id }));
    const begun = takePage(take(emptyTimeline, [edited[0]!]), [aMessage(10), aMessage(11)]);
    const waiting = drop(take(begun, [edited[1]!, edited[2]!]), '6');
    expect(ids(waiting)).toEqual(['10', '11']);
    const whole = takePage(
      waiting,
      [5, 6, 7, 8].map((id) => aMessage(id)),
    );
    expect(ids(whole)).toEqual(['5', '7', '8', '10', '11']);
    expect(whole.messages.slice(0, 2)).toEqual([edited[0], edited[2]]);
    expect(whole.early).toEqual([]);
  });

  it('show the current state of the message that they quote', () => {
    const quote = { id: '1', authorId: 'a', author: 'a', content: 'old', deleted: false };
    const asked = take(emptyTimeline, [aMessage(1), aMessage(2, { replyTo: quote })]);
    const edited = take(asked, [aMessage(1, { content: 'new', revision: 3 })]);
    expect(edited.messages[1]!.replyTo).toMatchObject({ content: 'new', deleted: false });
    expect(drop(edited, '1').messages[0]!.replyTo).toMatchObject({ content: '', deleted: true });
  });
});

describe('an echo', () => {
  const waiting = addPending(addPending(emptyTimeline, pending('a', 'hello')), pending('b', 'hello'));

  it('replaces the pending message with its client id', () => {
    const timeline = take(waiting, [aMessage(1, { ...me, content: 'hello', clientId: 'b' })]);
    expect(timeline.pending.map(({ clientId }) => clientId)).toEqual(['a']);
    expect(ids(timeline)).toEqual(['1']);
  });

  it('without a client id replaces the first pending one with the same author, room and text', () => {
    const echo = aMessage(1, { ...me, content: ' hello\n' });
    expect(take(waiting, [echo]).pending.map(({ clientId }) => clientId)).toEqual(['b']);
  });

  it.each([
    ['another author', { authorId: 'you' }],
    ['another room', { room: 'other' }],
    ['another text', { content: 'hello there' }],
    ["another device's client id", { clientId: 'c' }],
  ])('with %s replaces no pending message', (_, changes) =>
    expect(take(waiting, [aMessage(1, { ...me, content: 'hello', ...changes })]).pending).toHaveLength(2),
  );
});
