import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { errorMessage } from '../../api/client';
import { formatCount } from '../../shared/format/number';
import { Button } from '../../ui/button';
import { downloadText } from '../../ui/download';
import { toast } from '../../ui/toast';
import { useRights } from '../members/use-rights';
import { keysCsv, unusedKeys, type KeyFilter } from './queries';

type DownloadKeysProps = {
  guildId: string;
  filter: KeyFilter;
  search: string;
  /** How many keys of the storefront are unused; undefined until that is known. */
  unused: number | undefined;
};

/** Downloads keys of all pages: those of the current filter as CSV, or all unused ones, one per line. */
export function DownloadKeys({ guildId, filter, search, unused = 0 }: DownloadKeysProps) {
  const { manages } = useRights();
  const onError = (error: Error) => toast.error(errorMessage(error, 'Failed to download the keys'));
  const csv = useMutation({
    mutationFn: () => keysCsv(guildId, filter, search),
    onSuccess: (text) => downloadText('keys.csv', text),
    onError,
  });
  const list = useMutation({
    mutationFn: () => unusedKeys(guildId),
    onSuccess: (text) => downloadText('unused-keys.txt', text),
    onError,
  });
  return (
    <>
      <Button
        icon={<Download aria-hidden size={16} strokeWidth={1.75} />}
        busy={csv.isPending}
        onClick={() => csv.mutate()}
        className="max-sm:flex-1"
      >
        CSV
      </Button>
      {manages && (
        <Button
          icon={<Download aria-hidden size={16} strokeWidth={1.75} />}
          title={`${formatCount(unused, 'unused key')}, one a line`}
          busy={list.isPending}
          disabled={unused === 0}
          onClick={() => list.mutate()}
          className="max-sm:flex-1"
        >
          Unused
        </Button>
      )}
    </>
  );
}
