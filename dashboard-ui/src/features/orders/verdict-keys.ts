import type { Verdict } from './use-verdicts';

const verdicts: Record<string, Verdict> = { d: 'delivered', f: 'failed' };
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat'>;

/** What a key says of a token; undefined where it says nothing. One that is held down says it once. */
export function verdictOf({ key, altKey, ctrlKey, metaKey, shiftKey, repeat }: Pressed): Verdict | undefined {
  return altKey || ctrlKey || metaKey || shiftKey || repeat ? undefined : verdicts[key.toLowerCase()];
}

/** What a key does to a list of tokens: a verdict on the one in `row`, and the focus on to `next`. */
type Move = { row: number; verdict: Verdict | undefined; next: number };

/**
 * D and F judge the row with the focus (`focused`, -1 where it is elsewhere: then the first without a verdict) and go on to
 * the next one; in the list the arrows go up and down. Undefined for every other key.
 */
export function moveOf(
  pressed: Pressed,
  focused: number,
  judged: readonly (Verdict | undefined)[],
): Move | undefined {
  const verdict = verdictOf(pressed);
  const row = focused < 0 && verdict ? judged.indexOf(undefined) : focused;
  const step = verdict ? 1 : (steps[pressed.key] ?? 0);
  if (row < 0 || step === 0) return undefined;
  return { row, verdict, next: Math.max(0, Math.min(row + step, judged.length - 1)) };
}
