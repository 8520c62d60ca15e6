import type { Verdict } from './use-verdicts';

const verdicts: Record<string, Verdict> = { d: 'delivered', f: 'failed' };
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat'>;

/** The verdict that a key stands for; undefined for other keys. Key repeat is ignored. */
export function verdictOf({ key, altKey, ctrlKey, metaKey, shiftKey, repeat }: Pressed): Verdict | undefined {
  return altKey || ctrlKey || metaKey || shiftKey || repeat ? undefined : verdicts[key.toLowerCase()];
}

/** The effect of a key: a verdict on the token in `row`, then the focus moves to `next`. */
type Move = { row: number; verdict: Verdict | undefined; next: number };

/**
 * D and F record a verdict on the focused row and move to the next one. `focused` is -1 if no row has the focus: then
 * it is the first row without a verdict. The up and down arrows only move. Undefined for every other key.
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
