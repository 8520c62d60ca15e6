import { useState } from 'react';
import { newId } from './browser-ports';
import { cleanName, type Person } from './message';

const keyOf = (userId: string) => `chat.profile.${userId}`;

/** Who one is in the chat, kept by this browser for each user who signs in here. */
export function useProfile(userId: string) {
  const [profile, setProfile] = useState(() => storedProfile(userId));
  function save(person: Person) {
    localStorage.setItem(keyOf(userId), JSON.stringify({ userId: person.authorId, username: person.author }));
    setProfile(person);
  }
  return {
    profile,
    save,
    choose: (author: string) => save({ authorId: profile?.authorId ?? newId(), author }),
    /** Goes on under another id: another user has written under this one. */
    moveTo: (authorId = newId()) => profile && save({ ...profile, authorId }),
  };
}

/** Who a user is in the chat as this browser knows them; undefined for whoever has not been there. */
export function storedProfile(userId: string): Person | undefined {
  try {
    const { userId: authorId, username } = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    if (typeof authorId !== 'string' || typeof username !== 'string') return undefined;
    const author = cleanName(username);
    return author ? { authorId, author } : undefined;
  } catch {
    return undefined;
  }
}
