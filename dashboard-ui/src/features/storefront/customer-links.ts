import { paths } from '../../paths';

export type CustomerLinks = {
  redeem: string;
  liveStock: string;
  /** The page of one order. */
  order: (orderId: string) => string;
};

/**
 * Where a storefront's customers are sent: the seller's own domain once it works, by its plain paths, and this address
 * until then.
 */
export function customerLinks(guildId: string, ownDomain?: string, here = location.origin): CustomerLinks {
  const whole = (path: string) =>
    ownDomain ? `https://${ownDomain}${path.replace(/^\/api/, '')}` : here + path;
  return {
    redeem: whole(paths.redeem(guildId)),
    liveStock: whole(paths.liveStock(guildId)),
    order: (orderId) => whole(paths.order(guildId, orderId)),
  };
}

/** A redeem link that fills the key in: what stands behind `#` is told to no server. */
export function keyLink({ redeem }: Pick<CustomerLinks, 'redeem'>, key: string): string {
  return `${redeem}#key=${encodeURIComponent(key)}`;
}

type Known = { domain: string; status: string };

export function activeDomain(domains: readonly Known[] | undefined): string | undefined {
  return domains?.find(({ status }) => status === 'active')?.domain;
}
