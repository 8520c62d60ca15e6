export type Step = {
  name: 'token' | 'bot' | 'storefront' | 'stock' | 'key' | 'stores' | 'shared' | 'domain';
  title: string;
  done: boolean;
  optional?: true;
  /** Nobody can say right now whether it is done: it is not held against anybody. */
  unknown?: true;
};

type Level = { available: number; reserved: number; delivered: number; failed: number };

/** Of the bot's membership: `true` and `false` as the platform says, null when it does not. */
type Bot = { hasToken: boolean; isMember: readonly (boolean | null)[] };

type Shop = {
  tokens: readonly Level[];
  keys: number;
  orders: number;
  /** Whether a store is connected. None: it could not be asked. */
  store: boolean | undefined;
  ownDomain: boolean;
  /** None: it could not be asked. */
  bot: Bot | undefined;
  /** Whether they run the bot, and could give it a token. */
  operates: boolean;
};

/** The way to selling by itself, in its order, of a seller who has a storefront. */
export function steps({ tokens, keys, orders, store, ownDomain, bot, operates }: Shop): Step[] {
  const sold = orders > 0;
  const stocked = tokens.some((level) => Object.values(counts(level)).some((count) => count > 0));
  return [
    { name: 'storefront', title: 'Create your storefront', done: true },
    ...botSteps(bot, operates),
    { name: 'stock', title: 'Put tokens into your stock', done: sold || stocked },
    { name: 'key', title: 'Make your first key', done: sold || keys > 0 },
    ...storeSteps(store, sold),
    { name: 'shared', title: 'Share your redeem page, and see the first order', done: sold },
    { name: 'domain', title: 'Let your pages live on a domain of your own', done: ownDomain, optional: true },
  ];
}

/** Who has sold without a store, by hand, may go on so. */
function storeSteps(store: boolean | undefined, sold: boolean): Step[] {
  if (store === undefined) return [];
  const title = 'Connect the store where customers pay';
  return [{ name: 'stores', title, done: store, ...(sold && { optional: true }) }];
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

const counts = ({ available, reserved, delivered, failed }: Level) => ({
  available,
  reserved,
  delivered,
  failed,
});
