export type Step = {
  name: 'token' | 'bot' | 'storefront' | 'stock' | 'key' | 'stores' | 'shared' | 'domain';
  title: string;
  done: boolean;
  optional?: true;
  /** It cannot be determined right now whether the step is done, so it does not count as open. */
  unknown?: true;
};

/** `isMember` has one entry per server of a storefront: null when the platform does not say. */
type Bot = { hasToken: boolean; isMember: readonly (boolean | null)[] };

/** Undefined when the query has failed. */
type Answer = boolean | undefined;

type Shop = {
  /** Whether there have ever been tokens in stock; `keyed` says the same of keys. */
  stocked: Answer;
  keyed: Answer;
  orders: number;
  /** Whether a store is connected and knows what it sells. */
  store: Answer;
  /** Whether a store is connected that has no products, and so refuses all sales. */
  unmapped: boolean;
  ownDomain: Answer;
  /** Whether somebody who is not signed in has opened a redeem page. */
  visited: boolean;
  /** Undefined when the query has failed. */
  bot: Bot | undefined;
  /** Whether the user operates the bot and can give it a token. */
  operates: boolean;
};

/** The setup steps of a seller who has a storefront, in order. Steps whose query has failed are left out. */
export function steps({
  stocked,
  keyed,
  orders,
  store,
  unmapped,
  ownDomain,
  visited,
  bot,
  operates,
}: Shop): Step[] {
  const sold = orders > 0;
  const step = (name: Step['name'], title: string, done: Answer, optional = false): Step[] =>
    done === undefined ? [] : [{ name, title, done, ...(optional && { optional }) }];
  return [
    ...step('storefront', 'Create your storefront', true),
    ...botSteps(bot, operates),
    ...step('stock', 'Put tokens into your stock', sold || stocked),
    ...step('key', 'Make your first key', sold || keyed),
    // A seller who has sold by hand, without a store, may continue to do so.
    ...step('stores', unmapped && !store ? mapProducts : connectStore, store, sold),
    ...step('shared', 'Share your redeem page', sold || visited),
    ...step('domain', 'Let your pages live on a domain of your own', ownDomain, true),
  ];
}

const connectStore = 'Connect the store where customers pay';
const mapProducts = 'Say which product gives which key: until then your store refuses all sales';

/** Whether any of the answers says yes; undefined if none does and some are missing. */
export function someSay<T>(asked: readonly (T | undefined)[], says: (answer: T) => boolean): Answer {
  if (asked.some((answer) => answer !== undefined && says(answer))) return true;
  return asked.includes(undefined) ? undefined : false;
}

/** Without a token, only the operator, who can set it, has something to do. */
function botSteps(bot: Bot | undefined, operates: boolean): Step[] {
  if (!bot) return [];
  if (!bot.hasToken) {
    return operates ? [{ name: 'token', title: 'Give the bot its token', done: false, optional: true }] : [];
  }
  const title = 'Let the bot into your server';
  if (bot.isMember.includes(false)) return [{ name: 'bot', title, done: false }];
  return bot.isMember.includes(null)
    ? [{ name: 'bot', title, done: false, unknown: true }]
    : [{ name: 'bot', title, done: true }];
}

/** The steps that count: neither optional nor undetermined. */
export const needed = (all: readonly Step[]) => all.filter(({ optional, unknown }) => !optional && !unknown);
