import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowRight, FlaskConical } from 'lucide-react';
import { errorMessage } from '../../api/client';
import { makeStale } from '../../api/topics';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { Link } from '../../ui/link';
import { saysNotWhere, saysWhere } from '../delivery-text/where-to-redeem';
import { testStore, type StoreConnection } from './queries';

/** Sends a signed sample call through the real path, and shows the answer that the store would have got. */
export function TestStore({ guildId, store }: { guildId: string; store: StoreConnection }) {
  const queries = useQueryClient();
  const { provider, secrets, products } = store;
  const test = useMutation({
    mutationFn: () => testStore(guildId, provider, {}),
    onSettled: () => makeStale(queries, 'store_calls'),
  });
  const [first] = products;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          busy={test.isPending}
          disabled={secrets.length === 0}
          icon={<FlaskConical aria-hidden size={16} strokeWidth={1.75} />}
          onClick={() => test.mutate()}
        >
          Send a test purchase
        </Button>
        <span className="min-w-0 text-small wrap-anywhere text-fg2">
          {secrets.length === 0
            ? 'Needs a secret.'
            : first
              ? `Of product ${first.product}. No key is made.`
              : 'No product is mapped yet: the test will say so.'}
        </span>
      </div>
      <div role="status">
        {test.isError && (
          <p className="text-small text-red">{errorMessage(test.error, 'The test could not be sent')}</p>
        )}
        {test.data && (
          <div className="overflow-hidden rounded-control border border-line bg-bg">
            <p
              className={`border-b border-line px-3.5 py-2 text-small font-medium ${test.data.status === 200 ? 'text-green' : 'text-red'}`}
            >
              {test.data.status === 200 ? 'It works: ' : 'It would be refused: '}
              status {test.data.status}
            </p>
            <div
              // Focusable, so that the keyboard can scroll it.
              tabIndex={0}
              role="group"
              aria-label="Answer"
              className="mono max-h-60 overflow-y-auto px-3.5 py-2.5 text-small wrap-anywhere whitespace-pre-wrap -outline-offset-2"
            >
              {test.data.body || 'This store takes no text: the key is found in the inbox.'}
            </div>
            {test.data.status === 200 && test.data.body && !saysWhere(test.data.body) && (
              <p className="border-t border-line px-3.5 py-2 text-small text-pretty text-fg2">
                {saysNotWhere}{' '}
                <Link
                  to={paths.settings}
                  className="hit-44 inline-flex items-center gap-0.5 font-medium text-pink-text hover:underline"
                >
                  Add it
                  <ArrowRight aria-hidden size={14} strokeWidth={1.75} />
                </Link>
              </p>
            )}
          </div>
        )}
      </div>
    </>
  );
}
