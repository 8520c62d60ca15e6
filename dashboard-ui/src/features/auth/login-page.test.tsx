import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
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
const description = () =>
  document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent;
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
  it('shows the server message and stores no token when the answer code is not 200', async () => {
    fetched.mockResolvedValue(Response.json({ code: 403, message: 'Not you.', token: '' }));
    open();
    await submit('code');
    expect(alert()).toBe('Not you.');
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('blames the code only when it was refused, and in other words than the toast', async () => {
    open();
    await submit(' ');
    expect([alert(), description()]).toEqual(['Please enter your access code', 'Required']);
    fetched.mockResolvedValue(Response.json({ code: 401, message: 'Invalid access code.' }, { status: 401 }));
    await submit('code');
    expect([alert(), description()]).toEqual(['Invalid access code.', 'This code was not accepted']);
  });

  it('takes the former toast away when a new attempt begins', async () => {
    fetched.mockImplementation(async () =>
      Response.json({ code: 401, message: 'Invalid access code.' }, { status: 401 }),
    );
    open();
    await submit('code');
    await submit('other');
    expect(alert()).toBe('Invalid access code.');
    fetched.mockReturnValue(new Promise(() => {}));
    await submit('third');
    expect(alert()).toBeUndefined();
  });

  it('says "Failed to login" when the answer code is not 200 and there is no message', async () => {
    fetched.mockResolvedValue(Response.json({ code: 403 }));
    open();
    await submit('code');
    expect(alert()).toBe('Failed to login');
    // The toast goes, this stays.
    expect(description()).toBe('Not signed in. Please try again.');
  });
});

it('the login page says that it needs storage where that is blocked, and asks for no session', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  open();
  const sentence = "Signing in needs this browser's storage, which is blocked for this site.";
  expect(description()).toBe(sentence);
  await submit('code');
  expect([alert(), description()]).toEqual([sentence, sentence]);
  expect(document.activeElement).toBe(field());
  expect(fetched).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

it.each([
  ['its code', 'VOUCH25', ['VOUCH25']],
  ['no button without a code', '', []],
])('the advertisement has %s', (_, code, buttons) => {
  open({ promo: { ...config.promo!, code } });
  const banner = within(screen.getByRole('complementary', { name: 'Promotion' }));
  expect(banner.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
  expect(banner.getByRole('link', { name: 'Get it' })).toBeTruthy();
});

describe('the captcha', () => {
  const captcha = { siteKey: 'site', scriptUrl: 'https://captcha.example.com/api.js' };

  it('fails the login without a request when its script has not loaded after 3 seconds', async () => {
    open({ captcha });
    await submit('code');
    await pass(2900);
    expect(alert()).toBeUndefined();
    await pass(100);
    expect(alert()).toBe('Failed to login');
    expect(fetched).not.toHaveBeenCalled();
  });
});
