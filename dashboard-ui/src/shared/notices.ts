/** Browser notifications. Off until the user turns them on and grants the permission. */
import { inBrowser } from './browser-storage';

type NoticeState = 'off' | 'on' | 'refused' | 'missing';

export type Notices = ReturnType<typeof createNotices>;

/** Notifications of one kind; this browser stores under `storageKey` whether they are on. */
export function createNotices(storageKey: string) {
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  let fails = false;
  return {
    state(): NoticeState {
      if (fails || !('Notification' in window)) return 'missing';
      if (Notification.permission === 'denied') return 'refused';
      const wanted = inBrowser.get(storageKey) === 'on';
      return wanted && Notification.permission === 'granted' ? 'on' : 'off';
    },
    async turn(on: boolean): Promise<void> {
      if (on && (await Notification.requestPermission()) === 'granted') inBrowser.set(storageKey, 'on');
      else inBrowser.remove(storageKey);
      tell();
    },
    /** A click focuses this page and then calls `onPress`. */
    show(title: string, options: NotificationOptions, onPress: () => void) {
      try {
        new Notification(title, options).onclick = () => {
          window.focus();
          onPress();
        };
      } catch {
        // Browsers on Android allow notifications in service workers only, and say so only by throwing here.
        fails = true;
        tell();
      }
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
