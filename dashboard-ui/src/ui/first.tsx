import { useRef, type ReactNode } from 'react';
import { useFocusOnArrival } from './use-focus-on-arrival';

const useful = ['button', 'input', 'textarea', 'a[href]'].map((one) => `${one}:not(:disabled)`).join();

type FirstProps = {
  /** Whether the control can take the focus yet. */
  ready?: boolean;
  children: ReactNode;
};

/** Wraps the first useful control of a screen, which gets the focus when the user comes to the screen. */
export function First({ ready = true, children }: FirstProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusOnArrival(
    () => box.current?.querySelector<HTMLElement>(useful)?.focus({ preventScroll: true }),
    ready,
  );
  return (
    <div ref={box} className="contents">
      {children}
    </div>
  );
}
