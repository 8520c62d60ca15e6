import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ChatState } from './connection';
import { MessageList } from './message-list';

/** An IntersectionObserver that at once reports what it observes as visible. */
class Near {
  private readonly told: IntersectionObserverCallback;
  constructor(told: IntersectionObserverCallback) {
    this.told = told;
  }
  observe = () =>
    this.told([{ isIntersecting: true } as IntersectionObserverEntry], this as never as IntersectionObserver);
  disconnect = () => {};
}

const load = vi.fn();

beforeEach(() => {
  load.mockReset();
  vi.stubGlobal('IntersectionObserver', Near);
});

const list = (older: ChatState['older']) => (
  <MessageList
    ref={null}
    rows={[]}
    history="ready"
    older={older}
    unread={0}
    me="me"
    people={[]}
    actsFor={() => ({}) as never}
    editMs={0}
    onLoadOlder={load}
    onAtEnd={() => {}}
  />
);

it('earlier messages near the viewport are requested once, and after a failure by "Try again"', async () => {
  const { rerender } = render(list('there'));
  rerender(list('loading'));
  rerender(list('failed'));
  expect(load).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(load).toHaveBeenCalledTimes(2);
  rerender(list('there'));
  expect(load).toHaveBeenCalledTimes(3);
});
