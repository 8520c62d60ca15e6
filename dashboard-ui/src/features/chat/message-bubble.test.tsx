import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage } from './a-message';
import { me } from './fake-room';
import { MessageBubble } from './message-bubble';
import type { Pending } from './timeline';

const acts = {
  reply: vi.fn(),
  copy: vi.fn(),
  edit: vi.fn(),
  remove: vi.fn(),
  mute: vi.fn(),
  open: vi.fn(),
  jump: vi.fn(),
  sendAgain: vi.fn(),
  discard: vi.fn(),
};
const done = () =>
  Object.entries(acts).flatMap(([name, act]) => act.mock.calls.map(([what]: unknown[]) => [name, what]));

beforeEach(() => {
  vi.clearAllMocks();
});

function press(state?: Pending['state']) {
  const message = aMessage(3, { ...me, ...(state && { id: 'pending client-1' }) });
  const { createdAt } = message;
  const draft = { content: message.content, replyTo: null, mentions: [], attachments: [] };
  render(
    <MessageBubble
      shown={{
        key: 'key',
        message,
        pending: state && { clientId: 'client-1', author: me, draft, createdAt, state },
        first: true,
        last: true,
      }}
      me={me.authorId}
      people={[]}
      actsFor={() => acts}
      editMs={0}
      reachable
      onReached={() => {}}
      onFold={() => {}}
    />,
  );
  for (const key of ['r', 'e', 'c', 'Delete']) fireEvent.keyDown(screen.getByRole('article'), { key });
  return message;
}

it('a message is replied to, copied, edited and deleted with keys', () => {
  const message = press();
  expect(done()).toEqual(['reply', 'copy', 'edit', 'remove'].map((name) => [name, message]));
});

it.each(['waiting', 'sent'] as const)('a message that is %s can only be copied with keys', (state) => {
  const message = press(state);
  expect(done()).toEqual([['copy', message]]);
});

it('a refused message can be copied, and discarded with Delete', () => {
  const message = press('refused');
  expect(done()).toEqual([
    ['copy', message],
    ['discard', 'client-1'],
  ]);
});
