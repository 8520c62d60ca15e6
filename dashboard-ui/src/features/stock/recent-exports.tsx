import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../api/types';
import { formatCount } from '../../shared/format/number';
import { stockName } from '../../shared/format/words';
import { Age } from '../../ui/age';
import { Button } from '../../ui/button';
import { CopyBlock } from '../../ui/copy-block';
import { Dialog } from '../../ui/dialog';
import { Failed, FailedLine } from '../../ui/empty';
import { Facts } from '../../ui/facts';
import { useModal } from '../../ui/modal';
import { Section } from '../../ui/section';
import { SkeletonRows } from '../../ui/skeleton';
import { exportedQuery, exportsQuery } from './queries';
import { stockTypes } from './stock-types';

type Export = Schema<'ExportInfo'> & { stock: string };

/** The exports of the last 24 hours, to be read again: a lost answer loses no token. */
export function RecentExports({ guildId }: { guildId: string }) {
  const [first, second] = stockTypes;
  const lists = [useExports(guildId, first!), useExports(guildId, second!)];
  const [shown, setShown] = useState<Export>();
  const exports = lists.flatMap((list) => list.exports).sort((one, other) => other.at.localeCompare(one.at));
  const failed = lists.filter((list) => list.isFailed);
  if (exports.length === 0 && failed.length === 0) return null;
  return (
    <Section title="Recent exports" hint="What was taken out can be read again for 24 hours.">
      <div className="card min-w-0 divide-y divide-line overflow-hidden">
        {failed.length > 0 && (
          <div className="px-5 py-3.5 max-sm:px-4">
            <FailedLine
              title="Not all exports could be loaded"
              onRetry={() => failed.forEach(({ refetch }) => void refetch())}
              busy={failed.some(({ isFetching }) => isFetching)}
            />
          </div>
        )}
        {exports.length > 0 && (
          <ul aria-label="Recent exports" className="divide-y divide-line">
            {exports.map((one) => (
              <li key={one.id} className="flex min-h-14 items-center gap-3 px-5 py-2.5 max-sm:px-4">
                <div className="flex min-w-0 flex-1 flex-col gap-0.5">
                  <p className="font-medium">
                    {formatCount(one.count, 'token')} of {stockName(one.stock)}
                  </p>
                  <Facts>
                    <Age time={one.at} />
                    <>
                      by <bdi>{one.by}</bdi>
                    </>
                  </Facts>
                </div>
                <Button size="sm" onClick={() => setShown(one)}>
                  Show again
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {shown && <ShownAgain guildId={guildId} taken={shown} onClosed={() => setShown(undefined)} />}
    </Section>
  );
}

function useExports(guildId: string, stock: string) {
  const { data, isError, refetch, isFetching } = useQuery(exportsQuery(guildId, stock));
  const exports = data?.map((one): Export => ({ ...one, stock })) ?? [];
  return { exports, isFailed: isError && !data, refetch, isFetching };
}

type ShownAgainProps = { guildId: string; taken: Export; onClosed: () => void };

function ShownAgain({ guildId, taken, onClosed }: ShownAgainProps) {
  const modal = useModal(onClosed);
  const { data, isError, error, refetch, isFetching } = useQuery(exportedQuery(guildId, taken.id));
  return (
    <Dialog
      modal={modal}
      title={`${formatCount(taken.count, 'token')} taken out`}
      subtitle={stockName(taken.stock)}
      footer={<Button onClick={modal.close}>Done</Button>}
    >
      {data ? (
        <CopyBlock label="Exported tokens" lines={data.tokens} fileName={`export-${taken.stock}`} />
      ) : isError ? (
        <Failed title="The tokens could not be loaded" error={error} onRetry={refetch} busy={isFetching} />
      ) : (
        <SkeletonRows rows={2} />
      )}
    </Dialog>
  );
}
