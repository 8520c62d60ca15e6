/** Whether this browser tells of orders that wait for the seller. Off until it is asked for, and granted. */

export type NoticeState = 'off' | 'on' | 'refused' | 'missing';

const storageKey = 'order notices';
const listeners = new Set<() => void>();

export function noticeState(): NoticeState {
  if (!('Notification' in window)) return 'missing';
  if (Notification.permission === 'denied') return 'refused';
  const wanted = localStorage.getItem(storageKey) === 'on';
  return wanted && Notification.permission === 'granted' ? 'on' : 'off';
}

export async function turnNotices(on: boolean): Promise<void> {
  if (on && (await Notification.requestPermission()) === 'granted') localStorage.setItem(storageKey, 'on');
  else localStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}

export function subscribeToNotices(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
