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

/** How often the room is looked at: nothing tells of it where it is not open. */
const everyMs = 10_000;

/** Shows a browser notification for each chat message that concerns the user, while nobody looks at the page. */
export function TellOfMentions() {
  const { id: userId } = useUser();
  const host = useChatHost();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const seen = useRef<number>(undefined);
  /** Who one is here, where only another browser has been in the room. */
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
    // The first look is at what was there already.
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
      // A room that cannot be reached is looked at again.
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

/** Not one that was edited since. */
const isNew = ({ id, revision }: Message) => id === String(revision);
