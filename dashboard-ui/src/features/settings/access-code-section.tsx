import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, EyeOff, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../shared/format/date';
import { Button, IconButton } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyButton } from '../../ui/copy-button';
import { Failed } from '../../ui/empty';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { CardFooter, Section } from '../../ui/section';
import { ShownOnceDialog } from '../../ui/shown-once-dialog';
import { Skeleton } from '../../ui/skeleton';
import { toast } from '../../ui/toast';
import { useNow } from '../../ui/use-now';
import { lastReset } from './last-reset';
import { resetAccessCode, settingsQuery } from './queries';

export function AccessCodeSection() {
  const { data: settings, isError, error, refetch, isFetching } = useQuery(settingsQuery);
  return (
    <Section title="Access Code Management" hint="Your code signs you in to this dashboard. Keep it private.">
      <div aria-busy={!settings && !isError} className="card min-w-0">
        {isError && !settings ? (
          <Failed title="Failed to load settings" error={error} onRetry={refetch} busy={isFetching} />
        ) : (
          <>
            <div className="px-5 py-4.5 max-sm:px-4">
              {settings ? (
                <AccessCode code={settings.access_code} />
              ) : (
                <Skeleton className="h-15 max-sm:h-17" />
              )}
            </div>
            <CardFooter
              fact={
                settings ? (
                  <LastReset time={settings.lastAccessCodeReset} />
                ) : (
                  <Skeleton className="h-4 w-40" />
                )
              }
            >
              <ResetAccessCode />
            </CardFooter>
          </>
        )}
      </div>
    </Section>
  );
}

function AccessCode({ code }: { code: string }) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label="Access code">
      {(field) => (
        <div className="flex gap-2">
          <Input
            {...field}
            readOnly
            mono
            type={shown ? 'text' : 'password'}
            value={code}
            onFocus={(event) => event.target.select()}
          />
          <IconButton
            kind="secondary"
            label={shown ? 'Hide access code' : 'Show access code'}
            icon={<Icon aria-hidden size={16} strokeWidth={1.75} />}
            onClick={() => setShown(!shown)}
          />
          <CopyButton size={36} text={code} label="Copy access code" said="Access code copied!" />
        </div>
      )}
    </Field>
  );
}

function LastReset({ time }: { time: string | null }) {
  const now = useNow();
  return (
    <p>
      Last Reset:{' '}
      <span title={time ? formatDateTime(time) : undefined} className="text-fg">
        {lastReset(time, now)}
      </span>
    </p>
  );
}

function ResetAccessCode() {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [newCode, setNewCode] = useState<string>();

  async function reset() {
    const { newAccessCode } = await resetAccessCode();
    setNewCode(newAccessCode);
    toast('Access code reset successfully!');
    void queries.invalidateQueries({ queryKey: settingsQuery.queryKey });
  }

  return (
    <>
      <Button
        kind="danger"
        size="sm"
        icon={<RotateCcw aria-hidden size={16} strokeWidth={1.75} />}
        onClick={() => setAsking(true)}
      >
        Reset Access Code
      </Button>
      {asking && (
        <ConfirmDialog
          title="Reset Access Code?"
          text="The code you have now stops working at once, and you are signed out everywhere else."
          confirmLabel="Yes, Reset Code"
          failure="Failed to reset access code"
          onConfirm={reset}
          onClosed={() => setAsking(false)}
        />
      )}
      {newCode && !asking && (
        <ShownOnceDialog
          key={newCode}
          large
          title="Your new access code"
          text="Keep it somewhere safe. You sign in with it from now on."
          secret={newCode}
          said="New code copied!"
          onClosed={() => setNewCode(undefined)}
        />
      )}
    </>
  );
}
