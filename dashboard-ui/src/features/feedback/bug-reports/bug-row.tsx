import { CircleCheck, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Badge } from '../../../ui/badge';
import { MoreButton } from '../../../ui/clamped-text';
import { Byline } from '../byline';
import type { Moderation } from '../moderated-list';
import { ModerationActions } from '../moderation-actions';
import { useOverflows } from '../../../ui/use-overflows';
import type { BugReport } from './queries';

type BugRowProps = {
  bug: BugReport;
  /** Undefined for users who are no admins. */
  moderation: Moderation | undefined;
};

export function BugRow({ bug, moderation }: BugRowProps) {
  const { title, severity, status, author } = bug;
  const titleId = useId();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-3 px-5 py-4 max-sm:gap-x-2 max-sm:px-4">
      <div className="flex min-w-0 flex-col gap-1.5">
        <div className="flex items-start gap-x-2.5 gap-y-1.5 max-sm:flex-wrap">
          <Badge status={severity} />
          <h3
            id={titleId}
            dir="auto"
            className="min-w-0 font-medium wrap-anywhere max-sm:order-last max-sm:basis-full sm:flex-1 sm:py-px"
          >
            {title}
          </h3>
          <Badge status={status} />
        </div>
        <Report bug={bug} titleId={titleId} />
        <Byline author={author} createdAt={bug.createdAt} />
      </div>
      {moderation && (
        <ModerationActions
          subject={title}
          busy={moderation.busy}
          advance={
            status === 'fixed'
              ? undefined
              : { label: 'Mark Fixed', icon: CircleCheck, onPick: moderation.onAdvance }
          }
          remove={{ label: 'Delete', icon: Trash2, onPick: moderation.onDelete }}
        />
      )}
    </li>
  );
}

/** The first two lines of the description; expanded, all of it and the other fields. */
function Report({ bug, titleId }: { bug: BugReport; titleId: string }) {
  const id = useId();
  const ref = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const long = useOverflows(ref, !open);
  const sections = [
    { label: 'Steps to reproduce', text: bug.steps },
    { label: 'Expected behaviour', text: bug.expectedBehavior },
    { label: 'Actual behaviour', text: bug.actualBehavior },
  ].filter(({ text }) => text);

  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <div id={id} className="flex w-full min-w-0 flex-col gap-3">
        <p
          ref={ref}
          dir="auto"
          className={`text-small wrap-anywhere whitespace-pre-line text-fg2 ${open ? '' : 'line-clamp-2'}`}
        >
          {bug.description}
        </p>
        {open && sections.length > 0 && (
          <dl className="flex flex-col gap-3 rounded-control border border-line bg-s2 px-3.5 py-3">
            {sections.map(({ label, text }) => (
              <div key={label} className="flex flex-col gap-0.5">
                <dt className="text-caption font-medium text-fg2">{label}</dt>
                <dd dir="auto" className="text-small wrap-anywhere whitespace-pre-line">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {(long || sections.length > 0) && (
        <MoreButton open={open} controls={id} describedBy={titleId} onToggle={() => setOpen(!open)} />
      )}
    </div>
  );
}
