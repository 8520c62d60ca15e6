import { useState } from 'react';
import { inBrowser } from '../../shared/browser-storage';
import { randomUuid } from '../../shared/random-id';
import { cleanName, type Person } from './message';

const keyOf = (userId: string) => `chat.profile.${userId}`;

/** The user's name and author id in the chat, kept by this browser for each user who signs in here. */
export function useProfile(userId: string) {
  const [profile, setProfile] = useState(() => storedProfile(userId));
  function save(person: Person) {
    inBrowser.set(keyOf(userId), JSON.stringify({ userId: person.authorId, username: person.author }));
    setProfile(person);
  }
  return {
    profile,
    save,
    choose: (author: string) => save({ authorId: profile?.authorId ?? randomUuid(), author }),
    /** Switches to another author id, because the current one belongs to another user. */
    moveTo: (authorId = randomUuid()) => profile && save({ ...profile, authorId }),
  };
}

/** The chat profile of a user as this browser has stored it; undefined if there is none. */
export function storedProfile(userId: string): Person | undefined {
  try {
    const { userId: authorId, username } = JSON.parse(inBrowser.get(keyOf(userId)) ?? 'null');
    if (typeof authorId !== 'string' || typeof username !== 'string') return undefined;
    const author = cleanName(username);
    return author ? { authorId, author } : undefined;
  } catch {
    return undefined;
  }
}
