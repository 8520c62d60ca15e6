import { Webhook } from 'lucide-react';
import { formatCount } from '../../shared/format/number';
import type { Schema } from '../../api/types';
import { paths } from '../../paths';
import { Age } from '../../ui/age';
import { Link } from '../../ui/link';
import { storeFacts } from './store-facts';
import { verdicts } from './verdicts';

type RefusedCallListProps = {
  refused: Schema<'OpenRefusals'>[];
  shops: readonly { guildId: string; name: string }[];
};

/** Refused calls grouped by store and reason; each line links to them. */
export function RefusedCallList({ refused, shops }: RefusedCallListProps) {
  return (
    <section aria-label="Refused store calls" className="card flex gap-3 px-5 py-4 max-sm:px-4">
      <span className="tint grid size-9 shrink-0 place-items-center rounded-control text-red">
        <Webhook aria-hidden size={18} strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <h2 className="font-semibold">Refused store calls</h2>
        <ul className="mt-1 flex flex-col gap-1 text-small text-fg2 max-sm:gap-3">
          {refused.map(({ guildId, provider, verdict, count, at }) => (
            <li key={`${guildId} ${provider} ${verdict}`} className="wrap-anywhere">
              <Link
                to={{
                  pathname: paths.inbox,
                  search: new URLSearchParams({ guild: guildId, store: provider, verdict }).toString(),
                }}
                className="hit-44 rounded-badge font-medium text-pink-text hover:underline"
              >
                {`${storeFacts[provider].title}: ${formatCount(count, 'call')}`}
              </Link>
              {`, ${verdicts[verdict].label.toLowerCase()}`}
              {shops.length > 1 && (
                <>
                  {' '}
                  in <bdi>{shops.find((shop) => shop.guildId === guildId)?.name}</bdi>
                </>
              )}
              {', '}
              <Age time={at} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
