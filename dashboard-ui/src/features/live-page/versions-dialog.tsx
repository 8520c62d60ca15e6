import { useMutation, useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { Schema } from '../../api/types';
import { Age } from '../../ui/age';
import { PinkBadge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Empty, Failed } from '../../ui/empty';
import { useModal } from '../../ui/modal';
import { SkeletonRows } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { isDirty, sizeText } from './draft';
import { codeQuery, fetchVersion, versionsQuery } from './queries';

type VersionsDialogProps = {
  /** What is in the editor. */
  code: string;
  onBringBack: (code: string) => void;
  onClosed: () => void;
};

/** Lists the kept versions. A chosen one is loaded into the editor, and takes effect once it is saved. */
export function VersionsDialog({ code, onBringBack, onClosed }: VersionsDialogProps) {
  const modal = useModal(onClosed);
  const { data: versions, isError, error, isFetching, refetch } = useQuery(versionsQuery);
  // Asked again, as the versions are: somebody may have saved elsewhere.
  const { data: saved } = useQuery({ ...codeQuery, staleTime: 0 });
  const { mutate, isPending, variables } = useMutation({ mutationFn: fetchVersion });

  /** The callbacks do not run if the dialog was closed, or another version was chosen, in the meantime. */
  function bringBack(id: string) {
    mutate(id, {
      onSuccess(code) {
        onBringBack(code);
        modal.close();
        toast('Version loaded into the editor');
      },
      onError: () => toast.error('Failed to load the version'),
    });
  }

  return (
    <Dialog modal={modal} title="Saved versions" subtitle="The newest one is what customers see.">
      {versions ? (
        <VersionList
          versions={versions}
          dirty={saved !== undefined && isDirty(code, saved)}
          busyWith={isPending ? variables : null}
          onBringBack={bringBack}
        />
      ) : isError ? (
        <Failed
          title="Failed to load the versions"
          error={error}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  );
}

type VersionListProps = {
  versions: Schema<'CodeVersion'>[];
  /** Whether the editor has other code than the version in force. */
  dirty: boolean;
  busyWith: string | null;
  onBringBack: (id: string) => void;
};

function VersionList({ versions, dirty, busyWith, onBringBack }: VersionListProps) {
  if (versions.length === 0) {
    return (
      <Empty icon={History} title="No versions yet" text="Each time you save, a version is kept here." />
    );
  }
  return (
    <ul className="flex flex-col">
      {versions.map(({ id, savedAt, size }, index) => (
        <li key={id} className="flex min-h-14 items-center gap-3 border-line py-2 not-first:border-t">
          <div className="flex min-w-0 flex-1 flex-col">
            <p className="flex items-center gap-2 font-medium">
              <Age time={savedAt} />
              {index === 0 && <PinkBadge>In force</PinkBadge>}
            </p>
            <p className="text-small text-fg2">{size === 0 ? 'The default page' : sizeText(size)}</p>
          </div>
          {(index > 0 || dirty) && (
            <Button size="sm" busy={busyWith === id} onClick={() => onBringBack(id)}>
              Bring back
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
