import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths';
import { useUser } from '../auth/require-user';
import { concern } from './concerns';
import { textOf, type Message, type Person } from './message';
import { mentionNotices } from './mention-notices';
import { storedProfile } from './profile';
import { fetchChanges, roomQuery, useChatHost } from './queries';

/** Polled, because without an open room there is no line that announces messages. */
const everyMs = 10_000;

/** Shows a browser notification for each chat message that concerns the user while the page does not have the focus. */
export function TellOfMentions() {
  const { id: userId } = useUser();
  const host = useChatHost();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const seen = useRef<number>(undefined);
  /** The user's chat profile, if it was created in another browser. */
  const known = useRef<Person>(null);

  const tell = (message: Message) => {
    const me = (storedProfile(userId) ?? known.current)?.authorId;
    const how = me && isNew(message) && concern(message, me);
    if (!how || document.hasFocus()) return;
    const title = `${message.author} ${how}`;
    const options = { body: textOf(message), tag: `chat ${message.id}` };
    mentionNotices.show(title, options, () => void navigate(paths.chat));
  };

  const look = useEffectEvent(async () => {
    // The first poll only learns what is already there.
    if (seen.current === undefined) {
      const room = await queries.fetchQuery({ ...roomQuery(host), staleTime: 0 });
      known.current = room.me;
      seen.current = room.revision;
    }
    for (let more = true; more;) {
      const changes = await fetchChanges(host, seen.current);
      seen.current = changes.revision;
      changes.messages.forEach(tell);
      more = changes.more;
    }
  });

  useEffect(() => {
    let timer = 0;
    let stopped = false;
    const run = async () => {
      // A failed poll is simply repeated at the next turn.
      await look().catch(() => undefined);
      if (!stopped) timer = window.setTimeout(() => void run(), everyMs);
    };
    void run();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, []);
  return null;
}

/** Whether the message is unedited: the revision of a new message is its id. */
const isNew = ({ id, revision }: Message) => id === String(revision);
