import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import type { Schema } from '../../api/types';
import { paths } from '../../paths';
import { stockQuery } from '../stock/queries';
import { storefrontsQuery } from '../storefront/queries';
import { LowStock } from './low-stock';

const nova = { guildId: '1', name: 'Nova', lowStockThreshold: 10 } as Schema<'Storefront'>;
const tea = { ...nova, guildId: '2', name: 'Tea House' };
const level = { stock: 'OneMonthTokens.txt', reserved: 0, delivered: 0, failed: 0 };

it('low stock links to the stock of its own storefront', () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(storefrontsQuery.queryKey, [nova, tea]);
  queries.setQueryData(stockQuery('1').queryKey, [{ ...level, available: 11 }]);
  queries.setQueryData(stockQuery('2').queryKey, [{ ...level, available: 10 }]);
  render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <LowStock />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(screen.getByRole('listitem').textContent).toContain(' in Tea House: 10 tokens left');
  expect(screen.getByRole('link').getAttribute('href')).toBe(`${paths.stock}?guild=2`);
});
