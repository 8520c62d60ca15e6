import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../shared/format/number';
import { mostEndpoints } from '../../shared/limits.gen';
import { Button } from '../../ui/button';
import { Empty, Failed } from '../../ui/empty';
import { First } from '../../ui/first';
import { CardFooter, Section } from '../../ui/section';
import { SkeletonRows } from '../../ui/skeleton';
import { useSecrets } from '../../ui/use-secrets';
import { EndpointDialog } from './endpoint-dialog';
import { EndpointRow } from './endpoint-row';
import { EndpointSecretDialog } from './endpoint-secret-dialog';
import { endpointsQuery } from './queries';

export function EndpointsSection() {
  const { data: endpoints, isError, error, refetch, isFetching } = useQuery(endpointsQuery);
  const [creating, setCreating] = useState(false);
  const secrets = useSecrets();
  return (
    <Section
      title="Event endpoints"
      hint="Services of yours that are told what happens, signed after Standard Webhooks, until they have taken it."
    >
      <div aria-busy={!endpoints && !isError} className="card min-w-0 overflow-hidden">
        {endpoints ? (
          endpoints.length > 0 ? (
            <ul className="divide-y divide-line">
              {endpoints.map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          ) : (
            <Empty
              icon={Webhook}
              title="No event endpoints yet"
              text="Add the address of a service of yours"
            />
          )
        ) : isError ? (
          <Failed
            title="Your event endpoints could not be loaded"
            error={error}
            onRetry={refetch}
            busy={isFetching}
          />
        ) : (
          <SkeletonRows rows={3} tile mayBeEmpty />
        )}
        <CardFooter fact={endpoints && endpoints.length > 0 && formatCount(endpoints.length, 'endpoint')}>
          <First ready={endpoints !== undefined}>
            <Button
              size="sm"
              disabled={!endpoints || endpoints.length >= mostEndpoints}
              icon={<Plus aria-hidden size={16} strokeWidth={2} />}
              onClick={() => setCreating(true)}
            >
              Add endpoint
            </Button>
          </First>
        </CardFooter>
      </div>
      {creating && <EndpointDialog onClosed={() => setCreating(false)} onSecret={secrets.add} />}
      {secrets.first && !creating && (
        <EndpointSecretDialog key={secrets.first} secret={secrets.first} onClosed={secrets.dropFirst} />
      )}
    </Section>
  );
}
