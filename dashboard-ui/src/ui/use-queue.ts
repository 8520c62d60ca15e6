import { useState } from 'react';

/** What is shown one after the other. */
export function useQueue<Item>() {
  const [items, setItems] = useState<Item[]>([]);
  return {
    first: items[0],
    add: (item: Item) => setItems((now) => [...now, item]),
    dropFirst: () => setItems((now) => now.slice(1)),
  };
}
