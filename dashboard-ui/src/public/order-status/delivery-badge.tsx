import { CircleCheck, CircleX, Contrast, LoaderCircle } from 'lucide-react';
import type { Progress } from './progress';

const looks = {
  processing: { word: 'Processing', tone: 'blue', icon: LoaderCircle },
  completed: { word: 'Completed', tone: 'green', icon: CircleCheck },
  partial: { word: 'Partial', tone: 'amber', icon: Contrast },
  failed: { word: 'Failed', tone: 'red', icon: CircleX },
};

export function DeliveryBadge({ outcome }: Pick<Progress, 'outcome'>) {
  const { word, tone, icon: Icon } = looks[outcome];
  return (
    <span className={`badge tint badge-${tone}`}>
      <Icon
        className={outcome === 'processing' ? 'turning' : undefined}
        size={13}
        strokeWidth={2}
        aria-hidden="true"
      />
      {word}
    </span>
  );
}
