import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigContext } from '../../api/bootstrap';
import type { Schema } from '../../api/types';
import { Toaster } from '../../ui/toaster';
import { LoginScreen } from './login-screen';

const config: Schema<'Config'> = {
  brand: { name: 'Boostdesk' },
  promo: { text: 'New: **Vouchdesk**, 25% off', code: 'VOUCH25', url: 'https://vouch.example.com' },
  captcha: null,
  cnameTarget: 'stores.example.com',
  chatUrl: null,
};

const fetched = vi.fn<(request: Request) => Promise<Response>>();

function open(changes: Partial<Schema<'Config'>> = {}) {
  const router = createMemoryRouter([
    { path: '/', Component: LoginScreen },
    { path: '/dashboard', element: <h1>Dashboard</h1> },
  ]);
  render(
    <ConfigContext value={{ ...config, ...changes }}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </ConfigContext>,
  );
  return router;
}

const field = () => screen.getByLabelText<HTMLInputElement>('Access code');
const button = () => screen.getByRole('button', { name: /Access Dashboard|Signing in/ });
const alert = () => screen.queryByRole('alert')?.textContent;
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time));

async function submit(code: string) {
  fireEvent.change(field(), { target: { value: code } });
  fireEvent.click(button());
  await pass(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched.mockReset());
  delete window.grecaptcha;
});

afterEach(async () => {
  await pass(10_000);
  vi.useRealTimers();
  document.head.replaceChildren();
});

describe('the login page', () => {
  it('shows the message of an answer whose code is not 200', async () => {
    fetched.mockResolvedValue(Response.json({ code: 403, message: 'Not you.', token: '' }));
    open();
    await submit('code');
    expect(alert()).toBe('Not you.');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('says that it failed where such an answer has no message', async () => {
    fetched.mockResolvedValue(Response.json({ code: 403 }));
    open();
    await submit('code');
    expect(alert()).toBe('Failed to login');
  });
});

describe('the bot check', () => {
  const captcha = { siteKey: 'site', scriptUrl: 'https://captcha.example.com/api.js' };

  it('is given up after 30 polls of 100 ms', async () => {
    open({ captcha });
    await submit('code');
    await pass(2900);
    expect(alert()).toBeUndefined();
    await pass(100);
    expect(alert()).toBe('Failed to login');
    expect(fetched).not.toHaveBeenCalled();
  });
});
