import { ChevronsUp } from 'lucide-react';

/** The product's mark on its pink tile. */
export function Mark({ size = 28 }: { size?: 28 | 48 }) {
  const box = size === 28 ? 'size-7 rounded-control' : 'size-12 rounded-tile';
  return (
    <span aria-hidden className={`mark-tile flex shrink-0 items-center justify-center ${box}`}>
      <ChevronsUp size={size === 28 ? 18 : 30} strokeWidth={2.75} />
    </span>
  );
}
