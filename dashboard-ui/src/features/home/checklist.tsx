import { useQueries, useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { Schema } from '../../api/types';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/button';
import { CopyTextButton } from '../../ui/copy-button';
import { useOwnDomains } from '../custom-domain/use-own-domains';
import { keysQuery } from '../keys/queries';
import { stockQuery } from '../stock/queries';
import { activeDomain, customerLinks } from '../storefront/customer-links';
import { storefrontsQuery } from '../storefront/queries';
import { steps, type Step } from './steps';

/** What is left to do before the first sale. Whoever has sold has done it all, and nothing is asked. */
export function Checklist({ totalOrders }: { totalOrders: number }) {
  const { data: storefronts = [] } = useQuery(storefrontsQuery);
  const [first] = storefronts;
  return first && totalOrders === 0 && <Steps storefronts={storefronts} first={first} />;
}

type Storefront = Schema<'Storefront'>;

/** Each step looks by itself whether it is done. */
function Steps({ storefronts, first }: { storefronts: Storefront[]; first: Storefront }) {
  const id = useId();
  const domains = useOwnDomains();
  const stock = useQueries({ queries: storefronts.map(({ guildId }) => stockQuery(guildId)) });
  const keys = useQueries({ queries: storefronts.map(({ guildId }) => keysQuery(guildId, 'all', '')) });
  const isKnown = [...stock, ...keys].every(({ isSuccess }) => isSuccess) && domains !== undefined;
  if (!isKnown) return null;

  const ownDomain = activeDomain(domains);
  const all = steps({
    tokens: stock.flatMap(({ data }) => data ?? []),
    keys: keys.flatMap(({ data }) => data?.keys ?? []).length,
    ownDomain: ownDomain !== undefined,
  });
  const needed = all.filter(({ optional }) => !optional);
  const done = needed.filter((step) => step.done).length;
  const next = needed.find((step) => !step.done);
  return (
    <section aria-labelledby={id} className="card overflow-hidden">
      <header className="flex items-baseline justify-between gap-4 border-b border-line px-5 py-4 max-sm:px-4">
        <h2 id={id} className="text-heading">
          Get ready to sell
        </h2>
        <p className="text-small text-fg2 tabular-nums">
          {done} of {needed.length} done
        </p>
      </header>
      <ol className="divide-y divide-line">
        {all.map((step) => (
          <StepRow key={step.name} step={step}>
            {!step.done && <StepAction step={step} storefront={first} ownDomain={ownDomain} next={next} />}
          </StepRow>
        ))}
      </ol>
    </section>
  );
}

function StepRow({ step, children }: { step: Step; children: ReactNode }) {
  const Icon = step.done ? CircleCheck : Circle;
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 px-5 py-2.5 max-sm:px-4">
      <Icon
        aria-hidden
        size={18}
        strokeWidth={1.75}
        className={`shrink-0 ${step.done ? 'text-green' : 'text-fg3'}`}
      />
      <p className={`min-w-0 flex-1 basis-48 ${step.done ? 'text-fg2' : 'font-medium'}`}>
        {step.title}
        {step.optional && <span className="font-normal text-fg3"> (optional)</span>}
        <span className="sr-only">{step.done ? ' Done' : ' To do'}</span>
      </p>
      {children}
    </li>
  );
}

type StepActionProps = {
  step: Step;
  storefront: Storefront;
  ownDomain: string | undefined;
  /** The one that is up. */
  next: Step | undefined;
};

function StepAction({ step, storefront, ownDomain, next }: StepActionProps) {
  const look = { size: 'sm', kind: step === next ? 'primary' : 'secondary' } as const;
  switch (step.name) {
    case 'storefront':
      return null;
    case 'stock':
      return (
        <ButtonLink {...look} to={paths.stock}>
          Add stock
        </ButtonLink>
      );
    case 'key':
      return (
        <ButtonLink {...look} to={paths.createKeys}>
          Make keys
        </ButtonLink>
      );
    case 'shared':
      return (
        <CopyTextButton
          kind={look.kind}
          size="md"
          text={customerLinks(storefront.guildId, ownDomain).redeem}
          label="Copy redeem link"
        />
      );
    case 'domain':
      return (
        <ButtonLink {...look} to={paths.customDomain}>
          Add a domain
        </ButtonLink>
      );
  }
}
