import { MessageCircle, Store } from 'lucide-react';
import { sellerLink } from '../external-link';
import type { Front, LiveStock } from '../types';
import { ShopMark } from '../ui/shop-mark';

type FrontHeaderProps = { guildId: string; front: Front; stock: LiveStock };

export function FrontHeader({ guildId, front, stock }: FrontHeaderProps) {
  return (
    <header className="front-header">
      <ShopMark shop={front} className="front-initial" />
      <h1 dir="auto">{front.name}</h1>
      <FrontLinks stock={stock} />
      {front.storefronts.length > 1 && <Storefronts guildId={guildId} front={front} />}
    </header>
  );
}

function FrontLinks({ stock }: { stock: LiveStock }) {
  const links = [
    { text: 'Community', icon: MessageCircle, href: sellerLink(stock.discordLink) },
    { text: 'Visit Store', icon: Store, href: sellerLink(stock.storeLink) },
  ].flatMap(({ href, ...link }) => (href ? [{ ...link, href }] : []));
  if (links.length === 0) return null;
  return (
    <nav className="front-links" aria-label="Links">
      {links.map(({ text, icon: Icon, href }) => (
        <a
          key={text}
          className="button button-secondary"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>{text}</span>
        </a>
      ))}
    </nav>
  );
}

/** Links to the seller's other storefronts. The first one is at the domain's root. */
function Storefronts({ guildId, front }: { guildId: string; front: Front }) {
  return (
    <nav className="front-storefronts" aria-label="Storefronts">
      {front.storefronts.map((storefront, index) => (
        <a
          key={storefront.guildId}
          href={index === 0 ? '/' : `/${storefront.guildId}`}
          title={storefront.name}
          dir="auto"
          aria-current={storefront.guildId === guildId ? 'page' : undefined}
        >
          {storefront.name}
        </a>
      ))}
    </nav>
  );
}
