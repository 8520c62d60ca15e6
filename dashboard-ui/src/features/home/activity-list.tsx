import { Activity } from 'lucide-react';
import type { Schema } from '../../api/types';
import { Age } from '../../ui/age';
import { PinkBadge } from '../../ui/badge';
import { Empty, Failed } from '../../ui/empty';
import { Truncated } from '../../ui/truncated';
import { activityLook } from './activity-look';

const newItems = 2;

type ActivityListProps =
  | { status: 'failed'; error: unknown; onRetry: () => void; busy: boolean }
  | { status: 'ready'; items: Schema<'ActivityItem'>[] };

export function ActivityList(props: ActivityListProps) {
  return (
    <section aria-labelledby="recent-activity" className="card overflow-hidden">
      <header className="flex flex-col gap-0.5 border-b border-line px-5 py-4 max-sm:px-4">
        <h2 id="recent-activity" className="text-heading">
          Recent Activity
        </h2>
        <p className="text-small text-fg2">Latest updates from your dashboard</p>
      </header>
      <Body {...props} />
    </section>
  );
}

function Body(props: ActivityListProps) {
  if (props.status === 'failed') {
    const { error, onRetry, busy } = props;
    return <Failed title="Recent activity could not be loaded" error={error} onRetry={onRetry} busy={busy} />;
  }
  if (props.items.length === 0) {
    return (
      <Empty icon={Activity} title="No recent activity" text="Activity will appear here when available" />
    );
  }
  return (
    <ol className="divide-y divide-line">
      {props.items.map((item, index) => (
        <ActivityRow key={`${item.time} ${item.kind} ${item.details}`} item={item} index={index} />
      ))}
    </ol>
  );
}

function ActivityRow({ item, index }: { item: Schema<'ActivityItem'>; index: number }) {
  const { icon: Icon, colour } = activityLook(item.kind);
  return (
    <li className="grid min-h-16.5 grid-cols-[auto_1fr_auto] items-start gap-x-3.5 px-5 py-3.5 max-sm:gap-x-3 max-sm:px-4 cramped:block">
      <span
        className={`tint relative row-span-2 flex size-9 items-center justify-center rounded-control ${colour}`}
      >
        <Icon aria-hidden size={18} strokeWidth={1.75} />
        {index === 0 && <PulsingDot />}
      </span>
      <p className="flex min-w-0 items-center gap-2 font-medium">
        <Truncated text={item.action} />
        {index < newItems && <PinkBadge>New</PinkBadge>}
      </p>
      <Age time={item.time} className="text-small text-fg3" />
      <p
        title={item.details}
        className="col-span-2 min-w-0 text-small wrap-anywhere text-fg2 sm:truncate max-sm:line-clamp-2"
      >
        {item.details}
      </p>
    </li>
  );
}

function PulsingDot() {
  return (
    <span
      aria-hidden
      className="absolute -top-1 -right-1 size-2.5 animate-(--pulse) rounded-full bg-pink text-pink outline-2 outline-s1"
    />
  );
}
