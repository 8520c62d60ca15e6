import {
  Activity,
  Boxes,
  Globe,
  Key,
  KeyRound,
  KeySquare,
  PackageCheck,
  PackageMinus,
  PackageX,
  ShoppingBag,
  Store,
  TriangleAlert,
  Webhook,
  type LucideIcon,
} from 'lucide-react';

type Look = { icon: LucideIcon; colour: string };

const looks: Record<string, Look> = {
  key_redeemed: { icon: Key, colour: 'text-pink-text' },
  order_completed: { icon: PackageCheck, colour: 'text-green' },
  order_partial: { icon: TriangleAlert, colour: 'text-amber' },
  order_failed: { icon: PackageX, colour: 'text-red' },
  stock_added: { icon: Boxes, colour: 'text-blue' },
  stock_exported: { icon: PackageMinus, colour: 'text-blue' },
  keys_created: { icon: KeyRound, colour: 'text-pink-text' },
  store_sale: { icon: ShoppingBag, colour: 'text-pink-text' },
  store_connected: { icon: Store, colour: 'text-green' },
  store_disconnected: { icon: Store, colour: 'text-fg2' },
  key_revoked: { icon: KeyRound, colour: 'text-fg2' },
  storefront_created: { icon: Store, colour: 'text-green' },
  storefront_updated: { icon: Store, colour: 'text-blue' },
  storefront_deleted: { icon: Store, colour: 'text-fg2' },
  domain_active: { icon: Globe, colour: 'text-green' },
  event_endpoint_added: { icon: Webhook, colour: 'text-green' },
  event_endpoint_deleted: { icon: Webhook, colour: 'text-fg2' },
  event_endpoint_disabled: { icon: Webhook, colour: 'text-red' },
  api_key_made: { icon: KeySquare, colour: 'text-green' },
  api_key_revoked: { icon: KeySquare, colour: 'text-fg2' },
};

export const knownActivity = Object.keys(looks);

/** A kind that this page does not know looks neutral. */
export function activityLook(kind: string): Look {
  return looks[kind] ?? { icon: Activity, colour: 'text-fg2' };
}
