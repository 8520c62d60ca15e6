import type { KeyboardEvent } from 'react';
import type { Verdict } from './use-verdicts';

const verdicts: Record<string, Verdict> = { d: 'delivered', f: 'failed' };

/** What a key says of the row that has the focus; undefined where it says nothing. */
export function verdictOf({ key, altKey, ctrlKey, metaKey, shiftKey }: Pressed): Verdict | undefined {
  return altKey || ctrlKey || metaKey || shiftKey ? undefined : verdicts[key.toLowerCase()];
}

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** On a list of rows: D and F judge the row with the focus and go on to the next one, the arrows go up and down. */
export function pressInRows(
  event: KeyboardEvent<HTMLUListElement>,
  choose: (row: number, verdict: Verdict) => void,
) {
  const rows = [...event.currentTarget.children];
  const row = rows.findIndex((one) => one.contains(event.target as Node));
  const verdict = verdictOf(event);
  const step = verdict ? 1 : ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0);
  if (row < 0 || step === 0) return;
  event.preventDefault();
  if (verdict) choose(row, verdict);
  rows[row + step]?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
}
