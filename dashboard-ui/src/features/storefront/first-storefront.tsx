import { useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { storefrontsQuery } from './queries';

/** Invites a seller without a storefront to create one. Empty for everybody else. */
export function FirstStorefront() {
  const { data: storefronts } = useQuery(storefrontsQuery);
  if (storefronts?.length !== 0) return null;
  return (
    <section
      aria-labelledby="first-storefront"
      className="card flex items-center gap-4 px-5 py-4 max-sm:flex-col max-sm:items-stretch max-sm:px-4"
    >
      <span className="tint flex size-11 shrink-0 items-center justify-center rounded-tall text-pink-text">
        <Store aria-hidden size={22} strokeWidth={1.75} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <h2 id="first-storefront" className="text-heading">
          Create your storefront
        </h2>
        <p className="text-small text-pretty text-fg2">
          It ties your shop to the server you sell from. Stock, keys and your customers' pages all hang on it.
        </p>
      </div>
      <ButtonLink kind="primary" to={paths.storefront}>
        Create storefront
      </ButtonLink>
    </section>
  );
}
