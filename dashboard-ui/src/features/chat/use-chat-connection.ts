import { useEffect, useState } from 'react';
import { inTab } from '../../shared/browser-storage';
import { browserPorts } from './browser-ports';
import { ChatConnection, type Listeners } from './connection';
import type { Person } from './message';
import { useChatHost } from './queries';
import type { Pending } from './timeline';
import { useChatPart } from './use-chat-part';

const outboxKey = (author: Person) => `chat.outbox.${author.authorId}`;

/** Connects to the room while the component is mounted. Unsent messages survive a reload of the page. */
export function useChatConnection(author: Person, listeners: Listeners): ChatConnection {
  const host = useChatHost();
  const [chat] = useState(() => new ChatConnection(browserPorts(host), author, {}, loadOutbox(author)));
  const { pending } = useChatPart(chat, 'timeline');

  useEffect(() => chat.listen(listeners));

  useEffect(() => chat.rename(author), [chat, author]);

  useEffect(() => {
    if (pending.length > 0) inTab.set(outboxKey(author), JSON.stringify(pending));
    else inTab.remove(outboxKey(author));
  }, [pending, author]);

  useEffect(() => {
    chat.start();
    const wake = () => {
      if (document.visibilityState === 'visible') chat.wake();
    };
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      chat.stop();
    };
  }, [chat]);

  return chat;
}

function loadOutbox(author: Person): Pending[] {
  try {
    const kept: unknown = JSON.parse(inTab.get(outboxKey(author)) ?? '[]');
    return Array.isArray(kept) ? (kept as Pending[]) : [];
  } catch {
    return [];
  }
}
