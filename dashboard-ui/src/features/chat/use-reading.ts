import { useEffect, useLayoutEffect, useState } from 'react';
import { usePageTitle } from '../../ui/page';
import { countUnread } from './layout';
import type { Message } from './message';

const keyOf = (authorId: string) => `chat.read.${authorId}`;

/** Up to where this person has read, and from where on it is new. */
export function useReading(messages: readonly Message[], me: string, atEnd: boolean) {
  const [read, setRead] = useState(() => localStorage.getItem(keyOf(me)) ?? undefined);
  // The line stays where it was while one reads on, and moves when one has been away.
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

  // At once: whoever sees a line may go.
  useLayoutEffect(() => {
    if (read) localStorage.setItem(keyOf(me), read);
  }, [read, me]);

  const unread = countUnread(messages, read, me);
  usePageTitle(unread > 0 ? `(${unread}) Chat` : 'Chat');

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
