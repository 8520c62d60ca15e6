import { useRef, type ReactNode } from 'react';
import { useFocusOnArrival } from './use-focus-on-arrival';

const useful = ['button', 'input', 'textarea', 'a[href]'].map((one) => `${one}:not(:disabled)`).join();

type FirstProps = {
  /** Whether it can be used already. */
  ready?: boolean;
  children: ReactNode;
};

/** Around the first useful control of a screen: whoever comes there has the focus on it. */
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
