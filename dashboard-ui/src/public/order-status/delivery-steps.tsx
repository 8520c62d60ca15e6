import { Check, CircleDot, Contrast, X } from 'lucide-react';
import type { Progress } from './progress';

const steps = ['Redeemed', 'Delivering', 'Done'];
const ends = { processing: CircleDot, completed: Check, partial: Contrast, failed: X };

/** The steps of an order. Once it is done, the last one says how it went. */
export function DeliverySteps({ outcome }: Pick<Progress, 'outcome'>) {
  const current = outcome === 'processing' ? 1 : 2;
  return (
    <ol className="delivery-steps" aria-label="Steps">
      {steps.map((step, index) => {
        const isLast = index === steps.length - 1;
        const state = index > current ? 'ahead' : index === current ? outcome : 'completed';
        const Icon = ends[state === 'ahead' ? 'processing' : state];
        return (
          <li key={step} data-state={state} aria-current={index === current ? 'step' : undefined}>
            <span className="step-dot tint">
              <Icon size={13} strokeWidth={2.25} aria-hidden="true" />
            </span>
            {step}
            {index < current && <span className="off-screen"> (finished)</span>}
            {!isLast && <span className="step-line" aria-hidden="true" />}
          </li>
        );
      })}
    </ol>
  );
}
