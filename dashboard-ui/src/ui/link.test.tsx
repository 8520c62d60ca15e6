import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { Link } from './link';

const onClick = vi.fn();

/** Renders a page with a link to another one. Returns its router. */
function open(target?: string) {
  const to = { pathname: '/keys', search: 'guild=1' };
  const router = createMemoryRouter([
    {
      path: '*',
      element: (
        <Link to={to} target={target} onClick={onClick}>
          Keys
        </Link>
      ),
    },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

const link = () => screen.getByRole('link', { name: 'Keys' });

beforeEach(() => void onClick.mockReset());

it('a link navigates within the dashboard without loading a document', async () => {
  const router = open();
  expect(link().getAttribute('href')).toBe('/keys?guild=1');
  expect(fireEvent.click(link())).toBe(false);
  expect(onClick).toHaveBeenCalledOnce();
  await vi.waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/keys', search: '?guild=1' }),
  );
});

it.each([
  ['Ctrl is held', {}, { ctrlKey: true }],
  ['its target is another tab', { target: '_blank' }, {}],
  ['`onClick` prevents the default', { taken: true }, {}],
])('no client-side navigation if %s', (_, { target, taken }: { target?: string; taken?: boolean }, init) => {
  if (taken) onClick.mockImplementation((event: MouseEvent) => event.preventDefault());
  const router = open(target);
  expect(fireEvent.click(link(), init)).toBe(!taken);
  expect(router.state.navigation.state).toBe('idle');
  expect(router.state.location.pathname).toBe('/');
});
