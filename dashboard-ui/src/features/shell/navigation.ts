import {
  Bug,
  House,
  KeyRound,
  Layers,
  Lightbulb,
  MessageCircle,
  Package,
  Settings,
  Shield,
  Store,
  type LucideIcon,
} from 'lucide-react';
import { paths } from '../../paths';

export type Entry = {
  label: string;
  to: string;
  icon: LucideIcon;
  /** Stands under this heading. Without one: at the top. */
  group?: 'Shop';
  adminOnly?: true;
  /** Lit on its own address alone, not below it. */
  exact?: true;
  /** Screens that have no entry of their own and light this one. */
  also?: string[];
};

/** The whole navigation, in its order: the sidebar's, and what `Ctrl+K` leads to. */
export const navigation: Entry[] = [
  { label: 'Home', to: paths.home, icon: House, exact: true },
  { label: 'Orders', to: paths.orders, icon: Package },
  { label: 'Suggestions', to: paths.suggestions, icon: Lightbulb },
  { label: 'Bugs', to: paths.bugReports, icon: Bug },
  { label: 'Chat', to: paths.chat, icon: MessageCircle },
  { label: 'Settings', to: paths.settings, icon: Settings, also: [paths.customDomain] },
  { label: 'Admin', to: paths.admin, icon: Shield, adminOnly: true },
  { group: 'Shop', label: 'Storefront', to: paths.storefront, icon: Store, also: [paths.livePage] },
  { group: 'Shop', label: 'Stock', to: paths.stock, icon: Layers },
  { group: 'Shop', label: 'Keys', to: paths.keys, icon: KeyRound },
];

export function entriesFor(admin: boolean): Entry[] {
  return navigation.filter(({ adminOnly }) => admin || !adminOnly);
}

/** Whether `pathname` is the entry's screen, or one that belongs to it. */
export function isLit({ to, exact, also = [] }: Entry, pathname: string): boolean {
  const isAt = (place: string) => pathname === place || (!exact && pathname.startsWith(`${place}/`));
  return [to, ...also].some(isAt);
}
