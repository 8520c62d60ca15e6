import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { loadCode } from '../../api/fresh-code';
import type { PaletteProps } from './palette';

const load = () => import('./palette');

/** The palette, whose code comes when it is about to be wanted: by `open`, or by `Ctrl+K` if it is `allowed`. */
export function usePalette(allowed: boolean) {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();
  const [isOpen, setOpen] = useState(false);

  function open() {
    setOpen(true);
    loadCode(load, () => location.reload()).then(
      ({ Palette }) => setPalette(() => Palette),
      // Without the server it stays shut; the strip above the screen says why.
      () => setOpen(false),
    );
  }

  /** Where no dialog is open and nothing else has taken the key. */
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Control' || event.key === 'Meta') void load().catch(() => undefined);
    const isWanted = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!allowed || !isWanted || event.shiftKey || event.altKey) return;
    if (event.defaultPrevented || document.querySelector('dialog:modal')) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);

  return { Palette: isOpen ? Palette : undefined, open, onClosed: () => setOpen(false) };
}
