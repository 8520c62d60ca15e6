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
const sent = (): Promise<unknown> => fetched.mock.calls[0]![0].json();

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
  it('says what it is', () => {
    open();
    expect(screen.getByRole('heading', { name: 'Boostdesk Access' })).toBeTruthy();
    expect(screen.getByText('Enter your unique access code to continue to your dashboard')).toBeTruthy();
    expect(button().textContent).toContain('Access Dashboard →');
    expect(screen.getByText('Need help finding your access code?')).toBeTruthy();
    expect(screen.getByText('VOUCH25')).toBeTruthy();
  });

  it('shows and hides the code', () => {
    open();
    expect(field().type).toBe('password');
    fireEvent.click(screen.getByRole('button', { name: 'Show access code' }));
    expect(field().type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: 'Hide access code' }));
    expect(field().type).toBe('password');
  });

  it('refuses an empty code without a call', async () => {
    open();
    await submit('   ');
    expect(alert()).toBe('Please enter your access code');
    expect(fetched).not.toHaveBeenCalled();
  });

  it('stores the session and opens the dashboard after 500 ms', async () => {
    fetched.mockResolvedValue(Response.json({ code: 200, message: 'ok', token: 'bds_new' }));
    const router = open();
    await submit(' my-code ');
    expect(await sent()).toEqual({
      captcha_key: '',
      access_code: 'my-code',
    });
    expect(localStorage.getItem('token')).toBe('bds_new');
    await pass(499);
    expect(router.state.location.pathname).toBe('/');
    expect(button().getAttribute('aria-disabled')).toBe('true');
    await pass(1);
    expect(router.state.location.pathname).toBe('/dashboard');
  });

  it('is busy while it waits, and takes no second press', async () => {
    fetched.mockReturnValue(new Promise(() => {}));
    open();
    await submit('code');
    expect(button().getAttribute('aria-busy')).toBe('true');
    fireEvent.click(button());
    await pass(0);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it("shows the server's refusal and lets the user try again", async () => {
    fetched.mockResolvedValue(Response.json({ code: 401, message: 'Wrong code.' }, { status: 401 }));
    open();
    await submit('code');
    expect(alert()).toBe('Wrong code.');
    expect(button().getAttribute('aria-disabled')).toBeNull();
    expect(field().value).toBe('code');
  });

  it('shows the message of an answer whose code is not 200', async () => {
    fetched.mockResolvedValue(Response.json({ code: 403, message: 'Not you.', token: '' }));
    open();
    await submit('code');
    expect(alert()).toBe('Not you.');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('says so when the call itself fails', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    open();
    await submit('code');
    expect(alert()).toBe('Failed to login');
  });
});

describe('the bot check', () => {
  const captcha = { siteKey: 'site', scriptUrl: 'https://captcha.example.com/api.js' };

  it('is loaded once, with the site key', () => {
    open({ captcha });
    const scripts = [...document.head.querySelectorAll('script')].map((script) => script.src);
    expect(scripts).toEqual(['https://captcha.example.com/api.js?render=site']);
  });

  it('gives its token for the action login', async () => {
    const execute = vi.fn(async () => 'captcha-token');
    window.grecaptcha = { ready: (then) => then(), execute };
    fetched.mockResolvedValue(Response.json({ code: 200, message: 'ok', token: 't' }));
    open({ captcha });
    await submit('code');
    expect(execute).toHaveBeenCalledWith('site', { action: 'login' });
    expect(await sent()).toMatchObject({
      captcha_key: 'captcha-token',
    });
  });

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
