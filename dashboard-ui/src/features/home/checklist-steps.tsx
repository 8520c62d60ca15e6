import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Circle, CircleCheck, CircleQuestionMark } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { Schema } from '../../api/types';
import { paths } from '../../paths';
import { ButtonLink, ExternalButton } from '../../ui/button';
import { CopyTextButton } from '../../ui/copy-button';
import { FailedLine } from '../../ui/empty';
import { userQuery } from '../auth/queries';
import { activeDomain, customerLinks } from '../storefront/customer-links';
import { wasStocked } from './low-levels';
import { needed, someSay, steps, type Step } from './steps';
import { useStepAnswers } from './use-step-answers';

type Storefront = Schema<'Storefront'>;
type Bot = Schema<'BotMembership'>;
type StepsProps = { storefronts: Storefront[]; first: Storefront; orders: number };

/** Each step checks by itself whether it is done. */
export function Steps({ storefronts, first, orders }: StepsProps) {
  const id = useId();
  const sold = orders > 0;
  const { data: user } = useQuery(userQuery);
  const { bot, stock, keys, stores, domains, areHere } = useStepAnswers(storefronts, sold);
  if (!areHere || !user) return null;

  const ownDomain = activeDomain(domains.data);
  const [unmapped] = storefronts.flatMap(({ guildId }, index) =>
    (stores[index]?.data ?? []).filter(sellsNothing).map(({ provider }) => ({ guildId, provider })),
  );
  const all = steps({
    stocked: someSay(
      stock.map(({ data }) => data),
      (levels) => levels.some(wasStocked),
    ),
    keyed: someSay(
      keys.map(({ data }) => data),
      ({ keys }) => keys.length > 0,
    ),
    orders,
    store: someSay(
      stores.map(({ data }) => data),
      (connections) => connections.some((store) => store.enabled && !sellsNothing(store)),
    ),
    unmapped: unmapped !== undefined,
    ownDomain: domains.data && ownDomain !== undefined,
    visited: storefronts.some(({ visitedAt }) => visitedAt !== null),
    bot: bot.data && {
      hasToken: bot.data.hasToken,
      isMember: bot.data.storefronts.map(({ isMember }) => isMember),
    },
    operates: user.admin,
  });
  const must = needed(all);
  const done = must.filter((step) => step.done).length;
  const next = must.find((step) => !step.done);
  if (!next) return null;

  const shown = sold ? must.filter((step) => !step.done) : all;
  return (
    <section aria-labelledby={id} className="card overflow-hidden">
      <header className="flex items-baseline justify-between gap-4 border-b border-line px-5 py-4 max-sm:px-4">
        <h2 id={id} className="text-heading">
          {sold ? 'Finish setting up' : 'Get ready to sell'}
        </h2>
        <p className="text-small text-fg2 tabular-nums">
          {done} of {must.length} done
        </p>
      </header>
      <ol className="divide-y divide-line">
        {shown.map((step) => (
          <StepRow key={step.name} step={step}>
            {!step.done && (
              <StepAction
                step={step}
                storefronts={storefronts}
                first={first}
                ownDomain={ownDomain}
                unmapped={unmapped}
                bot={bot.data}
                next={next}
              />
            )}
          </StepRow>
        ))}
      </ol>
      <NotLoaded
        asked={{
          'Where the bot is': [bot],
          'Your stock': stock,
          'Your keys': keys,
          'Your stores': stores,
          'Your domain': sold ? [] : [domains],
        }}
      />
    </section>
  );
}

/** A connected store without products refuses all sales. */
const sellsNothing = ({ enabled, products }: Schema<'StoreConnection'>) => enabled && products.length === 0;

/** The mono font of 23 KiB is not worth loading for two words. */
const systemMono = '[font-family:ui-monospace,monospace]';

/** The queries behind each label. */
type NotLoadedProps = { asked: Record<string, readonly Asked[]> };
type Asked = Pick<UseQueryResult, 'data' | 'isFetching' | 'refetch'>;

/** Offers a retry for the steps whose queries have failed. Empty when all of them have data. */
function NotLoaded({ asked }: NotLoadedProps) {
  const failed = Object.entries(asked).flatMap(([what, queries]) => {
    const without = queries.filter(({ data }) => data === undefined);
    return without.length === 0 ? [] : [{ what, without }];
  });
  if (failed.length === 0) return null;
  return (
    <div className="flex flex-col gap-2 border-t border-line px-5 py-3 max-sm:px-4">
      {failed.map(({ what, without }) => (
        <FailedLine
          key={what}
          title={`${what} could not be loaded`}
          onRetry={() => without.forEach(({ refetch }) => void refetch())}
          busy={without.some(({ isFetching }) => isFetching)}
        />
      ))}
    </div>
  );
}

function StepRow({ step, children }: { step: Step; children: ReactNode }) {
  const Icon = step.done ? CircleCheck : step.unknown ? CircleQuestionMark : Circle;
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
        <span className="sr-only">{step.done ? ' Done' : step.unknown ? ' Unknown' : ' To do'}</span>
      </p>
      {children && <div className="flex flex-wrap gap-2 max-sm:basis-full max-sm:pl-7.5">{children}</div>}
    </li>
  );
}

type StepActionProps = {
  step: Step;
  storefronts: Storefront[];
  first: Storefront;
  ownDomain: string | undefined;
  /** A store that is connected, but has no products. */
  unmapped: { guildId: string; provider: string } | undefined;
  bot: Bot | undefined;
  /** The next step to do. */
  next: Step;
};

function StepAction({ step, storefronts, first, ownDomain, unmapped, bot, next }: StepActionProps) {
  const look = { size: 'sm', kind: step === next ? 'primary' : 'secondary' } as const;
  switch (step.name) {
    case 'storefront':
      return null;
    case 'token':
      return (
        <p className="text-small text-fg2">
          Set <code className={systemMono}>discord.token</code> in{' '}
          <code className={systemMono}>config.toml</code>, and start again.
        </p>
      );
    case 'bot':
      return <Invitation bot={bot} storefronts={storefronts} unknown={step.unknown} look={look} />;
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
    case 'stores':
      return (
        <ButtonLink
          {...look}
          to={
            unmapped ? `${paths.stores}?guild=${unmapped.guildId}&store=${unmapped.provider}` : paths.stores
          }
        >
          {unmapped ? 'Add products' : 'Connect a store'}
        </ButtonLink>
      );
    case 'shared':
      return (
        <CopyTextButton
          {...look}
          text={customerLinks(first.guildId, ownDomain).redeem}
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

type InvitationProps = {
  bot: Bot | undefined;
  storefronts: Storefront[];
  unknown: true | undefined;
  look: { size: 'sm'; kind: 'primary' | 'secondary' };
};

/** Invite links for each server that the bot is not in. Coming back from one refreshes the step. */
function Invitation({ bot, storefronts, unknown, look }: InvitationProps) {
  if (unknown) {
    return <p className="text-small text-fg2">The chat platform does not answer right now.</p>;
  }
  const away = (bot?.storefronts ?? []).filter(({ isMember }) => isMember === false);
  return away.map(({ guildId, inviteUrl }) => {
    if (!inviteUrl) return null;
    const shop = storefronts.find((storefront) => storefront.guildId === guildId);
    return (
      <ExternalButton
        key={guildId}
        {...look}
        href={inviteUrl}
        className="max-w-full shrink whitespace-normal! max-sm:h-auto! max-sm:min-h-11 max-sm:py-2"
      >
        {storefronts.length > 1 && shop ? `Invite the bot: ${shop.name}` : 'Invite the bot'}
      </ExternalButton>
    );
  });
}
