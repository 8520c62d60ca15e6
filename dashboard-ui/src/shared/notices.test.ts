import { beforeEach, expect, it, vi } from 'vitest';
import { createNotices, type Notices } from './notices';

let notices: Notices;

function stub(make: () => { onclick?: () => void }) {
  const Notification = vi.fn(make);
  vi.stubGlobal('Notification', Object.assign(Notification, { permission: 'granted' }));
  return Notification;
}

beforeEach(() => {
  localStorage.setItem('orders', 'on');
  notices = createNotices('orders');
});

it('a notification focuses the page and calls `onPress` when it is clicked', () => {
  const focus = vi.spyOn(window, 'focus').mockReturnValue();
  const shown: { onclick?: () => void } = {};
  const Notification = stub(function () {
    return shown;
  });
  const press = vi.fn();
  notices.show('Order', { body: '4 boosts' }, press);
  expect(Notification).toHaveBeenCalledWith('Order', { body: '4 boosts' });
  expect(notices.state()).toBe('on');
  expect(focus).not.toHaveBeenCalled();
  shown.onclick?.();
  expect(focus).toHaveBeenCalledTimes(1);
  expect(press).toHaveBeenCalledTimes(1);
});

it('notifications count as missing once the browser refuses to create one', () => {
  stub(function () {
    throw new TypeError('Illegal constructor');
  });
  const changed = vi.fn();
  notices.subscribe(changed);
  expect(notices.state()).toBe('on');
  notices.show('Order', {}, () => {});
  expect(notices.state()).toBe('missing');
  expect(changed).toHaveBeenCalledTimes(1);
});
