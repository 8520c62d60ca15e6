import { useEffect, useState } from 'react';
import { sessionToken } from '../../api/session';
import { useUser } from './require-user';
import { dropUnsent, keepUnsent, loadUnsent, unsentKey } from './unsent';

/** What this user was writing when their session ended. For texts that take a while, never for secrets or codes. */
export function useUnsent<Value>(name: string): Value | undefined {
  const { id } = useUser();
  return useState(() => loadUnsent<Value>(unsentKey(id, name)))[0];
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
 * Keeps it as it is typed, whoever leaves, until there is nothing to keep. What this returns is told of its sending: meanwhile nothing
 * is kept of it, for whoever comes back to write it anew, and again when that fails.
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
