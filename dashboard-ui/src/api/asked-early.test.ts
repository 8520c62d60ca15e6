import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import {
  forgetAskedEarly,
  isHomeHere,
  takeAskedEarly,
  takeHome,
  type AskedEarly,
  type Rest,
} from './asked-early';
import { api } from './client';
import { refresher } from './live-updates';
import { forgetSession, storeSession } from './session';

const fetched = vi.fn<(request: Request) => Promise<Response>>();
let answers: AskedEarly['answers'];
const askForRest = () => Promise.reject(new Error('not asked for'));

function asked(address: string, answer: Promise<Response>) {
  const end = new AbortController();
  answers.set(address, { answer, end });
  return end.signal;
}

beforeEach(() => {
  // The page counts as just opened, however long the tests before have taken.
  vi.spyOn(performance, 'now').mockReturnValue(1_000);
  fetched.mockReset().mockImplementation(async () => Response.json({ username: 'asked' }));
  vi.stubGlobal('fetch', fetched);
  storeSession('bds_mine');
  answers = new Map();
  window.askedEarly = { token: 'bds_mine', answers, askForRest, isHere: false };
});

const name = async () => (await api.get('/api/user/me')).username;
const early = () => asked('/api/user/me', Promise.resolve(Response.json({ username: 'early' })));

it('an early response answers exactly one call', async () => {
  early();
  expect(await name()).toBe('early');
  expect(fetched).not.toHaveBeenCalled();
  expect(await name()).toBe('asked');
});

it('an early response answers only a call with the same path, query and host', async () => {
  asked('/api/dashboard/orders?size=1', Promise.resolve(Response.json({ total: 1 })));
  expect(await orders()).toBe(1);
  early();
  await api.get('/api/storefronts');
  await api.get('/api/user/me', { baseUrl: 'https://chat.example.com' });
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('an early response does not answer a call with a different session token', async () => {
  early();
  storeSession('bds_another');
  expect(await name()).toBe('asked');
});

it('an early 429 is followed by a new request after its Retry-After', async () => {
  const headers = { 'Retry-After': '0' };
  asked('/api/user/me', Promise.resolve(new Response(null, { status: 429, headers })));
  expect(await name()).toBe('asked');
});

it('aborting a call aborts the early request that it waits for', () => {
  const end = asked('/api/user/me', new Promise(() => {}));
  const call = new AbortController();
  const request = new Request(new URL('/api/user/me', location.href), {
    headers: { Authorization: 'bds_mine' },
    signal: call.signal,
  });
  void takeAskedEarly(request);
  call.abort();
  expect(end.aborted).toBe(true);
});

it('early responses are dropped when the event stream announces a change', async () => {
  const end = early();
  refresher(new QueryClient(), new AbortController().signal).changed('orders');
  expect(end.aborted).toBe(true);
  expect(await name()).toBe('asked');
});

const orders = async () => (await api.get('/api/dashboard/orders', { params: { query: { size: 1 } } })).total;

it('only calls that the combined Home response can answer wait for it', async () => {
  let come = () => {};
  const rest = new Promise<Rest>((resolve) => (come = () => resolve({})));
  window.askedEarly = { token: 'bds_mine', answers, askForRest, rest, isHere: false };
  fetched.mockImplementation(async () => Response.json({ username: 'asked', total: 2 }));
  const calls = [orders(), orders()];
  expect(await name(), 'nobody else waits').toBe('asked');
  asked('/api/dashboard/orders?size=1', Promise.resolve(Response.json({ total: 1 })));
  come();
  expect(await Promise.all(calls)).toEqual([1, 2]);
});

it('a call sends its own request if the combined Home response has failed', async () => {
  const rest = Promise.reject(new TypeError('no network'));
  window.askedEarly = { token: 'bds_mine', answers, askForRest, rest, isHere: false };
  fetched.mockImplementation(async () => Response.json({ total: 2 }));
  expect(await orders()).toBe(2);
});

it('a call that waits for the combined Home response rejects if the user signs out', async () => {
  let fail = () => {};
  const rest = new Promise<Rest>((_, reject) => (fail = () => reject(new TypeError('given up'))));
  window.askedEarly = { token: 'bds_mine', answers, askForRest, rest, isHere: false };
  const call = orders();
  forgetSession();
  fail();
  await expect(call).rejects.toThrow('Nobody is signed in.');
  expect(fetched).not.toHaveBeenCalled();
});

it('early responses are dropped when this page sends a write', async () => {
  const end = early();
  await api.post('/api/auth/logout');
  expect(end.aborted).toBe(true);
  expect(await name()).toBe('asked');
});

it('Home is drawn from early data only once and only within 30 seconds of page load', () => {
  window.askedEarly = { token: 'bds_mine', answers, askForRest, isHere: true };
  expect(isHomeHere()).toBe(true);
  expect(takeHome()).toBe(true);
  expect(takeHome()).toBe(false);
  window.askedEarly = { token: 'bds_mine', answers, askForRest, isHere: true };
  vi.spyOn(performance, 'now').mockReturnValue(30_001);
  expect(isHomeHere()).toBe(false);
});

it('early responses are dropped 30 seconds after page load', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(30_001);
  early();
  expect(await name()).toBe('asked');
});

it('forgetting the early responses twice is harmless', async () => {
  forgetAskedEarly();
  forgetAskedEarly();
  expect(await name()).toBe('asked');
});
