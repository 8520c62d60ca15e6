import { useSyncExternalStore } from 'react';
import { noticeState, subscribeToNotices, turnNotices } from './order-notices';

const hints = {
  off: 'Your browser will ask you first.',
  on: 'A notice for each new order that you deliver, while this page is open behind others.',
  refused: 'Your browser refuses them for this site. Allow them in its settings.',
  missing: 'This browser has none.',
};

export function OrderNoticesSwitch() {
  const state = useSyncExternalStore(subscribeToNotices, noticeState);
  return (
    <label className="flex items-start gap-2.5 py-1">
      <input
        type="checkbox"
        checked={state === 'on'}
        disabled={state === 'refused' || state === 'missing'}
        onChange={(event) => void turnNotices(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-(--pink-text)"
      />
      <span className="flex flex-col">
        <span className="font-medium text-fg">Tell me of orders to deliver</span>
        <span className="text-small text-fg3">{hints[state]}</span>
      </span>
    </label>
  );
}
