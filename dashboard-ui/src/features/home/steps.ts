export type Step = {
  name: 'token' | 'bot' | 'storefront' | 'stock' | 'key' | 'stores' | 'shared' | 'domain';
  title: string;
  done: boolean;
  optional?: true;
  /** Nobody can say right now whether it is done: it is not held against anybody. */
  unknown?: true;
};

/** Of the bot's membership: `true` and `false` as the platform says, null when it does not. */
type Bot = { hasToken: boolean; isMember: readonly (boolean | null)[] };

/** Whether something is so. None: it could not be asked. */
type Answer = boolean | undefined;

type Shop = {
  /** Whether there were ever tokens, or keys. */
  stocked: Answer;
  keyed: Answer;
  orders: number;
  /** Whether a store is connected. */
  store: Answer;
  ownDomain: Answer;
  /** Whether somebody who does not run it has opened a redeem page. */
  visited: boolean;
  /** None: it could not be asked. */
  bot: Bot | undefined;
  /** Whether they run the bot, and could give it a token. */
  operates: boolean;
};

/** The way to selling by itself, in its order, of a seller who has a storefront. What could not be asked is left out. */
export function steps({ stocked, keyed, orders, store, ownDomain, visited, bot, operates }: Shop): Step[] {
  const sold = orders > 0;
  const step = (name: Step['name'], title: string, done: Answer, optional = false): Step[] =>
    done === undefined ? [] : [{ name, title, done, ...(optional && { optional }) }];
  return [
    ...step('storefront', 'Create your storefront', true),
    ...botSteps(bot, operates),
    ...step('stock', 'Put tokens into your stock', sold || stocked),
    ...step('key', 'Make your first key', sold || keyed),
    // Who has sold without a store, by hand, may go on so.
    ...step('stores', 'Connect the store where customers pay', store, sold),
    ...step('shared', 'Share your redeem page', sold || visited),
    ...step('domain', 'Let your pages live on a domain of your own', ownDomain, true),
  ];
}

/** Whether one of them says yes; `undefined` is who could not be asked. */
export function someSay<T>(asked: readonly (T | undefined)[], says: (answer: T) => boolean): Answer {
  if (asked.some((answer) => answer !== undefined && says(answer))) return true;
  return asked.includes(undefined) ? undefined : false;
}

/** Without a token only who can set one has something to do. */
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

/** What counts: neither what is optional nor what nobody can say. */
export const needed = (all: readonly Step[]) => all.filter(({ optional, unknown }) => !optional && !unknown);
