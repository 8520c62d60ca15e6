export type Step = {
  name: 'storefront' | 'stock' | 'key' | 'shared' | 'domain';
  title: string;
  done: boolean;
  optional?: true;
};

type Level = { available: number; reserved: number; delivered: number; failed: number };

type Shop = {
  tokens: readonly Level[];
  keys: number;
  ownDomain: boolean;
};

/** The way to the first sale of a seller who has a storefront and no order, in its order. */
export function steps({ tokens, keys, ownDomain }: Shop): Step[] {
  const stocked = tokens.some((level) => Object.values(counts(level)).some((count) => count > 0));
  return [
    { name: 'storefront', title: 'Create your storefront', done: true },
    { name: 'stock', title: 'Put tokens into your stock', done: stocked },
    { name: 'key', title: 'Make your first key', done: keys > 0 },
    { name: 'shared', title: 'Share your redeem page, and see the first order', done: false },
    { name: 'domain', title: 'Let your pages live on a domain of your own', done: ownDomain, optional: true },
  ];
}

const counts = ({ available, reserved, delivered, failed }: Level) => ({
  available,
  reserved,
  delivered,
  failed,
});
