import { CircleCheck, Info, OctagonX, ScrollText, TriangleAlert, type LucideIcon } from 'lucide-react';
import { formatDateTime } from '../../shared/format/date';
import { titleCase } from '../../shared/format/words';
import { Unbroken } from '../../shared/unbroken';
import { Age } from '../../ui/age';
import { Badge } from '../../ui/badge';
import { CopyButton } from '../../ui/copy-button';
import type { LogEntry } from './queries';

const looks: Record<string, { icon: LucideIcon; colour: string }> = {
  info: { icon: Info, colour: 'text-blue' },
  success: { icon: CircleCheck, colour: 'text-green' },
  warning: { icon: TriangleAlert, colour: 'text-amber' },
  error: { icon: OctagonX, colour: 'text-red' },
};

export function LogRow({ entry }: { entry: LogEntry }) {
  const { icon: Icon, colour } = looks[entry.severity] ?? { icon: ScrollText, colour: 'text-fg2' };
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3.5 gap-y-1 px-5 py-3.5 max-sm:gap-x-3 max-sm:px-4">
      <span
        className={`tint flex size-9 sm:row-span-2 items-center justify-center rounded-control ${colour}`}
      >
        <Icon aria-hidden size={18} strokeWidth={1.75} />
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="min-w-0 font-medium wrap-anywhere">{titleCase(entry.action)}</h3>
          <Badge status={entry.severity} />
        </div>
        {entry.details && (
          <p title={entry.details} className="line-clamp-2 text-small wrap-anywhere text-fg2">
            {entry.details}
          </p>
        )}
      </div>
      <Age time={entry.timestamp} className="text-small/5 text-fg3" />
      <Meta entry={entry} />
    </li>
  );
}

/**
 * Who, when and from where. When space is short, the user agent moves to a line of its own, and is cut off only there. On a phone
 * this list has the full width, so that an id that fits is not broken beside its copy button.
 */
function Meta({ entry }: { entry: LogEntry }) {
  const { username, userId, timestamp, ipAddress, userAgent } = entry;
  return (
    <dl className="flex min-w-0 flex-wrap gap-x-3 gap-y-0.5 text-small text-fg3 [&>div]:max-w-full [&>div]:min-w-0 [&>div]:whitespace-nowrap max-sm:col-span-full sm:col-start-2">
      <div>
        <dt className="sr-only">Username</dt>
        <dd title={username} dir="auto" className="truncate text-fg2">
          {username || 'Nobody'}
        </dd>
      </div>
      <div>
        <dt className="sr-only">Time</dt>
        <dd>
          <time dateTime={timestamp} className="tabular-nums">
            {formatDateTime(timestamp)}
          </time>
        </dd>
      </div>
      {ipAddress && (
        <div>
          <dt className="sr-only">IP address</dt>
          <dd className="mono text-caption/4.5 max-md:whitespace-normal">
            <Unbroken text={ipAddress} />
          </dd>
        </div>
      )}
      {userId && (
        <div>
          <dt className="sr-only">User id</dt>
          <dd className="-my-1 flex items-center gap-1">
            <span className="mono min-w-0 text-caption/4.5 wrap-anywhere whitespace-normal">
              <Unbroken text={userId} />
            </span>
            <CopyButton text={userId} label={`Copy the id of ${username || 'nobody'}`} />
          </dd>
        </div>
      )}
      {userAgent && (
        <div className="flex-1 basis-40">
          <dt className="sr-only">User agent</dt>
          <dd title={userAgent} className="truncate">
            {userAgent}
          </dd>
        </div>
      )}
    </dl>
  );
}
