/** Whether this browser tells of something by notifications of its own. Off until it is asked for, and granted. */

export type NoticeState = 'off' | 'on' | 'refused' | 'missing';

export type Notices = ReturnType<typeof createNotices>;

/** Notices of one kind, kept by this browser under `storageKey`. */
export function createNotices(storageKey: string) {
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());
  let fails = false;
  return {
    state(): NoticeState {
      if (fails || !('Notification' in window)) return 'missing';
      if (Notification.permission === 'denied') return 'refused';
      const wanted = localStorage.getItem(storageKey) === 'on';
      return wanted && Notification.permission === 'granted' ? 'on' : 'off';
    },
    async turn(on: boolean): Promise<void> {
      if (on && (await Notification.requestPermission()) === 'granted')
        localStorage.setItem(storageKey, 'on');
      else localStorage.removeItem(storageKey);
      tell();
    },
    /** A press on it leads to this page, and then calls `onPress`. */
    show(title: string, options: NotificationOptions, onPress: () => void) {
      try {
        new Notification(title, options).onclick = () => {
          window.focus();
          onPress();
        };
      } catch {
        // Browsers on Android have them for service workers alone, and say so only here.
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
