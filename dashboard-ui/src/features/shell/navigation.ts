import {
  Bug,
  ChartColumn,
  Code,
  HeartPulse,
  House,
  Inbox,
  KeyRound,
  Layers,
  Lightbulb,
  MessageCircle,
  Package,
  Plug,
  Settings,
  Shield,
  ShieldBan,
  Store,
  Truck,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { paths } from '../../paths';
import type { Rights } from '../members/use-rights';
import { ToDeliverCount } from '../orders/to-deliver';

export type Entry = {
  label: string;
  to: string;
  icon: LucideIcon;
  /** The group that it stands in; undefined: it stands at the top. */
  group?: 'Shop' | 'Product';
  adminOnly?: true;
  /** What a helper's role must grant. */
  needs?: keyof Rights;
  /** Beside the label in the sidebar. */
  Count?: ComponentType;
  /** Marked as current on its own path only, not on paths below it. */
  exact?: true;
};

/** All entries of the sidebar and of the `Ctrl+K` palette, in order. */
const navigation: Entry[] = [
  { label: 'Home', to: paths.home, icon: House, exact: true },
  { label: 'Orders', to: paths.orders, icon: Package, Count: ToDeliverCount, needs: 'reads' },
  { label: 'Suggestions', to: paths.suggestions, icon: Lightbulb },
  { label: 'Bugs', to: paths.bugReports, icon: Bug },
  { label: 'Chat', to: paths.chat, icon: MessageCircle },
  { label: 'Settings', to: paths.settings, icon: Settings },
  { label: 'Admin', to: paths.admin, icon: Shield, adminOnly: true },
  {
    group: 'Shop',
    label: 'Storefront',
    to: paths.storefront,
    icon: Store,
    needs: 'manages',
  },
  { group: 'Shop', label: 'Stock', to: paths.stock, icon: Layers, needs: 'reads' },
  { group: 'Shop', label: 'Keys', to: paths.keys, icon: KeyRound, needs: 'reads' },
  { group: 'Shop', label: 'Stores', to: paths.stores, icon: Plug, needs: 'manages' },
  { group: 'Shop', label: 'Inbox', to: paths.inbox, icon: Inbox, needs: 'reads' },
  { group: 'Shop', label: 'Fulfilment', to: paths.fulfilment, icon: Truck, needs: 'manages' },
  { group: 'Shop', label: 'Insights', to: paths.insights, icon: ChartColumn, needs: 'reads' },
  { group: 'Shop', label: 'Blocklist', to: paths.blocklist, icon: ShieldBan, needs: 'manages' },
  { group: 'Shop', label: 'Developers', to: paths.developers, icon: Code, needs: 'owns' },
  { group: 'Shop', label: 'Helpers', to: paths.helpers, icon: Users, needs: 'owns' },
  { group: 'Product', label: 'Health', to: paths.health, icon: HeartPulse, adminOnly: true },
];

/** The entries that a user may open. */
export function entriesFor(admin: boolean, rights: Rights): Entry[] {
  return navigation.filter(({ adminOnly, needs }) => (admin || !adminOnly) && (!needs || rights[needs]));
}

/** Where an entry leads, given the current address's `search`. Links within the shop keep the chosen storefront. */
export function leadsTo({ to, group }: Pick<Entry, 'to' | 'group'>, search: string): string {
  const guild = group === 'Shop' && new URLSearchParams(search).get('guild');
  return guild ? `${to}${to.includes('?') ? '&' : '?'}guild=${encodeURIComponent(guild)}` : to;
}

/** Screens without an entry, and what they need. */
const others: Pick<Entry, 'to' | 'needs'>[] = [
  { to: paths.customDomain, needs: 'owns' },
  { to: paths.livePage, needs: 'owns' },
];

/** Whether a user with these rights may open the screen at `pathname`. */
export const reaches = (pathname: string, rights: Rights) =>
  [...navigation, ...others].every((entry) => !entry.needs || rights[entry.needs] || !isLit(entry, pathname));

/** Whether `pathname` is the entry's screen, or one below it. A slash at its end makes no difference. */
export const isLit = ({ to, exact }: Pick<Entry, 'to' | 'exact'>, pathname: string) =>
  exact ? pathname.replace(/\/$/, '') === to : `${pathname}/`.startsWith(`${to}/`);
