import {
  Activity,
  Boxes,
  Bug,
  Code,
  Globe,
  Key,
  KeyRound,
  KeySquare,
  Lightbulb,
  MessageCircle,
  PackageCheck,
  PackageMinus,
  PackageX,
  Plug,
  ShieldBan,
  ShoppingBag,
  Store,
  TriangleAlert,
  Truck,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';

type Look = { icon: LucideIcon; colour: string };

const look = (icon: LucideIcon, colour = 'text-fg2'): Look => ({ icon, colour });

const looks: Record<string, Look> = {
  key_redeemed: look(Key, 'text-pink-text'),
  order_completed: look(PackageCheck, 'text-green'),
  order_partial: look(TriangleAlert, 'text-amber'),
  order_failed: look(PackageX, 'text-red'),
  stock_added: look(Boxes, 'text-blue'),
  stock_exported: look(PackageMinus, 'text-blue'),
  keys_created: look(KeyRound, 'text-pink-text'),
  store_sale: look(ShoppingBag, 'text-pink-text'),
  store_connected: look(Store, 'text-green'),
  store_disconnected: look(Store),
  key_revoked: look(KeyRound),
  storefront_created: look(Store, 'text-green'),
  storefront_updated: look(Store, 'text-blue'),
  storefront_deleted: look(Store),
  domain_added: look(Globe, 'text-blue'),
  domain_active: look(Globe, 'text-green'),
  domain_failed: look(Globe, 'text-red'),
  domain_removed: look(Globe),
  delivery_text_saved: look(MessageCircle, 'text-blue'),
  custom_code_saved: look(Code, 'text-blue'),
  store_products_saved: look(Plug, 'text-blue'),
  store_secret_added: look(Plug, 'text-green'),
  store_secret_removed: look(Plug),
  fulfilment_changed: look(Truck, 'text-blue'),
  fulfilment_secret_renewed: look(Truck, 'text-blue'),
  block_added: look(ShieldBan, 'text-blue'),
  block_removed: look(ShieldBan),
  helper_added: look(Users, 'text-green'),
  helper_changed: look(Users, 'text-blue'),
  helper_removed: look(Users),
  suggestion_created: look(Lightbulb, 'text-blue'),
  suggestion_implemented: look(Lightbulb, 'text-green'),
  suggestion_deleted: look(Lightbulb),
  bug_reported: look(Bug, 'text-blue'),
  bug_fixed: look(Bug, 'text-green'),
  bug_deleted: look(Bug),
  event_endpoint_added: look(Webhook, 'text-green'),
  event_endpoint_changed: look(Webhook, 'text-blue'),
  event_endpoint_secret_renewed: look(Webhook, 'text-blue'),
  event_endpoint_deleted: look(Webhook),
  event_endpoint_disabled: look(Webhook, 'text-red'),
  api_key_made: look(KeySquare, 'text-green'),
  api_key_revoked: look(KeySquare),
};

export const knownActivity = Object.keys(looks);

/** A kind that this page does not know looks neutral. */
export function activityLook(kind: string): Look {
  return looks[kind] ?? look(Activity);
}
