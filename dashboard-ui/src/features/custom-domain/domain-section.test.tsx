import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { ConfigContext } from '../../api/bootstrap';
import { DomainSection } from './domain-section';
import { domainsQuery } from './queries';

function open(cnameTarget: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  queries.setQueryData(domainsQuery.queryKey, []);
  render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <ConfigContext value={{ cnameTarget } as never}>
          <DomainSection />
        </ConfigContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

it("only the section's title has its words in it", () => {
  open('stores.example.com');
  expect(screen.getByText(/custom domain/i).tagName).toBe('H2');
  expect(screen.getByRole('link', { name: 'Open its own screen' })).toBeDefined();
});

it.each(['stores.example.com', 'example.net', 'a.b.example.org'])(
  'the DNS record says that %s is a placeholder in words that stand nowhere else in the section',
  (target) => {
    open(target);
    const said = screen.getByText(/to a placeholder/).textContent;
    for (const word of ['CNAME', 'Name', 'Target', 'Type', 'Domain', target])
      expect(said.toLowerCase()).not.toContain(word.toLowerCase());
  },
);

it.each(['stores.nova.shop', 'counterexample.com', 'example.com.nova.shop'])(
  'the DNS record with %s stands without a remark',
  (target) => {
    open(target);
    expect(screen.getByText(target)).toBeDefined();
    expect(screen.queryByText(/to a placeholder/)).toBeNull();
  },
);
