import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { KeyTable } from './key-table';
import type { Key } from './queries';

// A new role is known before the keys are fetched with it, so they are still masked.
vi.mock('../members/use-rights', () => ({ useRights: () => ({ manages: true }) }));

const masked = '•••••-•••••-•••••-6N4YY';
const keys = [masked, 'whole'].map((key) => ({ key, status: 'unused', amount: 2, stock: '' }) as Key);

it('the keys are a table of that name, and a masked one cannot be selected, copied or revoked', () => {
  const onSelect = vi.fn();
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <KeyTable
          guildId="1"
          redeem=""
          keys={keys}
          selected={new Set()}
          onSelect={onSelect}
          onDeselect={vi.fn()}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${masked}` }).disabled).toBe(true);
  expect(screen.getByRole('table', { name: 'Keys' })).toBeDefined();
  for (const act of ['Copy', 'Copy link of', 'Revoke']) {
    expect(screen.queryByRole('button', { name: `${act} ${masked}` })).toBeNull();
  }
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith(['whole']);
});
