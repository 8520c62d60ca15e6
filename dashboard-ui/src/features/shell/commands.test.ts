import { describe, expect, it } from 'vitest';
import { rightsOf } from '../members/use-rights';
import { commandsFor } from './commands';

const shop = {
  search: '',
  admin: false,
  rights: rightsOf(null),
  storefronts: [
    { guildId: '918430295761048371', name: 'Nova Boosts' },
    { guildId: '112233445566778899', name: 'Tea House' },
  ],
  ownDomain: 'nova.example',
};
const labels = (typed: string, admin = false) =>
  commandsFor(typed, { ...shop, admin }).map(({ label, hint }) => `${hint}: ${label}`);

describe('the command palette', () => {
  it('lists every screen, and the admin screen only for admins', () => {
    const all = labels('');
    expect(all.slice(0, 3)).toEqual(['Go to: Home', 'Go to: Orders', 'Go to: Suggestions']);
    expect(all).toContain('Keys: Make keys');
    expect(all).not.toContain('Go to: Admin');
    expect(labels('', true)).toContain('Go to: Admin');
  });

  it('lists only what the role of a helper may open', () => {
    const packers = commandsFor('', { ...shop, rights: rightsOf('packer') }).map(({ label }) => label);
    for (const label of ['Storefront', 'Helpers', 'Edit Live Stock', 'Make keys']) {
      expect(labels('')).toContainEqual(expect.stringContaining(label));
      expect(packers).not.toContain(label);
    }
    expect(packers).toContain('Keys');
  });

  it('keeps the chosen storefront in links within the shop', () => {
    const goTo = (label: string) =>
      commandsFor('', { ...shop, search: '?page=2&guild=112233445566778899' }).find(
        (command) => command.label === label,
      );
    expect(goTo('Make keys')).toMatchObject({ goTo: '/dashboard/keys?create&guild=112233445566778899' });
    expect(goTo('Stock')).toMatchObject({ goTo: '/dashboard/stock?guild=112233445566778899' });
    expect(goTo('Orders')).toMatchObject({ goTo: '/dashboard/orders' });
    const [gone] = commandsFor('make keys', { ...shop, search: '?guild=1' });
    expect(gone).toMatchObject({ goTo: '/dashboard/keys?create' });
  });

  it('finds commands by any of their words', () => {
    expect(labels('copy tea')).toEqual(['Tea House: Copy redeem link', 'Tea House: Copy live stock link']);
    expect(labels('LIVE edit')).toEqual(['Go to: Edit Live Stock']);
  });

  it('tells storefronts with the same name apart by their ids', () => {
    const storefronts = ['1', '2'].map((guildId) => ({ guildId, name: 'Nova' }));
    const copies = commandsFor('copy redeem nova', { ...shop, storefronts });
    expect(copies.map(({ hint }) => hint)).toEqual(['1 Nova', '2 Nova']);
  });

  it('copies customer links of the own domain', () => {
    const [redeem] = commandsFor('copy redeem nova', shop);
    expect(redeem).toMatchObject({ copies: 'https://nova.example/redeem-order/918430295761048371' });
  });

  it('opens an order by its id, even in lower case and with spaces', () => {
    const [order] = commandsFor(' rx81p v6ndk 94fmz tq2ce', shop);
    expect(order).toMatchObject({
      label: 'Open order RX81P-V6NDK-94FMZ-TQ2CE',
      goTo: '/dashboard/orders?order=RX81P-V6NDK-94FMZ-TQ2CE',
    });
  });

  it('offers text that may be an order id last', () => {
    expect(labels('orders')).toEqual(['Go to: Orders', 'Order: Open order orders']);
    expect(labels('bugs')).toEqual(['Go to: Bugs']);
    expect(labels('no such thing')).toEqual([]);
  });
});
