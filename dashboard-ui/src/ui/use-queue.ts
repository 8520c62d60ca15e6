import { useEffect, useRef, useState } from 'react';
import { toast } from './toast';

/**
 * Secrets that are shown once, one after the other. If the screen was left before one arrives, it cannot be shown any
 * more, and `lost` is shown as a toast.
 */
export function useQueue<Item>(lost: string | ((item: Item) => string)) {
  const [items, setItems] = useState<Item[]>([]);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return {
    first: items[0],
    add(item: Item) {
      if (isHere.current) setItems((now) => [...now, item]);
      else toast(typeof lost === 'string' ? lost : lost(item));
    },
    dropFirst: () => setItems((now) => now.slice(1)),
  };
}
