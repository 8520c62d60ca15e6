import { useState } from 'react';
import { formatNumber } from '../../shared/format/number';
import './figure.css';

type Shown = { value: number; previous: number | null };

/** A count that fades into its next value. */
export function Figure({ value }: { value: number }) {
  const [shown, setShown] = useState<Shown>({ value, previous: null });
  if (shown.value !== value) setShown({ value, previous: shown.value });
  const { previous } = shown;

  return (
    <span className="figure">
      <span key={value} className={previous === null ? undefined : 'figure-in'} data-zero={value === 0}>
        {formatNumber(value)}
      </span>
      {previous !== null && (
        <span
          key={`was ${previous}`}
          className="figure-out"
          data-zero={previous === 0}
          aria-hidden="true"
          onAnimationEnd={() => setShown({ value, previous: null })}
        >
          {formatNumber(previous)}
        </span>
      )}
    </span>
  );
}
