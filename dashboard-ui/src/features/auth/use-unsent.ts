import { useEffect, useState } from 'react';
import { sessionToken } from '../../api/session';
import { useUser } from './require-user';
import { dropUnsent, keepUnsent, loadUnsent, unsentKey } from './unsent';

/** What this user was writing when their session ended. For texts that take a while, never for secrets or codes. */
export function useUnsent<Value>(name: string): Value | undefined {
  const { id } = useUser();
  return useState(() => loadUnsent<Value>(unsentKey(id, name)))[0];
}

/** For what cannot be put back any more. */
export function useDropUnsent(name: string) {
  const { id } = useUser();
  return () => dropUnsent(unsentKey(id, name));
}

/** Keeps it as it is typed, and while its screen is there; undefined where there is nothing to keep. */
export function useKeepUnsent(name: string, value: unknown) {
  const { id } = useUser();
  const key = unsentKey(id, name);
  const text = value === undefined ? undefined : JSON.stringify(value);
  useEffect(() => {
    if (text !== undefined) keepUnsent(key, text);
    // Who leaves with a session has sent it, or has been asked.
    return () => {
      if (sessionToken() !== '') dropUnsent(key);
    };
  }, [key, text]);
}

/**
 * Keeps what is typed, also for whoever leaves, until `value` is undefined. Send through the function that this returns: it drops what
 * is kept at once, so that a form opened meanwhile starts empty, and keeps it again if the sending fails.
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
      if (text !== undefined) keepUnsent(key, text);
      throw error;
    }
  };
}
