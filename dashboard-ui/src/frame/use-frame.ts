import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { connectFrame, type FrameConnection, type OwnCode } from './frame-connection';
import type { Failure, Problem, Shown } from './messages';

type FrameUse = Shown & {
  /** For the preview; a public page already contains its code. Must not change during the life of the frame. */
  own?: OwnCode;
  onReady: () => void;
  onFailed: (failure: Failure) => void;
  onComplaint?: (problem: Problem) => void;
};

/** Runs a seller's page in the iframe that gets the returned ref. Another page needs another iframe. */
export function useFrame(use: FrameUse): RefObject<HTMLIFrameElement | null> {
  const { stock, shop, updatedAt, underBar } = use;
  const ref = useRef<HTMLIFrameElement>(null);
  const connection = useRef<FrameConnection>(null);
  const onReady = useEffectEvent(use.onReady);
  const onFailed = useEffectEvent(use.onFailed);
  const onComplaint = useEffectEvent((problem: Problem) => use.onComplaint?.(problem));
  const start = useEffectEvent((frame: HTMLIFrameElement) =>
    connectFrame(frame, { stock, shop, updatedAt, underBar }, { onReady, onFailed, onComplaint }, use.own),
  );

  // A layout effect, so that it listens before the frame can have loaded.
  useLayoutEffect(() => {
    if (!ref.current) return;
    const connected = start(ref.current);
    connection.current = connected;
    return () => connected.close();
  }, []);

  useEffect(
    () => connection.current?.show({ stock, shop, updatedAt, underBar }),
    [stock, shop, updatedAt, underBar],
  );

  return ref;
}
