import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { isTyping } from '../../ui/is-typing';
import { useTopLayer } from '../../ui/modal';
import type { Verdicts } from './use-verdicts';
import { moveOf } from './verdict-keys';

/**
 * Keyboard for the list of waiting tokens that takes the returned ref, a row for each: wherever the focus is in its dialog,
 * but where somebody types.
 */
export function useVerdictKeys(pending: string[], verdicts: Verdicts): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  const top = useTopLayer();

  const press = useEffectEvent((event: KeyboardEvent) => {
    // A question stands above the order.
    if (!list.current || !top.contains(list.current) || isTyping(event)) return;
    const rows = [...list.current.children];
    const focused = rows.findIndex((row) => row.contains(event.target as Node));
    const move = moveOf(event, focused, pending.map(verdicts.of));
    if (!move) return;
    event.preventDefault();
    if (move.verdict) verdicts.set(pending[move.row]!, move.verdict);
    rows[move.next]?.querySelector<HTMLElement>('[aria-pressed]')?.focus();
  });

  useEffect(() => {
    const onPress = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onPress);
    return () => window.removeEventListener('keydown', onPress);
  }, []);

  return list;
}
