import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck, CircleX, Copy, type LucideIcon } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { Schema } from '../../api/types';
import { errorMessage } from '../../api/client';
import { formatNumber } from '../../shared/format/number';
import { longestToken } from '../../shared/limits.gen';
import { FailedLine } from '../../ui/empty';
import { Skeleton } from '../../ui/skeleton';
import { Truncated } from '../../ui/truncated';
import { sampleOf } from './preview-lines';

type StockPreviewProps = {
  text: string;
  preview: UseQueryResult<Schema<'StockPreview'>> | undefined;
  waiting: boolean;
};

/** A preview of the import: how many lines are new, duplicate or invalid, and which. */
export function StockPreview({ text, preview, waiting }: StockPreviewProps) {
  // Stays during a retry, because its button has the focus.
  if (preview && !preview.data && preview.errorUpdateCount > 0) {
    return (
      <FailedLine
        title={preview.error ? errorMessage(preview.error, 'The tokens could not be checked') : ''}
        onRetry={preview.refetch}
        busy={preview.isFetching}
      />
    );
  }
  if (waiting || (preview && !preview.data)) {
    return (
      <div aria-busy="true" role="status" aria-label="Checking the tokens">
        <Skeleton className="h-20.5" />
      </div>
    );
  }
  if (!preview?.data) return null;
  const { added, duplicates, duplicateLines, invalid, invalidLines } = preview.data;
  return (
    <div className="flex flex-col gap-1.5">
      <dl
        aria-live="polite"
        className="grid grid-cols-[2fr_1fr_1fr] gap-px overflow-hidden rounded-tall border border-line bg-line max-sm:grid-cols-1"
      >
        <Outcome icon={CircleCheck} colour="text-green" label="New" count={added}>
          <Sample text={text} preview={preview.data} />
        </Outcome>
        <Outcome icon={Copy} colour="text-amber" label="Duplicate" count={duplicates}>
          {linesText(duplicateLines, duplicates)}
        </Outcome>
        <Outcome icon={CircleX} colour="text-red" label="Invalid" count={invalid}>
          {linesText(invalidLines, invalid)}
        </Outcome>
      </dl>
      {invalid > 0 && (
        <p className="text-small text-pretty text-fg3">
          A token is 1 to {longestToken} printable characters without spaces.{' '}
          {invalid > invalidLines.length
            ? 'There are too many invalid lines to keep them alone: all lines stay in the box, and what was added counts as duplicate from then on.'
            : 'Invalid lines stay in the box.'}
        </p>
      )}
    </div>
  );
}

/** A sample of the tokens that would be added. */
function Sample({ text, preview }: { text: string; preview: Schema<'StockPreview'> }) {
  const sample = useMemo(() => sampleOf(text, preview), [text, preview]);
  return <Truncated text={sample} className="font-mono whitespace-pre!" />;
}

type OutcomeProps = {
  icon: LucideIcon;
  colour: string;
  label: string;
  count: number;
  /** The line numbers. */
  children: ReactNode;
};

function Outcome({ icon: Icon, colour, label, count, children }: OutcomeProps) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 bg-s2 px-3.5 py-2.5">
      <dt className="flex items-center gap-1.5 text-small text-fg2">
        <Icon aria-hidden size={14} strokeWidth={1.75} className={count > 0 ? colour : 'text-fg3'} />
        {label}
      </dt>
      <dd className="flex flex-col">
        <span className={`text-heading tabular-nums ${count > 0 ? '' : 'text-fg3'}`}>
          {formatNumber(count)}
        </span>
        {count > 0 && <span className="flex text-caption text-fg3 tabular-nums">{children}</span>}
      </dd>
    </div>
  );
}

function linesText(lines: number[], count: number): string {
  const first = lines.slice(0, 5).join(', ');
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${first}${count > 5 ? '…' : ''}`;
}
