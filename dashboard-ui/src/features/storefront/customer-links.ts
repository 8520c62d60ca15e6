import { paths } from '../../paths';

type CustomerLinks = {
  redeem: string;
  liveStock: string;
  /** The status page of one order. */
  order: (orderId: string) => string;
};

/**
 * The links for a storefront's customers: plain paths on the seller's own domain once that is active, this host until
 * then.
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

/** A redeem link that fills in the key. It is in the fragment, which browsers send to no server. */
export function keyLink({ redeem }: Pick<CustomerLinks, 'redeem'>, key: string): string {
  return `${redeem}#key=${encodeURIComponent(key)}`;
}

type Known = { domain: string; status: string };

export function activeDomain(domains: readonly Known[] | undefined): string | undefined {
  return domains?.find(({ status }) => status === 'active')?.domain;
}
