import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { Schema } from '../../api/types';
import { storefrontsQuery } from './queries';

/** The reasons why the bot cannot post to a configured channel, for all storefronts. Empty if there are none. */
export function ChannelProblems() {
  const { data } = useQuery(storefrontsQuery);
  return data?.map((storefront) => (
    <StorefrontProblems key={storefront.guildId} storefront={storefront} named={data.length > 1} />
  ));
}

type StorefrontProblemsProps = {
  storefront: Schema<'Storefront'>;
  /** Whether it names the storefront. */
  named?: boolean;
};

export function StorefrontProblems({ storefront, named }: StorefrontProblemsProps) {
  if (storefront.problems.length === 0) return null;
  const title = named ? `${storefront.name}: the bot needs your help` : 'The bot needs your help';
  return (
    <section aria-label={title} className="card flex gap-3 px-5 py-4 max-sm:px-4">
      <span className="tint grid size-9 shrink-0 place-items-center rounded-control text-amber">
        <TriangleAlert aria-hidden size={18} strokeWidth={1.75} />
      </span>
      <div className="min-w-0">
        <h2 className="font-semibold">
          {named ? (
            <>
              <bdi>{storefront.name}</bdi>: the bot needs your help
            </>
          ) : (
            title
          )}
        </h2>
        <ul className="mt-1 flex flex-col gap-1 text-small text-fg2">
          {storefront.problems.map(({ channel, message }) => (
            <li key={channel} className="wrap-anywhere">
              <span className="mono text-fg">{channel === 'DM' ? 'Direct messages' : `#${channel}`}</span>{' '}
              {message}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
