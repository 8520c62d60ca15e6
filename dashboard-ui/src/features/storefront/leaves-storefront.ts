import type { Location } from 'react-router';

/** Whether a step leads away from a form that each storefront has one of. */
export const leavesStorefront = (from: Location, to: Location) =>
  from.pathname !== to.pathname || storefrontIn(from) !== storefrontIn(to);

const storefrontIn = ({ search }: Location) => new URLSearchParams(search).get('guild');
