import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { nova } from './a-storefront';
import { StorefrontPreview } from './storefront-preview';

it.each([
  ['Redeem', 'No refunds'],
  ['Order status', 'Restocked daily'],
  ['Live stock', 'Restocked daily'],
])('the picture of the page %j ends with the footer %j', async (tab, footer) => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <StorefrontPreview
          {...nova}
          storeLink=""
          discordLink=""
          redeemFooter="No refunds"
          embedFooter="Restocked daily"
        />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('tab', { name: tab }));
  expect(screen.getByRole('img').textContent).toMatch(new RegExp(`${footer}$`));
});
