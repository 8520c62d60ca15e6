import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '../../ui/toast';
import { CallDialog } from './call-dialog';

const rights = vi.hoisted(() => ({ manages: true }));
vi.mock('../members/use-rights', () => ({ useRights: () => rights }));

const call = {
  id: '1',
  provider: 'sellauth',
  verdict: 'unmapped',
  status: 422,
  purchase: null,
  product: 'lofi',
  variant: null,
  quantity: 1,
  email: null,
  keys: [],
  short: false,
  at: '2026-11-20T09:14:00Z',
  headers: {},
  body: '{}',
  answer: '',
};

const masked = '•••••-•••••-•••••-6N4YY';

let keys: string[];
let answerReplay: (response: Response) => void;

beforeEach(() => {
  keys = [];
  rights.manages = true;
  vi.stubGlobal('fetch', ({ method, url }: Request) =>
    method === 'GET'
      ? Promise.resolve(Response.json({ ...call, keys, answer: `Answer ${url.split('/').at(-1)}` }))
      : new Promise<Response>((resolve) => (answerReplay = resolve)),
  );
});

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CallDialog guildId="1" id="1" onClosed={() => {}} />
    </QueryClientProvider>,
  );

async function replay() {
  const { unmount } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Replay' }));
  const answer = () =>
    act(async () => answerReplay(Response.json({ ...call, id: '2', verdict: 'delivered', code: 200 })));
  return { unmount, answer };
}

it('a replay shows the new call in the same dialog', async () => {
  const { answer } = await replay();
  const [dialog, button] = [screen.getByRole('dialog'), screen.getByRole('button', { name: 'Replay' })];
  screen.getByText('Answer 1');
  await answer();
  await screen.findByText('Answer 2');
  expect(screen.getByRole('dialog')).toBe(dialog);
  expect(document.activeElement).toBe(button);
});

it('a replay whose dialog was closed meanwhile is reported as a toast', async () => {
  const said = vi.spyOn(toasts, 'show');
  const { unmount, answer } = await replay();
  unmount();
  await answer();
  await waitFor(() => expect(said).toHaveBeenCalledWith('success', 'Replayed: Delivered'));
});

it('a helper who may not manage the storefront is offered no replay', async () => {
  rights.manages = false;
  open();
  await screen.findByText('Answer 1');
  expect(screen.queryByRole('button', { name: 'Replay' })).toBeNull();
});

it.each([
  ['all keys', ['one', 'two'], ['Copy All', 'Copy one', 'Copy two']],
  ['only the key that is not masked', ['one', masked], ['Copy one']],
  ['no masked key', [masked], []],
])('%s can be copied', async (_, all, names) => {
  keys = all;
  open();
  const list = await screen.findByRole('region', { name: 'Keys' });
  const buttons = within(list).queryAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual(names);
});
