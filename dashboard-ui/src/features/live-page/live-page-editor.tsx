import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { ApiError } from '../../api/client';
import type { Problem } from '../../frame/messages';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Failed } from '../../ui/empty';
import { LeaveGuard } from '../../ui/leave-guard';
import { Page } from '../../ui/page';
import { useRoomForToasts } from '../../ui/room-for-toasts';
import { Skeleton } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { useKeepUnsent, useUnsent } from '../auth/use-unsent';
import type { Editor } from './code-editor';
import { problemOf, problemText } from './compiles';
import { defaultPage, isDirty, startingCode } from './draft';
import { EditorCard } from './editor-card';
import { Preview } from './preview';
import { allOfLivePage, codeQuery, saveCode } from './queries';
import { Split } from './split';
import { usePreviewStock } from './use-preview-stock';
import { VersionsDialog } from './versions-dialog';
import { WhatCustomersSee } from './what-customers-see';

const title = 'Edit Live Stock Page';
const unsent = 'live page';

export function LivePageEditor() {
  useRoomForToasts({ phone: 'calc(72px * var(--docked))' });
  const { data: saved, isError, error, isFetching, refetch } = useQuery(codeQuery);
  if (saved !== undefined) return <Workshop saved={saved} />;
  return (
    <Page title={title} actions={<Tools status="loading" />}>
      <div className={frame}>
        <Split
          first={
            <div className="card flex min-w-0 flex-1 flex-col overflow-hidden">
              {isError ? (
                <Failed
                  title="Failed to load your page"
                  error={error}
                  onRetry={() => void refetch()}
                  busy={isFetching}
                />
              ) : (
                <EditorSkeleton />
              )}
            </div>
          }
        />
      </div>
    </Page>
  );
}

const frame = 'flex min-h-0 flex-1 flex-col docked:pb-14';

function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-1 flex-col">
      <div className="flex h-11 shrink-0 items-center border-b border-line px-4">
        <Skeleton className="h-3 w-24" />
      </div>
      <div className="flex flex-1 flex-col gap-3 bg-bg p-4">
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
        <Skeleton className="h-3 w-1/3" />
      </div>
    </div>
  );
}

type ToolsProps =
  | { status: 'loading' }
  | {
      status: 'ready';
      previewing: boolean;
      busy: boolean;
      onPreview: () => void;
      onReset: () => void;
      onSave: () => void;
    };

/** On phones a bar at the bottom, unless the window is shallow. */
function Tools(props: ToolsProps) {
  const ready = props.status === 'ready' ? props : undefined;
  const disabled = !ready;
  const previewing = ready?.previewing ?? false;
  return (
    <div className="flex flex-wrap gap-2 docked:fixed docked:inset-x-0 docked:bottom-0 docked:z-10 docked:flex-nowrap docked:border-t docked:border-line docked:bg-bg docked:px-4 docked:pt-3 docked:pb-[max(12px,env(safe-area-inset-bottom))] docked:*:min-w-0 docked:*:shrink docked:*:grow docked:*:px-1.5 docked:*:text-small docked:*:h-auto docked:*:min-h-11 docked:*:whitespace-normal">
      <Button
        kind="ghost"
        disabled={disabled}
        icon={<PreviewIcon shown={previewing} />}
        onClick={ready?.onPreview}
      >
        {previewing ? 'Hide Preview' : 'Show Preview'}
      </Button>
      <Button disabled={disabled} onClick={ready?.onReset}>
        Reset to Default
      </Button>
      <Button kind="primary" disabled={disabled} busy={ready?.busy} onClick={ready?.onSave}>
        Save Changes
      </Button>
    </div>
  );
}

type Refused = { code: string; problem: Problem };

/** `typed`: typed by hand, in contrast to code that was put into the editor. */
type Draft = { code: string; typed: boolean };

const toDraft = (code: string | undefined): Draft | undefined =>
  code === undefined ? undefined : { code, typed: false };

function Workshop({ saved }: { saved: string }) {
  const [draft, setDraft] = useState<Draft | undefined>(toDraft(useUnsent<string>(unsent)));
  const [previewing, setPreviewing] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const editor = useRef<Editor>(null);
  const [refused, setRefused] = useState<Refused>();
  const [checking, setChecking] = useState(false);
  const [sent, setSent] = useState<string>();
  const save = useSave(setSent);
  const { shown, source } = usePreviewStock(previewing);

  // An unchanged draft follows what is saved elsewhere. The first saved text after a save from here is our own, and
  // does not reset the draft.
  const [before, setBefore] = useState(saved);
  if (saved !== before) {
    setBefore(saved);
    setSent(undefined);
    if (saved !== sent && !isDirty(draft?.code, before)) setDraft(undefined);
  }

  const code = draft?.code ?? startingCode(saved);
  const dirty = isDirty(draft?.code, saved);
  useKeepUnsent(unsent, dirty ? code : undefined);

  const busy = checking || save.isPending;

  /** Asks before it saves code that does not compile, because customers would not see it. */
  async function check() {
    setChecking(true);
    const problem = await problemOf(code).catch(() => null);
    setChecking(false);
    if (problem) setRefused({ code, problem });
    else save.mutate(code);
  }

  const putIn = (code: string) => setDraft({ code, typed: false });

  function reset() {
    putIn(defaultPage);
    toast('Code reset to default');
  }

  function saveByKey(event: KeyboardEvent) {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (!busy) void check();
  }

  return (
    <Page
      title={title}
      actions={
        <Tools
          status="ready"
          previewing={previewing}
          busy={busy}
          onPreview={() => setPreviewing(!previewing)}
          onReset={reset}
          onSave={() => void check()}
        />
      }
    >
      <div className={frame} onKeyDown={saveByKey}>
        <Split
          first={
            <div className="flex min-w-0 flex-1 flex-col gap-3">
              <EditorCard
                code={code}
                typed={draft?.typed ?? false}
                dirty={dirty}
                editor={editor}
                onChange={(code) => setDraft({ code, typed: true })}
                onVersions={() => setChoosing(true)}
              />
              {/* Below, because it comes late, and must not move the code that is being read. */}
              <WhatCustomersSee saved={saved} />
            </div>
          }
          second={
            previewing && (
              <Preview
                code={code}
                shown={shown}
                source={source}
                onGoTo={(line) => editor.current?.goTo(line)}
              />
            )
          }
        />
      </div>
      {choosing && (
        <VersionsDialog
          code={code}
          onBringBack={(code) => putIn(startingCode(code))}
          onClosed={() => setChoosing(false)}
        />
      )}
      {refused && (
        <ConfirmDialog
          title="Save code that does not compile?"
          text={`${problemText(refused.problem)}. Until it is mended, customers see the built-in page.`}
          confirmLabel="Save anyway"
          cancelLabel="Back"
          onConfirm={() => save.mutateAsync(refused.code)}
          onClosed={() => {
            setRefused(undefined);
            if (refused.problem.line !== null) editor.current?.goTo(refused.problem.line);
          }}
        />
      )}
      <LeaveGuard dirty={dirty} text="Your changes to the page have not been saved." />
    </Page>
  );
}

function PreviewIcon({ shown }: { shown: boolean }) {
  const Icon = shown ? EyeOff : Eye;
  return <Icon aria-hidden size={16} strokeWidth={1.75} className="max-sm:hidden" />;
}

function useSave(onSent: (code: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: saveCode,
    onMutate: onSent,
    async onSuccess(_, code) {
      queries.setQueryData(codeQuery.queryKey, code);
      toast('Custom code saved successfully!');
      await queries.invalidateQueries({ queryKey: allOfLivePage });
    },
    onError(error) {
      const refused = error instanceof ApiError;
      toast.error(refused ? 'Failed to save custom code' : 'An error occurred while saving');
    },
  });
}
