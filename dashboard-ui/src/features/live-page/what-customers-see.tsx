import { Info, OctagonX } from 'lucide-react';
import { problemText } from './compiles';
import { useProblem } from './use-problem';

/** Says that customers see the built-in page, as long as they do: nothing is saved, or what is saved does not compile. */
export function WhatCustomersSee({ saved }: { saved: string }) {
  const problem = useProblem(saved);
  if (saved.trim() === '') {
    return (
      <p className="flex items-start gap-2 text-small text-fg2">
        <Info aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0 text-fg3" />
        Customers see the built-in page until you save one of your own.
      </p>
    );
  }
  if (!problem) return null;
  return (
    <p className="tint flex items-start gap-2 rounded-control px-3.5 py-2.5 text-small text-red">
      <OctagonX aria-hidden size={16} strokeWidth={1.75} className="mt-px shrink-0" />
      <span className="wrap-anywhere">
        Customers see the built-in page: what is saved does not compile. {problemText(problem)}
      </span>
    </p>
  );
}
