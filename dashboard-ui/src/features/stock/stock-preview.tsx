import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck, CircleX, Copy, type LucideIcon } from 'lucide-react';
import type { Schema } from '../../api/types';
import { errorMessage } from '../../api/client';
import { formatNumber } from '../../shared/format/number';
import { FormError } from '../../ui/section';
import { Skeleton } from '../../ui/skeleton';

type StockPreviewProps = { preview: UseQueryResult<Schema<'StockPreview'>> | undefined; waiting: boolean };

/** What adding would do: how many are new, double or unusable, and where. */
export function StockPreview({ preview, waiting }: StockPreviewProps) {
  if (preview?.isError) {
    return <FormError message={errorMessage(preview.error, 'The tokens could not be checked')} />;
  }
  if (waiting || (preview && !preview.data)) {
    return (
      <div aria-busy="true" role="status" aria-label="Checking the tokens">
        <Skeleton className="h-18" />
      </div>
    );
  }
  if (!preview?.data) return null;
  const { added, duplicates, duplicateLines, invalid, invalidLines } = preview.data;
  return (
    <dl
      aria-live="polite"
      className="grid grid-cols-3 gap-px overflow-hidden rounded-tall border border-line bg-line max-sm:grid-cols-1"
    >
      <Outcome icon={CircleCheck} colour="text-green" label="New" count={added} />
      <Outcome icon={Copy} colour="text-amber" label="Duplicate" count={duplicates} lines={duplicateLines} />
      <Outcome icon={CircleX} colour="text-red" label="Invalid" count={invalid} lines={invalidLines} />
    </dl>
  );
}

type OutcomeProps = { icon: LucideIcon; colour: string; label: string; count: number; lines?: number[] };

function Outcome({ icon: Icon, colour, label, count, lines = [] }: OutcomeProps) {
  return (
    <div className="flex flex-col gap-0.5 bg-s2 px-3.5 py-2.5">
      <dt className="flex items-center gap-1.5 text-small text-fg2">
        <Icon aria-hidden size={14} strokeWidth={1.75} className={count > 0 ? colour : 'text-fg3'} />
        {label}
      </dt>
      <dd className="flex flex-col">
        <span className={`text-heading tabular-nums ${count > 0 ? '' : 'text-fg3'}`}>
          {formatNumber(count)}
        </span>
        {count > 0 && lines.length > 0 && (
          <span className="text-caption text-fg3 tabular-nums">{linesText(lines, count)}</span>
        )}
      </dd>
    </div>
  );
}

function linesText(lines: number[], count: number): string {
  const first = lines.slice(0, 5).join(', ');
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${first}${count > 5 ? '…' : ''}`;
}
