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

async function asked(to: string) {
  const router = createMemoryRouter(
    [
      { path: '/dashboard', element: <Form /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/dashboard'] },
  );
  await act(async () => render(<RouterProvider router={router} />));
  await act(async () => router.navigate(to));
  expect(screen.getByRole('alertdialog').textContent).toContain('Your changes are not saved yet.');
  await act(async () => screen.getByText('Save').click());
  expect(screen.queryByRole('alertdialog')).toBeNull();
  return router;
}

it('saving closes the dialog, stays on the screen and lets the user leave afterwards', async () => {
  const router = await asked('/dashboard/orders');
  expect(router.state.location.pathname).toBe('/dashboard');
  await act(async () => router.navigate('/dashboard/orders'));
  expect(screen.getByText('Elsewhere')).toBeDefined();
});

it('saving lets a blocked sign-out continue', async () => {
  await asked('/');
  expect(screen.getByText('Elsewhere')).toBeDefined();
});
