import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { StorefrontLinks } from './storefront-links';

const domains = vi.hoisted(() => [{ domain: 'shop.example', status: 'active' }]);
vi.mock('../custom-domain/use-own-domains', () => ({ useOwnDomains: () => domains }));

const guildId = '918430295761048371';
const open = () => render(<StorefrontLinks guildId={guildId} />, { wrapper: MemoryRouter });
const links = () => screen.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => href);

it('the links to share are on the active domain, with its front page', () => {
  open();
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Front page' }).href).toBe(
    `https://shop.example/${guildId}`,
  );
  for (const link of links()) expect(link).toMatch(/^https:\/\/shop\.example\//);
});

it('the links to share have no front page while the domain is pending', () => {
  domains[0]!.status = 'pending';
  open();
  expect(screen.queryByRole('link', { name: 'Front page' })).toBeNull();
  for (const link of links()) expect(link.startsWith(location.origin)).toBe(true);
});

it('links that only this machine reaches are said to be such, and those on the active domain are not', () => {
  const { unmount } = open();
  expect(screen.getByText(/^Only this machine reaches this/)).toBeDefined();
  unmount();
  domains[0]!.status = 'active';
  open();
  expect(screen.queryByText(/^Only this machine reaches this/)).toBeNull();
});
