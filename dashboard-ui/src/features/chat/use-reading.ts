import { useEffect, useLayoutEffect, useState } from 'react';
import { inBrowser } from '../../shared/browser-storage';
import { useScreenTitle } from '../../ui/page';
import { countUnread } from './layout';
import type { Message } from './message';

const keyOf = (authorId: string) => `chat.read.${authorId}`;

/** Keeps track of which messages this person has read, and where the unread ones begin. */
export function useReading(messages: readonly Message[], me: string, atEnd: boolean) {
  const [read, setRead] = useState(() => inBrowser.get(keyOf(me)) ?? undefined);
  // The line above unread messages stays in place while the user reads on, and moves when they have been away.
  const [marker, setMarker] = useState(read);
  const visible = useVisible();
  const reading = visible && atEnd;
  const newest = messages.at(-1)?.createdAt;
  const [wasReading, setWasReading] = useState(reading);

  if (wasReading !== reading) {
    setWasReading(reading);
    if (!reading) setMarker(read);
  }
  if (reading && newest && newest !== read && !(read && Date.parse(read) >= Date.parse(newest)))
    setRead(newest);

  // A layout effect, because the user may leave right after a message is drawn.
  useLayoutEffect(() => {
    if (read) inBrowser.set(keyOf(me), read);
  }, [read, me]);

  const unread = countUnread(messages, read, me);
  useScreenTitle(unread > 0 ? `(${unread}) Chat` : 'Chat');

  return { unread, marker, visible, clearMarker: () => setMarker(undefined) };
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}
