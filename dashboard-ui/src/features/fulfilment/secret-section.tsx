import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { makeStale } from '../../api/topics';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CardFooter, Section } from '../../ui/section';
import { useSecrets } from '../../ui/use-secrets';
import { useRights } from '../members/use-rights';
import { renewSecret } from './queries';
import { ServiceSecretDialog } from './service-secret-dialog';

/** Shows the secret's last characters, and lets the owner make a new one. */
export function SecretSection({ guildId, hint }: { guildId: string; hint: string }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const secrets = useSecrets();
  const { owns } = useRights();

  async function renew() {
    secrets.add((await renewSecret(guildId)).secret);
    makeStale(queries, 'storefronts');
  }

  return (
    <Section
      title="Signing secret"
      hint="Signs what is sent to your service, and what your service says later, after Standard Webhooks."
    >
      <div className="card min-w-0">
        <div className="flex flex-col gap-1 px-5 py-4.5 max-sm:px-4">
          <p className="mono">whsec_••••{hint}</p>
          {/* If a manager entered the first address, the secret was shown to nobody. */}
          {owns && <p className="text-small text-fg3">If you were never shown it, make a new one.</p>}
        </div>
        <CardFooter
          fact={
            owns ? 'A new one works at once; the old one for a day more.' : 'Only the seller changes secrets.'
          }
        >
          {owns && (
            <Button
              size="sm"
              icon={<RotateCcw aria-hidden size={16} strokeWidth={1.75} />}
              onClick={() => setAsking(true)}
            >
              New Secret
            </Button>
          )}
        </CardFooter>
      </div>
      {asking && (
        <ConfirmDialog
          title="Make a new secret?"
          text="Calls are signed with both for a day. Give your service the new one by then."
          confirmLabel="Yes, New Secret"
          failure="Failed to make a new secret"
          onConfirm={renew}
          onClosed={() => setAsking(false)}
        />
      )}
      {secrets.first && !asking && (
        <ServiceSecretDialog key={secrets.first} secret={secrets.first} onClosed={secrets.dropFirst} />
      )}
    </Section>
  );
}
