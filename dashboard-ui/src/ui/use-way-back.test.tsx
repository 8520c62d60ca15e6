import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useNavigate } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { storeSession } from '../api/session';
import { LeaveGuard } from './leave-guard';
import { Link } from './link';
import { useWayBack } from './use-way-back';

describe('the step back', () => {
  let wayBack: ReturnType<typeof useWayBack>;
  const orElse = vi.fn();
  /** Whether the leave guard stops the next navigation. */
  let holds = false;

  function Orders() {
    wayBack = useWayBack();
    const navigate = useNavigate();
    return (
      <>
        <Link to="/">Home</Link>
        <button onClick={() => navigate('?order=B')}>B</button>
        <LeaveGuard dirty text="1 mark would be lost." leaves={() => holds} />
      </>
    );
  }

  /** Opens the last of these addresses; the others are the history before it. */
  async function begin(...addresses: string[]) {
    orElse.mockReset();
    const router = createMemoryRouter(
      [
        { path: '/', element: null },
        { path: '/orders', element: <Orders /> },
      ],
      { initialEntries: addresses },
    );
    await act(async () => void render(<RouterProvider router={router} />));
    return {
      go: (delta: number) => act(async () => router.navigate(delta)),
      place: () => router.state.location.pathname + router.state.location.search,
    };
  }
  const does = (deed: () => void) => act(async () => deed());

  it('goes back one history entry, and is over on arrival', async () => {
    const { place } = await begin('/', '/orders', '/orders?order=A');
    await does(() => {
      wayBack.goBack(orElse);
      expect(wayBack.isGoing()).toBe(true);
    });
    expect(place()).toBe('/orders');
    expect(wayBack.isGoing()).toBe(false);
    expect(orElse).not.toHaveBeenCalled();
  });

  it('holds a click, and lets it through once it is over', async () => {
    const { go, place } = await begin('/', '/orders', '/orders?order=A');
    await does(() => {
      wayBack.goBack(orElse);
      expect(fireEvent.click(screen.getByRole('button', { name: 'B' })), 'it waits').toBe(false);
      expect(place()).toBe('/orders');
    });
    expect(place()).toBe('/orders?order=B');
    await go(-1);
    expect(place()).toBe('/orders');
  });

  it('lets a held click on a link to another screen through, too', async () => {
    const { go, place } = await begin('/', '/orders', '/orders?order=A');
    await does(() => {
      wayBack.goBack(orElse);
      screen.getByRole('link', { name: 'Home' }).click();
    });
    expect(place()).toBe('/');
    await go(-1);
    expect(place()).toBe('/orders');
  });

  it('is given up after a second when there is nothing to go back to', async () => {
    vi.useFakeTimers();
    const { place } = await begin('/orders?order=A');
    await does(() => {
      wayBack.goBack(orElse);
      screen.getByRole('button', { name: 'B' }).click();
    });
    expect(place()).toBe('/orders?order=A');
    expect(orElse).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    vi.useRealTimers();
    expect(orElse).toHaveBeenCalledOnce();
    expect(place()).toBe('/orders?order=B');
  });

  it('is waited for as long as it takes where the browser has something to go back to', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('navigation', { canGoBack: true });
    await begin('/orders?order=A');
    await does(() => wayBack.goBack(orElse));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    vi.useRealTimers();
    expect(orElse).not.toHaveBeenCalled();
    expect(wayBack.isGoing()).toBe(true);
  });

  it('holds no clicks any more once the user has chosen to stay', async () => {
    storeSession('bds_mine');
    const { place } = await begin('/', '/orders', '/orders?order=A');
    holds = true;
    await does(() => wayBack.goBack(orElse));
    holds = false;
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }));
    expect(wayBack.isGoing()).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'B' }));
    expect(place()).toBe('/orders?order=B');
  });
});
