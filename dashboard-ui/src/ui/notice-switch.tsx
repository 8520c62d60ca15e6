import { useSyncExternalStore } from 'react';
import type { Notices } from '../shared/notices';
import { Checkbox } from './checkbox';

type NoticeSwitchProps = {
  notices: Notices;
  label: string;
  /** Which notifications come while it is on. */
  hint: string;
};

const hints = {
  off: 'Your browser will ask you first.',
  refused: 'Your browser refuses them for this site. Allow them in its settings.',
  missing: 'This browser has none.',
};

export function NoticeSwitch({ notices, label, hint }: NoticeSwitchProps) {
  const state = useSyncExternalStore(notices.subscribe, notices.state);
  return (
    <label className="flex items-start gap-2.5 py-1">
      <Checkbox
        checked={state === 'on'}
        disabled={state === 'refused' || state === 'missing'}
        onChange={(event) => void notices.turn(event.target.checked)}
        className="mt-0.5"
      />
      <span className="flex flex-col">
        <span className="font-medium text-fg">{label}</span>
        <span className="text-small text-fg3">{state === 'on' ? hint : hints[state]}</span>
      </span>
    </label>
  );
}
