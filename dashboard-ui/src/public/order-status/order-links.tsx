import { LogIn, MessageCircle, Store } from 'lucide-react';
import { inviteLink, sellerLink } from '../external-link';
import type { OrderStatus } from '../types';
import { LinkButton } from '../ui/link-button';

/** The links of an order; the first one has the accent colour. */
export function OrderLinks(order: Pick<OrderStatus, 'invite' | 'storeLink' | 'discordLink'>) {
  const links = [
    { text: 'Join Server', icon: LogIn, href: inviteLink(order.invite) },
    { text: 'Visit Store', icon: Store, href: sellerLink(order.storeLink) },
    { text: 'Community', icon: MessageCircle, href: sellerLink(order.discordLink) },
  ].flatMap(({ href, ...link }) => (href ? [{ ...link, href }] : []));
  if (links.length === 0) return null;

  return (
    <nav className="order-links" aria-label="Links">
      {links.map((link, index) => (
        <LinkButton key={link.text} {...link} tone={index === 0 ? 'accent' : 'secondary'} />
      ))}
    </nav>
  );
}
