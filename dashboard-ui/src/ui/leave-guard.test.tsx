import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { storeSession } from '../api/session';
import { LeaveGuard } from './leave-guard';

beforeEach(() => storeSession('bds_mine'));

function Form() {
  const [dirty, setDirty] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setDirty(false)}>
        Save
      </button>
      <LeaveGuard dirty={dirty} text="Your changes are not saved yet." />
    </>
  );
}

it('asks no more once what was being saved is saved', async () => {
  const router = createMemoryRouter([
    { path: '/', element: <Form /> },
    { path: '/orders', element: <p>Orders</p> },
  ]);
  await act(async () => render(<RouterProvider router={router} />));
  await act(async () => router.navigate('/orders'));
  expect(screen.getByRole('alertdialog').textContent).toContain('Your changes are not saved yet.');
  await act(async () => screen.getByText('Save').click());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(router.state.location.pathname).toBe('/');
  await act(async () => router.navigate('/orders'));
  expect(screen.getByText('Orders')).toBeDefined();
});
