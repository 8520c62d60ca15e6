import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DomainRow } from './domain-row';
import type { Domain } from './queries';

function open(status: string, diagnostics?: string) {
  // The fields of the contract, which has no diagnostics.
  const domain = { _id: '1', domain: 'shop.example.com', status, created_at: '2026-11-20T09:14:00Z' };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DomainRow domain={{ ...domain, diagnostics } as Domain} />
    </QueryClientProvider>,
  );
  return [...document.querySelectorAll('p')].map(({ textContent }) => textContent);
}

it.each([
  ['active', 'Domain is active and working correctly!'],
  ['pending', 'Waiting for its DNS record.'],
  ['failed', 'DNS does not point here.'],
])('a domain row explains the status %s', (status, text) => expect(open(status)).toContain(text));

it('a domain row shows the DNS diagnostics', () =>
  expect(open('pending', 'It is a bare domain.')).toContain('It is a bare domain.'));

it('a domain row names an unknown status without an explanation', () => {
  expect(open('paused')).toEqual(['shop.example.com']);
  expect(screen.getByText('Paused')).toBeTruthy();
});
