import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { Palette } from './palette';

const rights = { reads: true, packs: true, manages: true, owns: true };

it('the Enter that ends a composition of characters opens no entry, and the next one does', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const router = createMemoryRouter([
    { path: '/', element: <Palette admin={false} rights={rights} onClosed={() => {}} /> },
    { path: '*', element: null },
  ]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const place = () => router.state.location.pathname;
  const field = screen.getByRole('combobox', { name: 'Jump to' });
  fireEvent.change(field, { target: { value: 'orders' } });
  const press = (isComposing: boolean) =>
    act(async () => void fireEvent.keyDown(field, { key: 'Enter', isComposing }));
  await press(true);
  expect(place()).toBe('/');
  await press(false);
  expect(place()).toBe('/dashboard/orders');
});
