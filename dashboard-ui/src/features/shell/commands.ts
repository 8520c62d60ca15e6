import { CodeXml, Copy, Globe, KeyRound, PackageSearch, type LucideIcon } from 'lucide-react';
import { asKept } from '../../shared/format/order-id';
import { paths } from '../../paths';
import type { Rights } from '../members/use-rights';
import { customerLinks } from '../storefront/customer-links';
import { entriesFor, leadsTo } from './navigation';

/** An entry of the palette (`Ctrl+K`): a screen to go to, or a text to copy. */
export type Command = { label: string; hint: string; icon: LucideIcon } & (
  { goTo: string } | { copies: string }
);

type Shop = {
  /** The query of the current address, which names the chosen storefront. */
  search: string;
  admin: boolean;
  rights: Rights;
  storefronts: readonly { guildId: string; name: string }[];
  /** The seller's domain, once it is active. */
  ownDomain: string | undefined;
};

/**
 * The commands that match the input; all of them if it is empty. If it looks like an order id, opening that order
 * comes first.
 */
export function commandsFor(typed: string, shop: Shop): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, hint }: Command) =>
    words.every((word) => `${label} ${hint}`.toLowerCase().includes(word));
  const fitting = [...places(shop), ...copies(shop)].filter(fits);
  const orderId = asKept(typed);
  if (orderId === '') return fitting;
  const order: Command = {
    label: `Open order ${orderId}`,
    hint: 'Order',
    icon: PackageSearch,
    goTo: paths.orderDialog(orderId),
  };
  if (isOrderId(orderId)) return [order, ...fitting];
  return /^\S{5,}$/.test(orderId) ? [...fitting, order] : fitting;
}

function places({ search, admin, rights, storefronts }: Shop): Command[] {
  const sellers: Command[] = [
    { label: 'Custom Domain', hint: 'Go to', icon: Globe, goTo: paths.customDomain },
    { label: 'Edit Live Stock', hint: 'Go to', icon: CodeXml, goTo: paths.livePage },
  ];
  const chosen = new URLSearchParams(search).get('guild');
  // Keys cannot be made in a storefront that was deleted.
  const isThere = storefronts.some(({ guildId }) => guildId === chosen);
  const makeKeys: Command = {
    label: 'Make keys',
    hint: 'Keys',
    icon: KeyRound,
    goTo: leadsTo({ to: paths.createKeys, group: 'Shop' }, isThere ? search : ''),
  };
  return [
    ...entriesFor(admin, rights).map((entry): Command => ({
      label: entry.label,
      hint: 'Go to',
      icon: entry.icon,
      goTo: leadsTo(entry, search),
    })),
    ...(rights.owns ? sellers : []),
    ...(rights.manages ? [makeKeys] : []),
  ];
}

function copies({ storefronts, ownDomain }: Shop): Command[] {
  return storefronts.flatMap(({ guildId, name }) => {
    const links = customerLinks(guildId, ownDomain);
    const hint = storefronts.some((one) => one.name === name && one.guildId !== guildId)
      ? `${guildId} ${name}`
      : name;
    return [
      { label: 'Copy redeem link', hint, icon: Copy, copies: links.redeem },
      { label: 'Copy live stock link', hint, icon: Copy, copies: links.liveStock },
    ];
  });
}

const isOrderId = (text: string) => /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/.test(text);
