import { useEffect, useState } from 'react';
import { sessionToken } from '../../api/session';
import { useUser } from './require-user';
import { dropUnsent, keepUnsent, loadUnsent, unsentKey } from './unsent';

/** What this user was writing when their session ended. For texts that take a while, never for secrets or codes. */
export function useUnsent<Value>(name: string): Value | undefined {
  const { id } = useUser();
  return useState(() => loadUnsent<Value>(unsentKey(id, name)))[0];
}

/** For input that can no longer be restored. */
export function useDropUnsent(name: string) {
  const { id } = useUser();
  return () => dropUnsent(unsentKey(id, name));
}

/** Keeps `value` while its screen is open, and afterwards if the session has ended. Undefined: there is nothing to keep. */
export function useKeepUnsent(name: string, value: unknown) {
  const { id } = useUser();
  const key = unsentKey(id, name);
  const text = value === undefined ? undefined : JSON.stringify(value);
  useEffect(() => {
    if (text !== undefined) keepUnsent(key, text);
    // A user who leaves with a session has sent the input, or has agreed to lose it.
    return () => {
      if (sessionToken() !== '') dropUnsent(key);
    };
  }, [key, text]);
}

/**
 * Keeps what is typed until `value` is undefined, also after the screen is left. Send through the function that this
 * returns: it drops what is kept at once, so that a form opened meanwhile starts empty, and keeps it again if the
 * sending fails and nothing newer is kept.
 */
export function useKeepUntilSent(name: string, value: unknown): (sending: Promise<unknown>) => Promise<void> {
  const { id } = useUser();
  const key = unsentKey(id, name);
  const text = value === undefined ? undefined : JSON.stringify(value);
  useEffect(() => {
    if (text === undefined) dropUnsent(key);
    else keepUnsent(key, text);
  }, [key, text]);
  return async (sending) => {
    dropUnsent(key);
    try {
      await sending;
    } catch (error) {
      // What was typed meanwhile is kept already.
      if (text !== undefined && loadUnsent(key) === undefined) keepUnsent(key, text);
      throw error;
    }
  };
}
