import { useEffect, useRef } from 'react';
import { formatNumber } from '../shared/format/number';
import { say } from './say';

type Found = {
  /** What the list was asked for: search, filters. */
  asked: string;
  /** How many entries the list shows. Undefined until its answer is here. */
  count: number | undefined;
  noun: string;
  /** Its plural, if it is irregular. */
  many?: string;
};

/** Long enough not to speak into typing. */
const rest = 500;

/**
 * Announces how many entries a list shows, each time that it was asked for something else, but not at first. What was
 * asked for before may be asked for again, and find something else by then.
 */
export function useSayFound({ asked, count, noun, many = `${noun}s` }: Found) {
  const last = useRef(asked);
  const isOwed = useRef(false);
  useEffect(() => {
    if (asked !== last.current) isOwed.current = true;
    last.current = asked;
    if (count === undefined || !isOwed.current) return;
    const timer = setTimeout(() => {
      isOwed.current = false;
      say(`${formatNumber(count)} ${count === 1 ? noun : many} shown`);
    }, rest);
    return () => clearTimeout(timer);
  }, [asked, count, noun, many]);
}
