import { lazy, Suspense, type ComponentType } from 'react';
import type { ChartProps } from './chart-drawing';
import { Failed } from './empty';
import { Skeleton } from './skeleton';

/** Loaded once there is something to draw. */
const Drawing = lazy(async (): Promise<{ default: ComponentType<ChartProps> }> => {
  try {
    return { default: (await import('./chart-drawing')).Drawing };
  } catch (error) {
    const reload = () => location.reload();
    return {
      default: () => <Failed title="The chart could not be loaded" error={error} onRetry={reload} />,
    };
  }
});

/** Bars on the left axis and a dashed line on the right one: two quantities of different size over the same days. */
export function Chart(props: ChartProps) {
  if (props.points.every(({ bar, line }) => bar === 0 && line === 0)) return <NothingYet />;
  return (
    <Suspense fallback={<Skeleton className="h-50" />}>
      <Drawing {...props} />
    </Suspense>
  );
}

function NothingYet() {
  return (
    <div className="relative flex h-50 flex-col justify-between py-2">
      {Array.from({ length: 5 }, (_, line) => (
        <hr key={line} className="border-line" />
      ))}
      <p className="absolute inset-0 flex items-center justify-center text-small text-fg2">
        <span className="bg-s1 px-2">No data yet</span>
      </p>
    </div>
  );
}
