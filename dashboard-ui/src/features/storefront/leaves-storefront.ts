import type { Location } from 'react-router';

/** Whether a navigation leaves the screen or the storefront, and with it a form about that storefront. */
export const leavesStorefront = (from: Location, to: Location) =>
  from.pathname !== to.pathname || storefrontIn(from) !== storefrontIn(to);

const storefrontIn = ({ search }: Location) => new URLSearchParams(search).get('guild');
