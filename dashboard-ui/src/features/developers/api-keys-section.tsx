import { useQuery } from '@tanstack/react-query';
import { KeySquare, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '../../shared/format/date';
import { formatCount } from '../../shared/format/number';
import { mostApiKeys } from '../../shared/limits.gen';
import { Age } from '../../ui/age';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Empty, Failed } from '../../ui/empty';
import { Facts } from '../../ui/facts';
import { CardFooter, Section } from '../../ui/section';
import { ShownOnceDialog } from '../../ui/shown-once-dialog';
import { SkeletonRows } from '../../ui/skeleton';
import { Truncated } from '../../ui/truncated';
import { useCarryOut } from '../../ui/use-carry-out';
import { useNow } from '../../ui/use-now';
import { useQueue } from '../../ui/use-queue';
import { CreateApiKeyDialog } from './create-api-key-dialog';
import { apiKeysQuery, deleteApiKey, type ApiKey } from './queries';

export function ApiKeysSection() {
  const { data: keys, isError, error, refetch, isFetching } = useQuery(apiKeysQuery);
  const [creating, setCreating] = useState(false);
  const made = useQueue<string>('Create another API key: this one was not shown.');
  const [deleting, setDeleting] = useState<ApiKey>();
  const carryOut = useCarryOut('api_keys');
  return (
    <Section
      title="API keys"
      hint="With a key your own programs call as you, as far as its scopes go. It is shown once, when it is made."
    >
      <div aria-busy={!keys && !isError} className="card min-w-0 overflow-hidden">
        {keys ? (
          keys.length > 0 ? (
            <ul className="divide-y divide-line">
              {keys.map((key) => (
                <ApiKeyRow key={key.id} apiKey={key} onDelete={() => setDeleting(key)} />
              ))}
            </ul>
          ) : (
            <Empty icon={KeySquare} title="No API keys yet" text="A program needs one to call for you" />
          )
        ) : isError ? (
          <Failed
            title="Your API keys could not be loaded"
            error={error}
            onRetry={refetch}
            busy={isFetching}
          />
        ) : (
          <SkeletonRows rows={3} tile mayBeEmpty />
        )}
        <CardFooter fact={keys && keys.length > 0 && formatCount(keys.length, 'key')}>
          <Button
            size="sm"
            disabled={!keys || keys.length >= mostApiKeys}
            icon={<Plus aria-hidden size={16} strokeWidth={2} />}
            onClick={() => setCreating(true)}
          >
            Create API key
          </Button>
        </CardFooter>
      </div>
      {creating && <CreateApiKeyDialog onCreated={made.add} onClosed={() => setCreating(false)} />}
      {made.first && !creating && (
        <ShownOnceDialog
          key={made.first}
          title="Your new API key"
          text="Keep it somewhere safe: it is not shown again."
          secret={made.first}
          said="Copied!"
          onClosed={made.dropFirst}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title="Delete this API key?"
          text={
            <>
              Programs that call with <bdi>{deleting.name}</bdi> are refused at once.
            </>
          }
          confirmLabel="Delete"
          failure="Failed to delete the API key"
          onConfirm={() => carryOut(deleteApiKey(deleting.id), 'API key deleted!')}
          onClosed={() => setDeleting(undefined)}
        />
      )}
    </Section>
  );
}

function ApiKeyRow({ apiKey, onDelete }: { apiKey: ApiKey; onDelete: () => void }) {
  const { name, hint, scopes, lastUsedAt, expiresAt } = apiKey;
  const now = useNow();
  const expired = expiresAt !== null && Date.parse(expiresAt) <= now;
  return (
    <li className="flex min-h-16.5 items-center gap-3.5 px-5 py-3 max-sm:gap-3 max-sm:px-4">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="flex min-w-0 items-center gap-2 font-medium">
          <Truncated text={name} />
          {expired && <Badge status="expired" />}
        </p>
        <Facts>
          <span className="mono">bdk_…{hint}</span>
          {scopes.join(', ')}
          <span className="whitespace-nowrap">
            {lastUsedAt ? (
              <>
                Last used <Age time={lastUsedAt} />
              </>
            ) : (
              'Never used'
            )}
          </span>
          {expiresAt && !expired && (
            <span className="whitespace-nowrap">Until {formatDateTime(expiresAt)}</span>
          )}
        </Facts>
      </div>
      <Button size="sm" aria-label={`Delete API key: ${name}`} onClick={onDelete}>
        Delete
      </Button>
    </li>
  );
}
